import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { objectId } from '../../../src/git/format/object.ts';
import { applyDelta, parsePackEntry } from '../../../src/git/format/pack/packEntry.ts';
import { parsePackIndex } from '../../../src/git/format/pack/packIndex.ts';
import { createPacks } from '../../../src/git/objects/packs.ts';
import { git, makeRepository, removeFolders, rev, writeFiles } from '../sandbox.ts';

afterAll(removeFolders);

/** A repository with long chains of deltas, a large file, a tag and an empty file. */
function makePackable(): string {
  const dir = makeRepository({ empty: '', small: 's\n' });
  writeFileSync(join(dir, 'large'), randomBytes(300_000));
  for (let version = 0; version < 12; version++) {
    const lines = Array.from({ length: 400 }, (_, line) => `${line === version ? 'changed' : 'line'} ${line * 7919}\n`);
    writeFiles(dir, { 'd/long': lines.join('') });
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', `Version ${version}`);
  }
  git(dir, 'tag', '-a', '-m', 'A tag', 'v1');
  return dir;
}

const packFolder = (dir: string): string => join(dir, '.git/objects/pack');
const filesOf = (dir: string, extension: string): string[] =>
  readdirSync(packFolder(dir)).filter((name) => name.endsWith(extension));

describe('packs', () => {
  it.each<[string, string[], string | undefined]>([
    ['deltas to an offset', ['repack', '-adfq', '--depth=20'], undefined],
    ['deltas to an id', ['-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq', '--depth=20'], undefined],
    ['an index of version 1', ['repack', '-adfq'], '1'],
    ['offsets of eight bytes', ['repack', '-adfq'], '2,0x1000'],
  ])('give every object, with %s', async (_, repack, indexVersion) => {
    const dir = makePackable();
    git(dir, ...repack);
    git(dir, 'prune-packed');
    if (indexVersion !== undefined) {
      const [pack] = filesOf(dir, '.pack');
      rmSync(join(packFolder(dir), pack!.replace('.pack', '.idx')));
      git(packFolder(dir), 'index-pack', `--index-version=${indexVersion}`, pack!);
    }
    const all = git(dir, 'cat-file', '--batch-all-objects', '--batch-check')
      .split('\n')
      .map((line) => line.split(' '));
    expect(all.length).toBeGreaterThan(40);
    const packs = createPacks(join(dir, '.git/objects'));
    for (const [id, type] of all) {
      const found = await packs.find(id!, 1e6);
      expect([found?.type, found && objectId(found.type, found.content)]).toEqual([type, id]);
    }
    expect(await packs.find(rev('nothing'), 1e6)).toBeUndefined();
  });

  it('are found again when git replaces them', async () => {
    const dir = makePackable();
    const head = git(dir, 'rev-parse', 'HEAD');
    git(dir, 'repack', '-q');
    const packs = createPacks(join(dir, '.git/objects'));
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'More');
    git(dir, 'repack', '-adq');
    expect(await packs.find(head, 1e6)).toBeUndefined();
    packs.refresh();
    expect((await packs.find(head, 1e6))?.type).toBe('commit');
  });

  it('are refused when they are damaged', async () => {
    const dir = makePackable();
    git(dir, 'repack', '-adq');
    const [index] = filesOf(dir, '.idx');
    const bytes = readFileSync(join(packFolder(dir), index!));
    expect(() => parsePackIndex(bytes.subarray(0, 1200))).toThrow(/damaged pack index/);
    expect(() => parsePackEntry(Buffer.of(0x50, 0))).toThrow(/damaged pack/);
    const base = Buffer.from('hello');
    expect(applyDelta(base, Buffer.of(5, 7, 0x90, 5, 2, 0x21, 0x21)).toString()).toBe('hello!!');
    // A missing length means 64 KiB (gitformat-pack, "Instruction to copy from base object").
    const large = Buffer.alloc(0x10000, 'x');
    expect(applyDelta(large, Buffer.of(0x80, 0x80, 4, 0x80, 0x80, 4, 0x80)).equals(large)).toBe(true);
    expect(() => applyDelta(base, Buffer.of(4, 7, 0x90, 5, 2, 0x21, 0x21))).toThrow(/does not fit/);
    expect(() => applyDelta(base, Buffer.of(5, 9, 0x90, 5, 2, 0x21, 0x21))).toThrow(/wrong size/);
  });
});
