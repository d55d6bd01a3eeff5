import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import { lockText } from '../../../src/git/disk/lock.ts';
import { dropRef } from '../../../src/git/publish/head/writeOwnRef.ts';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { git, leftovers, makeRepository, openRepo, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

const REQUEST = 'refs/quire/requests/origin/1';
const TEXT = lockText('test');

const refsOf = (dir: string): readonly string[] => git(dir, 'for-each-ref', '--format=%(refname)').split('\n');

/** A git that packs all refs, as far as it can. */
function packRefs(dir: string): void {
  try {
    git(dir, 'pack-refs', '--all');
  } catch {
    // Somebody holds its lock.
  }
}

/** The real file system, except that something happens before the first call of a kind. */
function interrupted(name: 'writeSynced' | 'remove' | 'rename', happens: (path: string) => void): DurableFs {
  let isOver = false;
  const call = durableFs[name] as (path: string, ...rest: readonly unknown[]) => unknown;
  const interrupt = (path: string, ...rest: readonly unknown[]): unknown => {
    if (!isOver) happens(path);
    isOver = true;
    return call(path, ...rest);
  };
  return { ...durableFs, [name]: interrupt };
}

const keeperOf = (dir: string, fs: DurableFs = durableFs) => ({
  ...{ fs, location: discoverRepository(dir)!, lockText: TEXT },
  sidePath: join(dir, '.git/quire'),
});

/** A repository with a packed ref of a request, a packed tag with the commit it leads to, and a loose branch. */
function makePacked(): string {
  const dir = makeRepository({ a: 'a\n' });
  git(dir, 'update-ref', REQUEST, 'HEAD');
  git(dir, 'tag', '-a', '-m', 'One', 'v1');
  git(dir, 'pack-refs', '--all');
  git(dir, 'branch', 'feature/x');
  return dir;
}

it('removes a packed ref, and leaves the others', async () => {
  const dir = makePacked();
  await dropRef(keeperOf(dir), REQUEST);
  expect(refsOf(dir)).toEqual(['refs/heads/feature/x', 'refs/heads/main', 'refs/tags/v1']);
  await dropRef(keeperOf(dir), 'refs/tags/v1');
  await dropRef(keeperOf(dir), 'refs/quire/never/there');
  expect(refsOf(dir)).toEqual(['refs/heads/feature/x', 'refs/heads/main']);
  expect(readFileSync(join(dir, '.git/packed-refs'), 'utf8')).not.toContain('^');
  git(dir, 'fsck', '--strict');
  expect(leftovers(dir)).toEqual([]);
});

it('loses no ref that git packs at the same time', async () => {
  const dir = makePacked();
  await dropRef(
    keeperOf(
      dir,
      interrupted('writeSynced', () => packRefs(dir)),
    ),
    REQUEST,
  );
  expect(refsOf(dir)).toEqual(['refs/heads/feature/x', 'refs/heads/main', 'refs/tags/v1']);
});

it('puts its own name into git’s lock, so that the next start can remove it', async () => {
  const dir = makePacked();
  const held: string[] = [];
  const fs = interrupted('rename', () => void held.push(readFileSync(join(dir, '.git/packed-refs.lock'), 'utf8')));
  await dropRef(keeperOf(dir, fs), REQUEST);
  expect(held).toEqual([TEXT]);
});

it('removes a branch for good even if git packs it at the same time', async () => {
  const dir = makeRepository({ a: 'a\n' });
  git(dir, 'branch', 'change/menu');
  const ref = 'refs/heads/change/menu';
  const fs = interrupted('remove', (path) => path.endsWith('change/menu') && packRefs(dir));
  const repo = await openRepo(dir, { fs });
  await repo.branches.remove({ ref, commit: git(dir, 'rev-parse', ref) });
  await repo.close();
  expect(refsOf(dir)).toEqual(['refs/heads/main']);
});
