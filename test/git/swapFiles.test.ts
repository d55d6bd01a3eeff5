import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../src/git/durableFs.ts';
import { lstatOrNull } from '../../src/git/fileSwap.ts';
import { createSideFolder } from '../../src/git/sideFolder.ts';
import { swapFiles } from '../../src/git/swapFiles.ts';
import { createUndo } from '../../src/git/undo.ts';
import { makeFolder, removeFolders, rev, snapshot, writeFiles } from './sandbox.ts';

afterAll(removeFolders);

/** A swap of `path` from `before` to `after`, and what `meanwhile` does after the file was looked at. */
async function swap(path: string, after: string | null, meanwhile: (root: string) => void) {
  const root = makeFolder();
  writeFiles(root, { 'd/old': 'old\n' });
  const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
  const fresh = after === null ? null : side.newPath('file');
  if (fresh !== null && after !== null) await durableFs.writeSynced(fresh, Buffer.from(after));
  const before = existsSync(join(root, path)) ? rev(readFileSync(join(root, path), 'utf8')) : null;
  const seen = new Map([[path, lstatOrNull(join(root, path))]]);
  meanwhile(root);
  const undo = createUndo();
  const swaps = [{ path, before, after: after === null ? null : rev(after), side: fresh }];
  return { root, undo, done: swapFiles({ root, fs: durableFs, side, undo, swaps, seen }) };
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

  it('keeps its mode, and everything is as before when it is taken back', async () => {
    const { root, undo, done } = await swap('d/old', 'new\n', (root) => chmodSync(join(root, 'd/old'), 0o755));
    const { touched } = await done;
    expect([...touched]).toEqual([join(root, 'd')]);
    expect(readFileSync(join(root, 'd/old'), 'utf8')).toBe('new\n');
    undo.run();
    expect(readFileSync(join(root, 'd/old'), 'utf8')).toBe('old\n');
    expect(statSync(join(root, 'd/old')).mode & 0o777).toBe(0o755);
  });

  it('takes the folders with it that it leaves empty, and brings them back', async () => {
    const { root, undo, done } = await swap('d/old', null, () => undefined);
    expect([...(await done).touched]).toEqual([root]);
    expect(existsSync(join(root, 'd'))).toBe(false);
    undo.run();
    expect(snapshot(root)).toEqual({ 'd/old': rev('old\n') });
  });

  it('is looked at by git again when somebody writes to it in its place at once', async () => {
    const root = makeFolder();
    writeFiles(root, { a: 'old\n' });
    const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
    const fresh = side.newPath('file');
    await durableFs.writeSynced(fresh, Buffer.from('new\n'));
    const rename = (from: string, to: string): void => {
      durableFs.rename(from, to);
      writeFileSync(to, 'theirs, longer\n');
    };
    const { stats } = await swapFiles({
      root,
      fs: { ...durableFs, rename },
      side,
      undo: createUndo(),
      swaps: [{ path: 'a', before: rev('old\n'), after: rev('new\n'), side: fresh }],
      seen: new Map([['a', lstatOrNull(join(root, 'a'))]]),
    });
    expect(stats.get('a')?.size).toBe(0n);
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('theirs, longer\n');
  });

  it('fails with its folder, and is back when that is undone', async () => {
    const root = makeFolder();
    writeFiles(root, { 'd/old': 'old\n' });
    const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
    const removeFolder = (): never => {
      throw Object.assign(new Error('made to fail'), { code: 'EIO' });
    };
    const undo = createUndo();
    const swaps = [{ path: 'd/old', before: rev('old\n'), after: null, side: null }];
    const seen = new Map([['d/old', lstatOrNull(join(root, 'd/old'))]]);
    const done = swapFiles({ root, fs: { ...durableFs, removeFolder }, side, undo, swaps, seen });
    await expect(done).rejects.toThrow('made to fail');
    undo.run();
    expect(snapshot(join(root, 'd'))).toEqual({ old: rev('old\n') });
  });

  it('that is gone already, as it is to be, only counts as removed', async () => {
    const root = makeFolder();
    mkdirSync(join(root, 'd'));
    const side = createSideFolder({ path: join(root, 'side'), fs: durableFs });
    const swaps = [{ path: 'd/x', before: rev('x'), after: null, side: null }];
    const seen = new Map([['d/x', null]]);
    const { touched } = await swapFiles({ root, fs: durableFs, side, undo: createUndo(), swaps, seen });
    expect([touched.size, existsSync(join(root, 'd'))]).toEqual([0, true]);
  });
});
