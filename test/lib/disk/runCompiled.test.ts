import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compiledFile, readCompiled, runCompiled, toScript, writeCompiled } from '../../../src/lib/disk/runCompiled.ts';
import { runProgram } from '../../run/runProgram.ts';

const PART = pathToFileURL(join(import.meta.dirname, '../../../dist-test/runCompiled.js')).href;
const TEXT = "globalThis.compiledTest = [require('node:path').basename(__filename), typeof module.exports];";
const saw = (): unknown => Reflect.get(globalThis, 'compiledTest');

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-compiled-'));
  file = join(folder, 'program.cjs');
  writeFileSync(file, TEXT);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  Reflect.deleteProperty(globalThis, 'compiledTest');
});

function compile(): Buffer {
  const compiled = toScript(file, Buffer.from(TEXT)).createCachedData();
  writeCompiled(file, Buffer.from(TEXT), compiled);
  return compiled;
}

it('returns the code cache of the same text', () => {
  const compiled = compile();
  expect(readCompiled(file, Buffer.from(TEXT))).toEqual(compiled);
});

it('runs a file with and without a code cache', () => {
  runCompiled(file);
  expect(saw()).toEqual(['program.cjs', 'object']);
  Reflect.deleteProperty(globalThis, 'compiledTest');
  compile();
  runCompiled(file);
  expect(saw()).toEqual(['program.cjs', 'object']);
});

it('does not use the cache of another text of the same length', () => {
  compile();
  expect(readCompiled(file, Buffer.from(TEXT.replace('compiledTest', 'compiledTesT')))).toBeUndefined();
});

it.each([0, 3, 4, 5, 100])('does not use a cache that is cut off after %i bytes', (length) => {
  compile();
  writeFileSync(compiledFile(file), readFileSync(compiledFile(file)).subarray(0, length));
  expect(readCompiled(file, Buffer.from(TEXT))).toBeUndefined();
});

it.each([0, 64, -1])('does not use a cache that is damaged at %i', (at) => {
  compile();
  const bytes = readFileSync(compiledFile(file));
  bytes[at < 0 ? bytes.length + at : at]! ^= 0xff;
  writeFileSync(compiledFile(file), bytes);
  expect(readCompiled(file, Buffer.from(TEXT))).toBeUndefined();
  runCompiled(file);
  expect(saw()).toEqual(['program.cjs', 'object']);
});

it('finds the code cache of the build, and V8 accepts it', () => {
  const program = join(import.meta.dirname, '../../../dist/quire.cjs');
  expect(existsSync(program)).toBe(true);
  // A process as users start it: V8 rejects caches made with other flags, such as those of the tests.
  const script = `
    import { readFileSync } from 'node:fs';
    import { readCompiled, toScript } from ${JSON.stringify(PART)};
    const program = ${JSON.stringify(program)};
    const text = readFileSync(program);
    const compiled = readCompiled(program, text);
    console.log(compiled !== undefined, toScript(program, text, compiled).cachedDataRejected);`;
  const args = ['--input-type=module', '--eval', script];
  expect(runProgram(process.execPath, args, { encoding: 'utf8' })).toBe('true false\n');
});
