import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import { lstatOrNull } from '../../../src/git/disk/fileSwap.ts';
import { createSideFolder } from '../../../src/git/disk/sideFolder.ts';
import { removeEmptied, swapFiles } from '../../../src/git/disk/swapFiles.ts';
import { createUndo } from '../../../src/git/disk/undo.ts';
import { makeFolder, removeFolders, rev, snapshot, writeFiles } from '../sandbox.ts';

afterAll(removeFolders);

/** A time that a file can be given exactly. */
const THEN = 1_700_000_000;

/** What somebody may do to a file; each change shows in only one thing. */
const CHANGES: readonly (readonly [string, (file: string) => void])[] = [
  ['its time says so', (file) => utimesSync(file, THEN + 1, THEN + 1)],
  [
    'its size shows it',
    (file) => {
      appendFileSync(file, 'theirs\n');
      utimesSync(file, THEN, THEN);
    },
  ],
  [
    'it is another file',
    (file) => {
      copyFileSync(file, `${file}.theirs`);
      utimesSync(`${file}.theirs`, THEN, THEN);
      renameSync(`${file}.theirs`, file);
    },
  ],
];

/** Swaps `path` from `before` to `after`; runs `meanwhile` after the file was looked at. */
async function swap(
  path: string,
  after: string | null,
  meanwhile: (root: string) => void,
  calls: Partial<DurableFs> = {},
) {
  const root = makeFolder();
  writeFiles(root, { 'd/old': 'old\n', ...(path === 'd/e/only' && { [path]: 'old\n' }) });
  utimesSync(join(root, 'd/old'), THEN, THEN);
  const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
  const fresh = after === null ? null : side.newPath('file');
  if (fresh !== null && after !== null) {
    await durableFs.writeSynced(fresh, Buffer.from(after));
    utimesSync(fresh, THEN, THEN);
  }
  const before = existsSync(join(root, path)) ? rev(readFileSync(join(root, path), 'utf8')) : null;
  const seen = new Map([[path, lstatOrNull(join(root, path))]]);
  meanwhile(root);
  const undo = createUndo();
  const swaps = [{ path, before, after: after === null ? null : rev(after), side: fresh }];
  return { root, undo, done: swapFiles({ root, fs: { ...durableFs, ...calls }, side, undo, swaps, seen }) };
}

