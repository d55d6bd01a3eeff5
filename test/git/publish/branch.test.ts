import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BranchMoved } from '../../../src/git/publish/branch/branchTip.ts';
import { stride } from '../../effort.ts';
import { long } from '../../long.ts';
import {
  ADA,
  AT,
  edit,
  git,
  leftovers,
  makeRepository,
  NO_TROUBLES,
  openRepo,
  publishOn,
  removeFolders,
  request,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

const REF = 'refs/heads/change/menu';
const FILES = { 'a.yaml': 'a\n', 'b.yaml': 'b\n' };
const show = (dir: string, ref: string, path: string): string => git(dir, 'show', `${ref}:${path}`);

/** A repository with a branch on which one file is different. */
async function withBranch() {
  const dir = makeRepository(FILES);
  const repo = await openRepo(dir);
  const main = git(dir, 'rev-parse', 'HEAD');
  const first = await repo.branches.move({ ref: REF, commit: null, onto: main }, [
    { edits: [], joins: [], message: 'Begin a change\n', author: ADA, at: AT },
  ]);
  return { dir, repo, main, first };
}

it('makes a branch and commits on it, and leaves HEAD, the index and the files alone', async () => {
  const { dir, repo, main, first } = await withBranch();
  const index = readFileSync(join(dir, '.git/index'));
  const second = await repo.branches.commit({ ref: REF, commit: first }, [
    request([edit('a.yaml', 'other\n', 'a\n')], 'Change a\n'),
    request([edit('c.yaml', 'c\n')], 'Add c\n'),
  ]);
  expect(git(dir, 'rev-parse', REF)).toBe(second.at(-1)!.commit);
  expect(git(dir, 'log', '--format=%s', `main..${REF}`)).toBe('Add c\nChange a\nBegin a change');
  expect(show(dir, REF, 'a.yaml')).toBe('other');
  expect(git(dir, 'reflog', 'show', '--format=%gs', REF)).toBe(
    'commit: Add c\ncommit: Change a\ncommit: Begin a change',
  );
  expect(git(dir, 'rev-parse', 'HEAD')).toBe(main);
  expect(readFileSync(join(dir, '.git/index'))).toEqual(index);
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('a\n');
  await repo.close();
  expect(troubles(dir)).toEqual(NO_TROUBLES);
  expect(leftovers(dir)).toEqual([]);
});

it('joins what is live with a branch', async () => {
  const { dir, repo, first } = await withBranch();
  const { commit } = await publishOn(repo, edit('b.yaml', 'live\n', 'b\n'));
  const before = { mode: '100644', id: git(dir, 'rev-parse', `${REF}:b.yaml`) };
  const after = { mode: '100644', id: git(dir, 'rev-parse', 'main:b.yaml') };
  const joined = await repo.branches.move({ ref: REF, commit: first }, [
    { edits: [{ path: 'b.yaml', before, after }], joins: [commit!], message: 'Update\n', author: ADA, at: AT },
  ]);
  expect(git(dir, 'log', '-1', '--format=%P', REF)).toBe(`${first} ${commit}`);
  expect(show(dir, joined, 'b.yaml')).toBe('live');
  await repo.close();
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});

it('throws BranchMoved if the branch is at another commit, or is gone', async () => {
  const { dir, repo, main, first } = await withBranch();
  git(dir, 'update-ref', REF, main);
  const write = repo.branches.commit({ ref: REF, commit: first }, [request([edit('c.yaml', 'c\n')])]);
  await expect(write).rejects.toEqual(new BranchMoved(REF, main));
  git(dir, 'update-ref', '-d', REF);
  const again = repo.branches.commit({ ref: REF, commit: main }, [request([edit('c.yaml', 'c\n')])]);
  await expect(again).rejects.toBeInstanceOf(BranchMoved);
  await repo.close();
  expect(troubles(dir)).toEqual(NO_TROUBLES);
  expect(leftovers(dir)).toEqual([]);
});

describe('a branch that somebody has checked out', () => {
  it('is not written while it is checked out', async () => {
    const { dir, repo, first } = await withBranch();
    git(dir, 'switch', '-q', 'change/menu');
    const write = repo.branches.commit({ ref: REF, commit: first }, [request([edit('c.yaml', 'c\n')])]);
    await expect(write).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(repo.branches.remove({ ref: REF, commit: first })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(git(dir, 'rev-parse', REF)).toBe(first);
    await repo.close();
  });

  it('is not written while a linked working tree has a damaged HEAD, and the answer names that tree', async () => {
    const { dir, repo, first } = await withBranch();
    git(dir, 'worktree', 'add', '-q', '-b', 'other', join(dir, '..', 'other tree'));
    const [name = ''] = readdirSync(join(dir, '.git/worktrees'));
    writeFileSync(join(dir, '.git/worktrees', name, 'HEAD'), '');
    const write = repo.branches.commit({ ref: REF, commit: first }, [request([edit('c.yaml', 'c\n')])]);
    await expect(write).rejects.toThrow(`The linked working tree "${name}" has no readable HEAD`);
    await repo.close();
  });

  it('is not written in a linked working tree, nor in the middle of a rebase', async () => {
    const { dir, repo, main, first } = await withBranch();
    const write = () => repo.branches.commit({ ref: REF, commit: first }, [request([edit('c.yaml', 'c\n')])]);
    const linked = join(dir, '.git', 'elsewhere');
    git(dir, 'worktree', 'add', '-q', linked, 'change/menu');
    await expect(write()).rejects.toMatchObject({ code: 'CONFLICT' });
    const stop = ['-c', `sequence.editor=sed -i s/^pick/edit/`];
    git(linked, ...stop, 'rebase', '-q', '-i', '--keep-empty', '--no-ff', main);
    expect(git(linked, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    await expect(write()).rejects.toMatchObject({ code: 'CONFLICT' });
    await repo.close();
  });
});

describe('a branch that is removed', () => {
  it('is gone with its log, even if it was packed', async () => {
    const { dir, repo, first } = await withBranch();
    git(dir, 'pack-refs', '--all');
    expect(repo.branches.list('refs/heads/')).toEqual(
      new Map([
        [REF, first],
        ['refs/heads/main', git(dir, 'rev-parse', 'main')],
      ]),
    );
    await repo.branches.remove({ ref: REF, commit: first });
    expect(git(dir, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(existsSync(join(dir, '.git/logs', REF))).toBe(false);
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    // A pack is guarded as long as the process that made it lives.
    expect(leftovers(dir).filter((path) => !path.endsWith('.keep'))).toEqual([]);
  });

  it('stays if it has moved', async () => {
    const { dir, repo, main, first } = await withBranch();
    git(dir, 'update-ref', REF, main);
    await expect(repo.branches.remove({ ref: REF, commit: first })).rejects.toBeInstanceOf(BranchMoved);
    expect(git(dir, 'rev-parse', REF)).toBe(main);
    await repo.close();
  });
});

it('refuses a branch below the name of another branch', async () => {
  const dir = makeRepository(FILES);
  git(dir, 'branch', 'change');
  const repo = await openRepo(dir);
  const write = repo.branches.move({ ref: REF, commit: null, onto: git(dir, 'rev-parse', 'main') }, [
    { edits: [], joins: [], message: 'Begin\n', author: ADA, at: AT },
  ]);
  await expect(write).rejects.toMatchObject({ code: 'CONFLICT' });
  await repo.close();
  expect(leftovers(dir)).toEqual([]);
});

/** A separate process, from the compiled code, that commits to a branch or removes it, and kills itself after a step or before a change to the disk. */
const CHILD = `
const [dist, dir, ref, commit, does, step, call] = process.argv.slice(1);
const { createRepository } = await import(dist + 'repository.js');
const { durableFs } = await import(dist + 'durableFs.js');
const die = () => process.kill(process.pid, 'SIGKILL');
let calls = 0;
const fs = Object.fromEntries(Object.entries(durableFs).map(([name, real]) => [name, (...args) => {
  if (++calls === Number(call)) die();
  return real(...args);
}]));
const repo = await createRepository({ contentDir: dir, fs, onStep: (done) => { if (done === Number(step)) die(); } });
calls = 0;
const author = { name: 'Ada', email: 'ada@example.org' };
const edits = [{ path: 'c.yaml', before: null, bytes: Buffer.from('c') }];
if (does === 'commit') await repo.branches.commit({ ref, commit }, [{ message: 'Add c', author, at: new Date(0), edits }]);
else await repo.branches.remove({ ref, commit });
await repo.close();
`;
const DIST = new URL('../../../dist-test/', import.meta.url).href;

interface Death {
  readonly does: 'commit' | 'remove';
  readonly step?: number;
  readonly call?: number;
}

/** Returns the branch's commit after that, and whether the process was killed before its end. */
async function dieAt({ does, step = 0, call = 0 }: Death) {
  const { dir, repo, first } = await withBranch();
  await repo.close();
  git(dir, 'pack-refs', '--all');
  const args = ['--input-type=module', '-e', CHILD, DIST, dir, REF, first, does, `${step}`, `${call}`];
  const child = spawnSync(process.execPath, args);
  if (child.signal === null) expect([child.status, child.stderr.toString()]).toEqual([0, '']);
  const next = await openRepo(dir);
  await next.close();
  expect(troubles(dir)).toEqual(NO_TROUBLES);
  expect(leftovers(dir)).toEqual([]);
  const [now] = git(dir, 'for-each-ref', '--format=%(objectname)', REF).split('\n');
  if (does === 'commit' && now !== first) expect(show(dir, REF, 'c.yaml')).toBe('c');
  return { isKilled: child.signal === 'SIGKILL', isAsBefore: now === first };
}

long.describe('a branch whose writer is killed', () => {
  it.each([2, 4, 8, 9])('is as before or as after the write, killed after step %i', async (step) => {
    expect(await dieAt({ does: 'commit', step })).toEqual({ isKilled: true, isAsBefore: step < 9 });
  });

  it.each(['commit', 'remove'] as const)('is as before or as after, wherever it is killed: %s', async (does) => {
    for (let call = 1; (await dieAt({ does, call })).isKilled; call += stride(9));
  });
});

it.each(['loose', 'packed'])('refuses a branch with the name of a folder of branches (%s)', async (kept) => {
  const { dir, repo, main } = await withBranch();
  if (kept === 'packed') git(dir, 'pack-refs', '--all');
  const making = repo.branches.move({ ref: 'refs/heads/change', commit: null, onto: main }, [
    { edits: [], joins: [], message: 'Begin a change\n', author: ADA, at: AT },
  ]);
  await expect(making).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The branch change/menu is in the way of change: rename it with git branch -m',
  });
  expect(git(dir, 'for-each-ref', '--format=%(refname)')).toBe(`${REF}\nrefs/heads/main`);
  await repo.close();
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});

it('makes a branch where a folder of branches has been left empty', async () => {
  const { dir, repo, main, first } = await withBranch();
  await repo.branches.remove({ ref: REF, commit: first });
  const made = await repo.branches.move({ ref: 'refs/heads/change', commit: null, onto: main }, [
    { edits: [], joins: [], message: 'Begin a change\n', author: ADA, at: AT },
  ]);
  expect(git(dir, 'rev-parse', 'refs/heads/change')).toBe(made);
  await repo.close();
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});
