import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { requireBoundedPack } from '../../../src/git/remote/packBounds.ts';
import { runGit } from './makeGitHost.ts';

const KB = 1024;
const ROOMY = { object: 1024 * KB, total: 4096 * KB };

/** A pack of commits, each with these bytes as its only file. */
function packOf(...versions: readonly Buffer[]): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'quire-pack-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  runGit(dir, 'init', '--quiet', '--template=');
  for (const bytes of versions) {
    writeFileSync(join(dir, 'file'), bytes);
    runGit(dir, 'add', 'file');
    runGit(dir, 'commit', '--quiet', '--message=Add it');
  }
  runGit(dir, 'repack', '-adfq', '--window-memory=0');
  const folder = join(dir, '.git/objects/pack');
  return readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.pack'))!));
}

it('accepts a pack with objects and deltas of any size up to the bounds', () => {
  const text = Buffer.from(Array.from({ length: 5000 }, (_, line) => `line ${line}\n`).join(''));
  requireBoundedPack(packOf(text, Buffer.concat([text, Buffer.from('more\n')]), Buffer.alloc(0)), ROOMY);
});

it('refuses a small pack with a large object, before it is inflated', () => {
  const pack = packOf(Buffer.alloc(2048 * KB));
  expect(pack.length).toBeLessThan(16 * KB);
  expect(() => requireBoundedPack(pack, ROOMY)).toThrow('too large to be read without the git program');
});

it('refuses objects that are too large together', () => {
  const pack = packOf(...[1, 2, 3].map((byte) => Buffer.alloc(900 * KB, byte)));
  expect(() => requireBoundedPack(pack, { ...ROOMY, total: 2048 * KB })).toThrow('too large');
});

it('refuses a delta that makes a large object of a small one', () => {
  // The head of a blob of 7 bytes; then a delta of 10 bytes against it, which says that it makes 64 MB.
  const delta = Buffer.from([7, 0x80, 0x80, 0x80, 0x20, 0x90, 7, 0x90, 7, 0]);
  const parts = [entryOf(3, Buffer.from('content')), entryOf(6, delta, entryOf(3, Buffer.from('content')).length)];
  expect(() => requireBoundedPack(packed(parts), ROOMY)).toThrow('too large');
});

it('inflates no object beyond the size that it gives', () => {
  const bomb = Buffer.concat([Buffer.from([(3 << 4) | 7]), deflateSync(Buffer.alloc(4096 * KB))]);
  expect(() => requireBoundedPack(packed([bomb]), ROOMY)).toThrow(/larger than/);
});

/** An entry of less than 16 bytes, against the one so many bytes before it if it is a delta (gitformat-pack). */
const entryOf = (type: number, content: Buffer, distance?: number): Buffer =>
  Buffer.concat([
    Buffer.from([(type << 4) | content.length, ...(distance === undefined ? [] : [distance])]),
    deflateSync(content),
  ]);

function packed(entries: readonly Buffer[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  return Buffer.concat([head, ...entries, Buffer.alloc(20)]);
}