describe('a file that is swapped', () => {
  it.each<[string, string, string | null, Record<string, string>, (root: string) => void]>([
    ['written', 'd/old', 'new\n', { old: rev('theirs\n') }, (root) => writeFileSync(join(root, 'd/old'), 'theirs\n')],
    ['removed', 'd/old', 'new\n', {}, (root) => rmSync(join(root, 'd/old'))],
    [
      'written before it goes',
      'd/old',
      null,
      { old: rev('theirs\n') },
      (root) => writeFileSync(join(root, 'd/old'), 'theirs\n'),
    ],
    [
      'made',
      'd/new',
      'new\n',
      { old: rev('old\n'), new: rev('theirs\n') },
      (root) => writeFileSync(join(root, 'd/new'), 'theirs\n'),
    ],
  ])('stays somebody else’s when they have just %s it', async (_, path, after, theirs, meanwhile) => {
    const { root, undo, done } = await swap(path, after, meanwhile);
    await expect(done).rejects.toMatchObject({ code: 'CONFLICT', details: [{ path: [path] }] });
    undo.run();
    expect(snapshot(join(root, 'd'))).toEqual(theirs);
  });

  it('keeps its mode, and everything is as before once the swap is undone', async () => {
    const { root, undo, done } = await swap('d/old', 'new\n', (root) => chmodSync(join(root, 'd/old'), 0o755));
    const { touched } = await done;
    expect([...touched]).toEqual([join(root, 'd')]);
    expect(readFileSync(join(root, 'd/old'), 'utf8')).toBe('new\n');
    undo.run();
    expect(readFileSync(join(root, 'd/old'), 'utf8')).toBe('old\n');
    expect(statSync(join(root, 'd/old')).mode & 0o777).toBe(0o755);
  });

  it('leaves its folder to be removed once nothing can be undone', async () => {
    const makeFolder = (): never => {
      throw Object.assign(new Error('made to fail'), { code: 'ENOSPC' });
    };
    const { root, undo, done } = await swap('d/old', null, () => undefined, { makeFolder });
    const { touched, left } = await done;
    expect([[...touched], [...left], existsSync(join(root, 'd'))]).toEqual([[join(root, 'd')], ['d'], true]);
    undo.run();
    expect(snapshot(root)).toEqual({ 'd/old': rev('old\n') });
    rmSync(join(root, 'd/old'));
    expect([...removeEmptied({ root, fs: durableFs }, left)]).toEqual([root]);
    expect(existsSync(join(root, 'd'))).toBe(false);
  });

  it.each(CHANGES)('stays as somebody else has just changed it, even if only %s', async (_, change) => {
    const { root, undo, done } = await swap('d/old', 'new\n', (folder) => change(join(folder, 'd/old')));
    await expect(done).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'd/old has just been changed by someone else',
    });
    undo.run();
    expect(readFileSync(join(root, 'd/old'), 'utf8')).not.toBe('new\n');
  });

  it.each([...CHANGES, ['that it is gone', rmSync] as const])(
    'is read by git again if somebody changes it in its place at once, even if only %s',
    async (_, change) => {
      const rename = (from: string, to: string): void => {
        durableFs.rename(from, to);
        if (to.endsWith('/old')) change(to);
      };
      const { done } = await swap('d/old', 'new\n', () => undefined, { rename });
      expect((await done).stats.get('d/old')?.size).toBe(0n);
    },
  );

  it('is returned with its stats, and with every folder whose names have changed', async () => {
    const { root, undo, done } = await swap('n/m/new', 'new\n', () => undefined);
    const { stats, touched } = await done;
    expect([...touched].sort()).toEqual([root, join(root, 'n'), join(root, 'n/m')]);
    expect(stats.get('n/m/new')).toEqual(lstatOrNull(join(root, 'n/m/new')));
    undo.run();
    expect(existsSync(join(root, 'n'))).toBe(false);
    expect(snapshot(join(root, 'd'))).toEqual({ old: rev('old\n') });
  });

  it('is not removed if the commit has it neither before nor after', async () => {
    const root = makeFolder();
    writeFiles(root, { a: 'theirs\n' });
    const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
    const swaps = [{ path: 'a', before: null, after: null, side: null }];
    const seen = new Map([['a', lstatOrNull(join(root, 'a'))]]);
    const { touched } = await swapFiles({ root, fs: durableFs, side, undo: createUndo(), swaps, seen });
    expect([touched.size, readFileSync(join(root, 'a'), 'utf8')]).toEqual([0, 'theirs\n']);
  });

  it('is followed by the folders above one that somebody has already removed', () => {
    const root = makeFolder();
    mkdirSync(join(root, 'd/e'), { recursive: true });
    const removeFolder = (folder: string): void => {
      durableFs.removeFolder(folder);
      if (folder.endsWith('/d/e')) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    };
    expect([...removeEmptied({ root, fs: { removeFolder } }, ['d/e'])]).toEqual([root]);
    expect(existsSync(join(root, 'd'))).toBe(false);
  });

  it('is gone even if its folder cannot be removed', () => {
    const root = makeFolder();
    mkdirSync(join(root, 'd'));
    const removeFolder = (): never => {
      throw Object.assign(new Error('made to fail'), { code: 'EIO' });
    };
    expect([...removeEmptied({ root, fs: { removeFolder } }, ['d'])]).toEqual([join(root, 'd')]);
  });

  it('takes the place of a folder whose files are removed', async () => {
    const root = makeFolder();
    writeFiles(root, { 'd/e/old': 'old\n' });
    const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
    const fresh = side.newPath('file');
    await durableFs.writeSynced(fresh, Buffer.from('new\n'));
    const swaps = [
      { path: 'd/e/old', before: rev('old\n'), after: null, side: null },
      { path: 'd', before: null, after: rev('new\n'), side: fresh },
    ];
    const seen = new Map(['d/e/old', 'd'].map((path) => [path, path === 'd' ? null : lstatOrNull(join(root, path))]));
    const undo = createUndo();
    await swapFiles({ root, fs: durableFs, side, undo, swaps, seen });
    expect(readFileSync(join(root, 'd'), 'utf8')).toBe('new\n');
    undo.run();
    expect(snapshot(join(root, 'd'))).toEqual({ 'e/old': rev('old\n') });
  });

  it('counts as removed if it is already gone', async () => {
    const root = makeFolder();
    mkdirSync(join(root, 'd'));
    const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
    const swaps = [{ path: 'd/x', before: rev('x'), after: null, side: null }];
    const seen = new Map([['d/x', null]]);
    const { touched } = await swapFiles({ root, fs: durableFs, side, undo: createUndo(), swaps, seen });
    expect([touched.size, existsSync(join(root, 'd'))]).toEqual([0, true]);
  });
});
