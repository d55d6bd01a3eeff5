import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const CHECKSUM_BYTES = 4;

/** Where it stands what this version of V8 makes of a file's text: others cannot use it. */
export const compiledFile = (file: string): string => `${file}.${process.arch}-${process.versions.v8}`;

/** A CommonJS file as a script; V8 compiles of it what is called, unless it is given what it has made of the same text. */
export const toScript = (file: string, text: Buffer, compiled?: Buffer): Script =>
  new Script(`(function (exports, require, module, __filename) {${text}\n})`, {
    filename: file,
    cachedData: compiled,
  });

/** Runs a CommonJS file. It need not be compiled where a build has written that beside it. */
export function runCompiled(file: string): void {
  const require = createRequire(file);
  // Node knows the source maps of what it has loaded itself.
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

/** V8 looks neither whether it is damaged nor whether the text is the same. */
export function readCompiled(file: string, text: Buffer): Buffer | undefined {
  const bytes = readBytes(compiledFile(file));
  const end = bytes.length - CHECKSUM_BYTES;
  const compiled = bytes.subarray(0, Math.max(0, end));
  return end > 0 && bytes.readUInt32LE(end) === checksumOf(text, compiled) ? compiled : undefined;
}

const checksumOf = (text: Buffer, compiled: Buffer): number => crc32(compiled, crc32(text));

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Built by another version of node, or not at all: it is compiled as it runs.
    return Buffer.alloc(0);
  }
}
