import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import {
  edit,
  type Files,
  git,
  leftovers,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  openRepo,
  publishOn,
  removeFolders,
  troubles,
  writeFiles,
} from '../sandbox.ts';

afterAll(removeFolders);

const FILES = { a: 'a\n', b: 'b\n', z: 'z\n' };
const refs = (dir: string) => git(dir, 'for-each-ref', '--format=%(refname)', 'refs/quire');

describe('an index that was read before a write and written back after it', () => {
  const writeBackStale = async (dir: string) => {
    const index = join(dir, '.git/index');
    const stale = readFileSync(index);
    const repo = await openRepo(dir);
    await publishOn(repo, edit('a', '2\n', 'a\n'), edit('n', 'n\n'), edit('b', null, 'b\n'));
    writeFileSync(index, stale);
    return repo;
  };

  it('is repaired before the next write', async () => {
    const dir = makeRepository(FILES);
    const repo = await writeBackStale(dir);
    await publishOn(repo, edit('z', '2\n', 'z\n'));
    await repo.close();
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Theirs');
    expect(git(dir, 'ls-tree', '--name-only', 'HEAD')).toBe('a\nn\nz');
    expect(git(dir, 'show', 'HEAD:a')).toBe('2');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is repaired when a change is reported', async () => {
    const dir = makeRepository(FILES);
    const repo = await writeBackStale(dir);
    await repo.check();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    await repo.close();
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('takes no lock to look at an index in which nothing is stale: a commit may follow at any moment', async () => {
    const dir = makeRepository(FILES);
    let locks = 0;
    const onStep = (step: number): void => {
      if (step === 3) locks += 1;
    };
    const repo = await openRepo(dir, { onStep });
    await publishOn(repo, edit('a', '2\n', 'a\n'));
    writeFiles(dir, { b: 'theirs\n' });
    git(dir, 'add', 'b');
    expect([repo.isTouched(), locks]).toEqual([true, 1]);
    await repo.check();
    expect([repo.isTouched(), locks]).toEqual([false, 1]);
    git(dir, 'commit', '-q', '-m', 'Theirs');
    await repo.check();
    await publishOn(repo, edit('a', '3\n', '2\n'));
    await repo.close();
    expect(locks).toBe(2);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is left alone where somebody has staged or written something else', async () => {
    const dir = makeRepository(FILES);
    const repo = await openRepo(dir);
    await publishOn(repo, edit('a', '2\n', 'a\n'), edit('b', '2\n', 'b\n'));
    writeFiles(dir, { a: 'mine\n' });
    git(dir, 'add', 'a');
    writeFiles(dir, { a: '2\n', b: 'b\n' });
    git(dir, 'add', 'b');
    const before = git(dir, 'status', '--porcelain');
    await repo.check();
    await repo.close();
    expect(git(dir, 'status', '--porcelain')).toBe(before);
    expect(before).toBe('MM a\nM  b');
  });
});

describe('our last commit', () => {
  const leave = async (dir: string) => {
    const repo = await openRepo(dir);
    const published = await publishOn(repo, edit('a', '2\n', 'a\n'));
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    await repo.check();
    await repo.check();
    await repo.close();
    git(dir, 'reflog', 'expire', '--expire=now', '--all');
    git(dir, 'gc', '-q', '--prune=now');
    return { commit: published.commit!, reports: repo.reports() };
  };

  it('is kept and reported once when it leaves the branch', async () => {
    const dir = makeRepository(FILES);
    const { commit, reports } = await leave(dir);
    expect(reports).toMatchObject([{ code: 'LOST_COMMIT', commit }]);
    expect(refs(dir)).toBe(`refs/quire/lost/${commit}`);
    expect(git(dir, 'show', `${commit}:a`)).toBe('2');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is not lost when people commit, merge, or look at another branch', async () => {
    const dir = makeRepository(FILES);
    git(dir, 'branch', 'other');
    const repo = await openRepo(dir);
    await publishOn(repo, edit('a', '2\n', 'a\n'));
    for (const work of [
      ['commit', '-q', '--allow-empty', '-m', 'More'],
      ['checkout', '-q', 'other'],
      ['commit', '-q', '--allow-empty', '-m', 'Elsewhere'],
      ['merge', '-q', '--no-edit', 'main'],
      ['checkout', '-q', 'main'],
      ['merge', '-q', '--ff-only', 'other'],
    ]) {
      git(dir, ...work);
      await repo.check();
    }
    await repo.close();
    expect([refs(dir), repo.reports()]).toEqual(['', []]);
  });
});

describe('our commits, recreated by others,', () => {
  /** Two commits of ours on `main` and one of a developer's on `side`; returns the reports after some work on them. */
  const watch = async (work: (dir: string) => void, theirs: Files = { z: 'theirs\n' }) => {
    const dir = makeRepository(FILES);
    const ownCommitsFile = join(makeFolder(), 'own-commits.json');
    const repo = await openRepo(dir, { ownCommitsFile });
    await publishOn(repo, edit('a', '1\n', 'a\n'), edit('new', 'new\n'));
    const { commit } = await publishOn(repo, edit('a', '2\n', '1\n'));
    git(dir, 'checkout', '-q', '-b', 'side', 'HEAD~2');
    writeFiles(dir, theirs);
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Theirs');
    git(dir, 'checkout', '-q', 'main');
    work(dir);
    await repo.check();
    await repo.close();
    // The remembered commit is in the branch: another start finds it there, though the original is gone.
    git(dir, 'reflog', 'expire', '--expire=now', '--all');
    git(dir, 'gc', '-q', '--prune=now');
    const again = await openRepo(dir, { ownCommitsFile });
    await again.close();
    expect(again.reports()).toEqual(repo.reports());
    const remembered = JSON.parse(readFileSync(ownCommitsFile, 'utf8'));
    return { dir, commit, lost: repo.reports().map((report) => report.commit), remembered };
  };
  const rebase = (dir: string): string => git(dir, 'rebase', '-q', 'side');

  it('are not lost with a rebase, and are watched from then on', async () => {
    const { dir, lost, remembered } = await watch(rebase);
    expect([lost, refs(dir)]).toEqual([[], '']);
    expect(remembered).toEqual([['refs/heads/main', git(dir, 'rev-parse', 'HEAD')]]);
    const repo = await openRepo(dir);
    const { commit } = await publishOn(repo, edit('a', '3\n', '2\n'));
    git(dir, 'reset', '-q', '--hard', 'side');
    await repo.check();
    await repo.close();
    expect(repo.reports()).toMatchObject([{ code: 'LOST_COMMIT', commit }]);
  });

  const kept: Record<string, (dir: string) => void> = {
    'a squash': (dir) => {
      git(dir, 'reset', '-q', '--soft', 'HEAD~2');
      git(dir, 'commit', '-q', '-m', 'Both');
    },
    'another message': (dir) => git(dir, 'commit', '-q', '--amend', '-m', 'Other'),
    'cherry-picks onto another start': (dir) => {
      git(dir, 'checkout', '-q', '--orphan', 'fresh');
      git(dir, 'commit', '-q', '-m', 'All');
      git(dir, 'branch', '-q', '-f', 'main', 'fresh');
      git(dir, 'checkout', '-q', 'main');
    },
    'a merge beside it, and later changes of the same files': (dir) => {
      rebase(dir);
      writeFiles(dir, { a: '3\n', new: 'other\n' });
      git(dir, 'commit', '-q', '-a', '-m', 'Later');
      git(dir, 'merge', '-q', '-s', 'ours', '--allow-unrelated-histories', '-m', 'Merge', 'HEAD~3');
    },
  };
  it.each(Object.entries(kept))('are not lost with %s', async (_, work) => {
    const { dir, lost } = await watch(work);
    expect([lost, refs(dir)]).toEqual([[], '']);
  });

  const dropped: Record<string, (dir: string) => void> = {
    'one of them left out': (dir) => git(dir, 'rebase', '-q', '-X', 'theirs', '--onto', 'side', 'HEAD~1'),
    'one file left out': (dir) => {
      rebase(dir);
      git(dir, 'reset', '-q', '--hard', 'side');
      writeFiles(dir, { a: '2\n' });
      git(dir, 'commit', '-q', '-a', '-m', 'Half');
    },
    'another value': (dir) => {
      rebase(dir);
      git(dir, 'reset', '-q', '--hard', 'side');
      writeFiles(dir, { a: 'two\n', new: 'new\n' });
      git(dir, 'add', '-A');
      git(dir, 'commit', '-q', '-m', 'Other');
    },
    'nothing of them': (dir) => git(dir, 'reset', '-q', '--hard', 'side'),
  };
  it.each(Object.entries(dropped))('are lost with %s', async (_, work) => {
    const { dir, commit, lost } = await watch(work);
    expect([lost, refs(dir)]).toEqual([[commit], `refs/quire/lost/${commit}`]);
  });
});

describe('a file that HEAD has moved past', () => {
  const pushFromAClone = async (dir: string) => {
    git(dir, 'config', 'receive.denyCurrentBranch', 'ignore');
    const repo = await openRepo(dir);
    const clone = join(makeFolder(), 'clone');
    git(dir, 'clone', '-q', dir, clone);
    writeFiles(clone, { a: 'pushed\n', n: 'new\n' });
    git(clone, 'add', '-A');
    git(clone, 'commit', '-q', '-m', 'Pushed');
    git(clone, 'push', '-q', 'origin', 'main');
    await repo.check();
    return repo;
  };

  it('is reported and refused until it is brought up to date', async () => {
    const dir = makeRepository(FILES);
    const repo = await pushFromAClone(dir);
    expect(repo.reports()).toMatchObject([
      { code: 'BEHIND_HEAD', path: 'a' },
      { code: 'BEHIND_HEAD', path: 'n' },
    ]);
    await expect(publishOn(repo, edit('a', '2\n', 'pushed\n'))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/a is behind HEAD/),
      details: [{ path: ['a'] }],
    });
    await publishOn(repo, edit('z', '2\n', 'z\n'));
    expect(git(dir, 'show', 'HEAD:a')).toBe('pushed');

    git(dir, 'restore', '--source=HEAD', '--staged', '--worktree', 'a', 'n');
    await publishOn(repo, edit('a', '2\n', 'pushed\n'));
    await repo.check();
    await repo.close();
    expect(repo.reports()).toEqual([]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('does not exist after a checkout, a merge or a commit', async () => {
    const dir = makeRepository(FILES);
    const repo = await openRepo(dir);
    git(dir, 'checkout', '-q', '-b', 'side');
    writeFiles(dir, { a: 'side\n', n: 'n\n' });
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Side');
    await repo.check();
    git(dir, 'checkout', '-q', 'main');
    await repo.check();
    git(dir, 'merge', '-q', 'side');
    await repo.check();
    await repo.close();
    expect(repo.reports()).toEqual([]);
  });
});

describe('a detached HEAD', () => {
  /** What is left of a commit made on it once the server has stopped and somebody checks out a branch. */
  const leave = async (dir: string): Promise<string> => {
    git(dir, 'checkout', '-q', '--detach');
    const repo = await openRepo(dir);
    const published = await publishOn(repo, edit('a', '2\n', 'a\n'));
    await repo.close();
    git(dir, 'checkout', '-q', 'main');
    git(dir, 'reflog', 'expire', '--expire=now', '--all');
    git(dir, 'gc', '-q', '--prune=now');
    return published.commit!;
  };

  it('does not lose its commits: git keeps them because of our ref', async () => {
    const dir = makeRepository(FILES);
    expect(git(dir, 'cat-file', '-t', await leave(dir))).toBe('commit');
  });

  it('moves with the commits, which are also kept under a ref, and is reported', async () => {
    const dir = makeRepository(FILES);
    git(dir, 'checkout', '-q', '--detach');
    const repo = await openRepo(dir);
    await publishOn(repo, edit('a', '2\n', 'a\n'));
    const published = await publishOn(repo, edit('a', '3\n', '2\n'));
    await repo.check();
    expect(repo.reports()).toMatchObject([{ code: 'DETACHED' }]);
    expect(git(dir, 'rev-parse', 'refs/quire/detached')).toBe(published.commit);
    git(dir, 'checkout', '-q', 'main');
    await repo.check();
    await repo.close();
    expect(repo.reports()).toMatchObject([{ code: 'LOST_COMMIT', commit: published.commit }]);
  });
});

describe("git's locks", () => {
  const SLOW_MS = 400;
  /** How long one write held them, and how long they were free until the next one took them. */
  const heldAndFree = async () => {
    const times: number[] = [];
    const note = (step: number): void => {
      if (step === 3 || step === 10) times.push(performance.now());
    };
    const patch: typeof durableFs.patch = (...args) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MS);
      durableFs.patch(...args);
    };
    const repo = await openRepo(makeRepository(FILES), { fs: { ...durableFs, patch }, onStep: note });
    for (const [before, after] of [
      ['a', '2'],
      ['2', '3'],
    ] as const)
      await publishOn(repo, edit('a', `${after}\n`, `${before}\n`));
    await repo.close();
    return { held: times[1]! - times[0]!, free: times[2]! - times[1]! };
  };

  it('are left to others for as long as they were held', async () => {
    const { held, free } = await heldAndFree();
    expect(held).toBeGreaterThanOrEqual(SLOW_MS);
    // A timer may end a millisecond early.
    expect(free).toBeGreaterThanOrEqual(held - 2);
  });
});

describe('the index that is written', () => {
  /** A file saved with as many bytes in the second in which the index was written: git cannot see that from its stat. */
  const saveRacily = async (dir: string) => {
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    git(dir, 'config', 'core.trustctime', 'false');
    git(dir, 'config', 'core.checkStat', 'minimal');
    utimesSync(join(dir, 'z'), now, now);
    git(dir, 'update-index', 'z');
    writeFileSync(join(dir, 'z'), 'Z\n');
    utimesSync(join(dir, 'z'), now, now);
    utimesSync(join(dir, '.git/index'), now, now);
    const repo = await openRepo(dir);
    await publishOn(repo, edit('a', '2\n', 'a\n'));
    await repo.close();
    const later = new Date(now.getTime() + 5000);
    utimesSync(join(dir, '.git/index'), later, later);
    return git(dir, 'status', '--porcelain');
  };

  it('does not hide what somebody saved in the second of the index before it', async () => {
    expect(await saveRacily(makeRepository(FILES))).toBe(' M z');
  });

  it('has no extension that is out of date', async () => {
    const dir = makeRepository({ 'd/a': 'a\n', 'd/e/b': 'b\n', z: 'z\n' });
    git(dir, 'config', 'core.untrackedCache', 'true');
    git(dir, 'config', 'index.recordEndOfIndexEntries', 'true');
    git(dir, 'update-index', '--untracked-cache', '--force-write-index');
    git(dir, 'status');
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Fill the cache of trees');
    const index = join(dir, '.git/index');
    const old = readFileSync(index);
    const extensions = old.subarray(old.indexOf('TREE'), old.length - 20);
    expect([old.includes('TREE'), old.includes('UNTR')]).toEqual([true, true]);
    const repo = await openRepo(dir);
    await publishOn(repo, edit('d/e/b', '2\n', 'b\n'), edit('d/n', 'n\n'));
    await repo.close();
    const fresh = readFileSync(index);
    for (const name of ['TREE', 'UNTR', 'FSMN', 'EOIE', 'IEOT', 'REUC']) expect(fresh.includes(name)).toBe(false);
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Theirs');
    expect(git(dir, 'show', 'HEAD:d/e/b')).toBe('2');

    // What the cache of trees would have done if it had been kept.
    const tree = extensions.subarray(0, 8 + extensions.readUInt32BE(4));
    writeFileSync(index, Buffer.concat([fresh.subarray(0, -20), tree, Buffer.alloc(20)]));
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Reverts ours');
    expect(git(dir, 'show', 'HEAD:d/e/b')).toBe('b');
  });
});
