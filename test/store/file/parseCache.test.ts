import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { KnownFile } from '../../../src/store/file/knownFile.ts';
import { createParseCache, type ParseCache } from '../../../src/store/file/parseCache.ts';

const REV = 'a'.repeat(40);
const LATER = new Date('2100-01-01T00:00:00Z');

const JSON_TEXT = '{"title":"A"}';
const file = (path = 'a.yaml', json = JSON_TEXT, rev = REV): KnownFile => ({
  ...{ kind: 'page', key: path, path, rev, head: { id: 7 } },
  outline: { nested: { block: [1, 2] }, keys: { byType: ['a'] } },
  json: Buffer.from(json),
});

interface Folder {
  readonly content: string;
  readonly cacheFile: string;
  open(now?: Date): ParseCache;
}

function makeFolder(): Folder {
  const root = mkdtempSync(join(tmpdir(), 'quire-cache-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const content = join(root, 'a.yaml');
  writeFileSync(content, 'title: A\n');
  const cacheFile = join(root, 'cache.bin');
  return { content, cacheFile, open: (now = LATER) => createParseCache(cacheFile, () => now) };
}

async function saved(): Promise<Folder> {
  const folder = makeFolder();
  const cache = folder.open();
  cache.set(file(), lstatSync(folder.content));
  await cache.save();
  return folder;
}
const isKnown = ({ content, open }: Folder): boolean => open().find('a.yaml', lstatSync(content)) !== undefined;

describe('the parse cache', () => {
  it('knows an unchanged file after a restart', async () => {
    const folder = await saved();
    expect(folder.open().find('a.yaml', lstatSync(folder.content))).toEqual(file());
  });

  it('does not trust a file with another time, size or inode, but still knows its last blob', async () => {
    const folder = await saved();
    utimesSync(folder.content, new Date(0), new Date(0));
    const cache = folder.open();
    expect(cache.find('a.yaml', lstatSync(folder.content))).toBeUndefined();
    expect(cache.get('a.yaml')?.rev).toBe(REV);
  });

  it('does not trust a stat taken within two seconds of the change: the file may have changed again', async () => {
    const folder = makeFolder();
    const stats = lstatSync(folder.content);
    for (const distance of [-1999, 0, 1999]) {
      const cache = folder.open(new Date(stats.mtimeMs + distance));
      cache.set(file(), stats);
      expect(cache.find('a.yaml', stats)).toBeUndefined();
      expect(cache.get('a.yaml')).toMatchObject({ rev: REV });
    }
    const cache = folder.open(new Date(stats.mtimeMs + 2001));
    cache.set(file(), stats);
    expect(cache.find('a.yaml', stats)).toBeDefined();
  });

  it('forgets dropped files, even after a restart', async () => {
    const folder = await saved();
    const cache = folder.open();
    cache.drop('a.yaml');
    cache.drop('never-there.yaml');
    await cache.save();
    expect(cache.get('a.yaml')).toBeUndefined();
    expect(isKnown(folder)).toBe(false);
  });

  it('keeps the problems of a broken file while the server runs', async () => {
    const folder = await saved();
    const cache = folder.open();
    const stats = lstatSync(folder.content);
    const problems = [{ path: 'a.yaml', code: 'SYNTAX', message: 'is broken' }] as const;
    cache.set({ path: 'a.yaml', rev: REV, problems }, stats);
    await cache.save();
    expect(cache.find('a.yaml', stats)).toMatchObject({ rev: REV, problems });
    expect(isKnown(folder)).toBe(false);
  });

  it('is not written if nothing has changed', async () => {
    const folder = await saved();
    const { ino } = statSync(folder.cacheFile);
    const cache = folder.open();
    cache.drop('never-there.yaml');
    await cache.save();
    expect(statSync(folder.cacheFile).ino).toBe(ino);
  });

  it('counts the files that are not saved', async () => {
    const folder = await saved();
    const cache = folder.open();
    expect(cache.unsaved).toBe(0);
    cache.drop('never-there.yaml');
    for (const path of ['a.yaml', 'a.yaml', 'b.yaml']) cache.set(file(path), lstatSync(folder.content));
    cache.drop('b.yaml');
    expect(cache.unsaved).toBe(2);
    await cache.save();
    expect(cache.unsaved).toBe(0);
  });

  it('is written again after a failure', async () => {
    const folder = makeFolder();
    const cache = folder.open();
    cache.set(file(), lstatSync(folder.content));
    mkdirSync(join(folder.cacheFile, 'in the way'), { recursive: true });
    await expect(cache.save()).rejects.toThrow();
    expect(cache.unsaved).toBe(1);
    rmSync(folder.cacheFile, { recursive: true });
    await cache.save();
    expect(isKnown(folder)).toBe(true);
  });

  it('is saved again if a file was read during the write', async () => {
    const folder = makeFolder();
    const cache = folder.open();
    cache.set(file(), lstatSync(folder.content));
    const saving = cache.save();
    cache.set(file('b.yaml'), lstatSync(folder.content));
    await saving;
    expect(cache.unsaved).toBe(1);
    await cache.save();
    expect(folder.open().get('b.yaml')).toEqual(file('b.yaml'));
  });

  it('is readable by its owner only', async () => {
    expect(statSync((await saved()).cacheFile).mode & 0o777).toBe(0o600);
  });

  it('keeps any path and any text', async () => {
    const { content, open } = makeFolder();
    const stats = lstatSync(content);
    const entries = [
      file('pages/en/tab\tnewline\n"quote".yaml', JSON.stringify({ data: 'a\tb\nc\u2028d\r' })),
      file('pages/ja/日本.yaml', '{}', 'b'.repeat(40)),
    ];
    const cache = open();
    for (const entry of entries) cache.set(entry, stats);
    await cache.save();
    expect(entries.map(({ path }) => open().find(path, stats))).toEqual(entries);
  });
});

describe('a cache file', () => {
  it('that does not exist is empty', () => {
    expect(makeFolder().open().get('a.yaml')).toBeUndefined();
  });

  it('of another version or other schemas is not used', async () => {
    for (const [from, to] of [
      ['"version":', '"version":9'],
      ['"schemas":"', '"schemas":"f'],
    ] as const) {
      const folder = await saved();
      const text = readFileSync(folder.cacheFile, 'utf8');
      writeFileSync(folder.cacheFile, text.replace(from, to));
      expect(isKnown(folder)).toBe(false);
    }
  });

  it('is not used if any byte of it has changed', async () => {
    const folder = await saved();
    const sound = readFileSync(folder.cacheFile);
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const damaged = Buffer.from(sound);
        damaged[at] = damaged[at]! ^ difference;
        writeFileSync(folder.cacheFile, damaged);
        return !isKnown(folder);
      }),
    );
    writeFileSync(folder.cacheFile, sound);
    expect(isKnown(folder)).toBe(true);
  });

  it('is not used if it is truncated anywhere', async () => {
    const folder = await saved();
    const sound = readFileSync(folder.cacheFile);
    for (let length = 0; length < sound.length; length += 7) {
      writeFileSync(folder.cacheFile, sound);
      truncateSync(folder.cacheFile, length);
      expect(isKnown(folder)).toBe(false);
    }
  });

  it('is not used if something was appended', async () => {
    const folder = await saved();
    appendFileSync(folder.cacheFile, 'x');
    expect(isKnown(folder)).toBe(false);
  });

  it('replaces a damaged one', async () => {
    const folder = await saved();
    writeFileSync(folder.cacheFile, Buffer.from([0xff, 0xfe, 0x00]));
    const cache = folder.open();
    cache.set(file(), lstatSync(folder.content));
    await cache.save();
    expect(isKnown(folder)).toBe(true);
  });
});
