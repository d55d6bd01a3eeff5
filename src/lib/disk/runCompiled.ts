import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const CHECKSUM_BYTES = 4;

/** The path of a file's code cache for this version of V8; other versions cannot use it. */
export const compiledFile = (file: string): string => `${file}.${process.arch}-${process.versions.v8}`;

/**
 * A CommonJS file as a script. V8 compiles functions as they are called, unless it gets a code cache of the same text.
 */
export const toScript = (file: string, text: Buffer, compiled?: Buffer): Script =>
  new Script(`(function (exports, require, module, __filename) {${text}\n})`, {
    filename: file,
    cachedData: compiled,
  });

/** Runs a CommonJS file, with the code cache that a build has written beside it, if any. */
export function runCompiled(file: string): void {
  const require = createRequire(file);
  // Node knows source maps only of modules that it loads itself.
  if (process.sourceMapsEnabled) {
    require(file);
    return;
  }
  const module = { exports: {} };
  const text = readFileSync(file);
  toScript(file, text, readCompiled(file, text)).runInThisContext()(module.exports, require, module, file);
}

export function writeCompiled(file: string, text: Buffer, compiled: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(checksumOf(text, compiled));
  writeFileSync(compiledFile(file), Buffer.concat([compiled, checksum]));
}

/** Checks the cache itself: V8 notices neither damage nor a different text of the same length. */
export function readCompiled(file: string, text: Buffer): Buffer | undefined {
  const bytes = readCodeCache(compiledFile(file));
  const end = bytes.length - CHECKSUM_BYTES;
  const compiled = bytes.subarray(0, Math.max(0, end));
  return end > 0 && bytes.readUInt32LE(end) === checksumOf(text, compiled) ? compiled : undefined;
}

const checksumOf = (text: Buffer, compiled: Buffer): number => crc32(compiled, crc32(text));

function readCodeCache(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Built by another version of Node, or not at all: the code is compiled as it runs.
    return Buffer.alloc(0);
  }
}
