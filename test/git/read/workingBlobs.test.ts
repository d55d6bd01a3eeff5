import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { peekIndex } from '../../../src/git/publish/index/indexStore.ts';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { createWorkingBlobs } from '../../../src/git/read/workingBlobs.ts';
import { runProgram } from '../../run/runProgram.ts';

/** A repository with content in a folder of it; its files are older than the index. */
function makeFolder() {
  const worktree = mkdtempSync(join(tmpdir(), 'quire-blobs-'));
  onTestFinished(() => rmSync(worktree, { recursive: true, force: true }));
  const root = join(worktree, 'content');
  const git = (...args: readonly string[]): string =>
    runProgram('git', args, { cwd: root, encoding: 'utf8', env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
  const write = (path: string, text: string): void => {
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
  };
  mkdirSync(root);
  git('init', '--quiet', '..');
  function find(path: string) {
    const location = discoverRepository(root)!;
    return createWorkingBlobs(location, peekIndex(location.gitDir))(path);
  }
  return { root, git, write, find };
}

it('returns the ids that git gives to known, changed, new and staged files', async () => {
  const { root, git, write, find } = makeFolder();
  const idOf = (path: string): string => git('hash-object', path).trim();
  for (const path of ['known', 'changed', 'longer']) write(path, 'noon\n');
  git('add', '.');
  write('new', 'new\n');
  write('longer', 'afternoon\n');
  // As many bytes and the same time: only the inode differs.
  rmSync(join(root, 'changed'));
  write('other', 'x');
  write('changed', 'nine\n');
  for (const path of ['known', 'changed', 'longer', 'new'])
    expect([path, await find(path)]).toEqual([path, idOf(path)]);
});

it('believes the index about an unchanged file, without reading the file', async () => {
  const { root, git, write, find } = makeFolder();
  write('known', 'noon\n');
  git('add', '.');
  const before = await find('known');
  const { ino } = statSync(join(root, 'known'));
  writeFileSync(join(root, 'known'), 'nine\n');
  utimesSync(join(root, 'known'), 1_700_000_000, 1_700_000_000);
  expect(statSync(join(root, 'known')).ino).toBe(ino);
  expect(await find('known')).toBe(before);
});

it('reads a file that is as young as the index', async () => {
  const { root, git, write, find } = makeFolder();
  write('young', 'noon\n');
  utimesSync(join(root, 'young'), 4_000_000_000, 4_000_000_000);
  git('add', '.');
  writeFileSync(join(root, 'young'), 'nine\n');
  utimesSync(join(root, 'young'), 4_000_000_000, 4_000_000_000);
  expect(await find('young')).toBe(git('hash-object', 'young').trim());
});

it('finds no blob if there is no regular file', async () => {
  const { root, write, find } = makeFolder();
  write('file', 'x');
  symlinkSync('file', join(root, 'link'));
  mkdirSync(join(root, 'folder'));
  expect([await find('link'), await find('folder'), await find('none'), await find('file/below')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
