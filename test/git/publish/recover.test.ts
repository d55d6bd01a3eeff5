import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { initRepository } from '../../../src/git/init.ts';
import {
  edit,
  git,
  leftovers,
  makeExecutable,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  openRepo,
  publishOn,
  removeFolders,
  request,
  rev,
  snapshot,
  troubles,
  writeFiles,
} from '../sandbox.ts';
import { dieDuring } from './dieDuring.ts';

afterAll(removeFolders);

const FILES = { a: 'a\n', gone: 'gone\n', 'old/name': 'same\n', z: 'z\n' };
const EDITS = [
  edit('a', '2\n', 'a\n'),
  edit('gone', null, 'gone\n'),
  edit('old/name', null, 'same\n'),
  edit('new/name', 'same\n'),
  edit('n', 'n\n'),
];

/** The repository as a process that dies right after a step of a publish leaves it. */
async function dieAfter(dir: string, step: number): Promise<void> {
  await dieDuring(dir, step, async (repo) => repo.publish(await repo.head(), [request(EDITS)]));
  expect(existsSync(join(dir, '.git/quire/journal'))).toBe(true);
}

/** Opens the repository again, and returns its reports. */
async function reopen(dir: string) {
  const repo = await openRepo(dir);
  await repo.close();
  expect(leftovers(join(dir, '.git'))).toEqual([]);
  return repo.reports();
}

const text = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');

describe('recovery', () => {
  it.each([5, 6, 7, 8])('undoes a publish that stopped after step %i', async (step) => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, step);
    expect(await reopen(dir)).toEqual([]);
    expect(git(dir, 'log', '--format=%s')).toBe('Begin');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(readdirSync(dir).sort()).toEqual(['.git', 'a', 'gone', 'old', 'z']);
  });

  it('is known as long as the repository is open', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 7);
    for (const hasRecovered of [true, false]) {
      const repo = await openRepo(dir);
      expect(repo.hasRecovered).toBe(hasRecovered);
      await repo.close();
    }
  });

  it('is left to another start, and reported, if the repository is opened read-only', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 7);
    const before = snapshot(dir);
    const repo = await openRepo(dir, { readOnly: true });
    await repo.check();
    expect(repo.hasRecovered).toBe(false);
    expect(repo.reports()).toMatchObject([{ code: 'RECOVERY', message: expect.stringContaining('READ_ONLY') }]);
    await expect(publishOn(repo, edit('x', 'x\n'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await repo.close();
    expect(snapshot(dir)).toEqual(before);
    expect(await reopen(dir)).toEqual([]);
    expect(repo.reports()).toEqual([]);
  });

  it('leaves a version that somebody wrote since, and says so', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 7);
    writeFiles(dir, { a: 'mine\n', n: 'mine\n' });
    expect(await reopen(dir)).toMatchObject([
      { code: 'RECOVERY', path: 'a' },
      { code: 'RECOVERY', path: 'n' },
    ]);
    expect([text(dir, 'a'), text(dir, 'n'), text(dir, 'gone')]).toEqual(['mine\n', 'mine\n', 'gone\n']);
    expect(git(dir, 'status', '--porcelain')).toBe(' M a\n?? n');
  });

  it('names what it leaves by its path in the content, which may be a folder of the repository', async () => {
    const dir = makeRepository({ 'content/a': 'a\n' });
    const content = join(dir, 'content');
    await dieDuring(content, 7, (repo) => publishOn(repo, edit('a', '2\n', 'a\n')));
    writeFiles(dir, { 'content/a': 'mine\n' });
    const repo = await openRepo(content);
    await repo.close();
    expect(repo.reports()).toMatchObject([{ code: 'RECOVERY', path: 'a', message: expect.stringMatching(/^a was/) }]);
  });

  it('leaves what somebody staged since', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 7);
    writeFiles(dir, { a: 'mine\n' });
    git(dir, 'add', 'a');
    writeFiles(dir, { a: 'a\n' });
    await reopen(dir);
    expect(git(dir, 'show', ':a')).toBe('mine');
    expect(git(dir, 'status', '--porcelain')).toBe('MM a');
  });

  it('follows HEAD to a commit somebody made since, and keeps ours', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 9);
    const ours = git(dir, 'rev-parse', 'HEAD');
    git(dir, 'update-ref', 'refs/heads/main', git(dir, 'commit-tree', '-p', 'HEAD~1', '-m', 'Theirs', 'HEAD~1^{tree}'));
    expect(await reopen(dir)).toMatchObject([{ code: 'LOST_COMMIT', commit: ours }]);
    expect(git(dir, 'rev-parse', `refs/quire/lost/${ours}`)).toBe(ours);
    expect(git(dir, 'log', '--format=%s')).toBe('Theirs\nBegin');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('reports nothing when the commit has been built upon', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 9);
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Theirs');
    expect(await reopen(dir)).toEqual([]);
    expect(git(dir, 'log', '--format=%s')).toBe('Theirs\nChange something\nBegin');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('removes nothing if a branch without commits is checked out', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 7);
    git(dir, 'symbolic-ref', 'HEAD', 'refs/heads/orphan');
    const before = snapshot(dir);
    const reports = await reopen(dir);
    expect(reports).toMatchObject([{ code: 'LOST_COMMIT' }]);
    const working = (all: Record<string, string>) => Object.entries(all).filter(([path]) => !path.startsWith('.git/'));
    expect(working(snapshot(dir))).toEqual(working(before));
  });

  it('waits for a foreign lock, and is done by the next write', async () => {
    const dir = makeRepository(FILES);
    await dieAfter(dir, 6);
    writeFileSync(join(dir, '.git/index.lock'), '');
    const repo = await openRepo(dir);
    expect(existsSync(join(dir, '.git/quire/journal'))).toBe(true);
    expect(repo.reports()).toMatchObject([{ code: 'RECOVERY', message: expect.stringMatching(/index\.lock/) }]);
    unlinkSync(join(dir, '.git/index.lock'));
    await repo.publish(await repo.head(), [request([edit('z', '2\n', 'z\n')])]);
    await repo.close();
    expect(repo.reports()).toEqual([]);
    expect(readdirSync(dir).sort()).toEqual(['.git', 'a', 'gone', 'old', 'z']);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('is done by the next write if a failed one could not be undone', async () => {
    const dir = makeRepository(FILES);
    let failures = 0;
    const repo = await openRepo(dir, {
      fs: {
        ...durableFs,
        rename(from, to) {
          if (failures > 0 && failures++ < 4) throw Object.assign(new Error('no'), { code: 'EBUSY' });
          durableFs.rename(from, to);
        },
      },
      onStep(step) {
        if (step !== 6 || failures > 0) return;
        failures = 1;
        throw new Error('stopped here');
      },
    });
    await expect(repo.publish(await repo.head(), [request(EDITS)])).rejects.toThrow();
    expect(git(dir, 'status', '--porcelain')).not.toBe('');
    await repo.publish(await repo.head(), [request([edit('z', '2\n', 'z\n')])]);
    await repo.close();
    expect(git(dir, 'log', '--format=%s')).toBe('Change something\nBegin');
    expect(git(dir, 'show', '--name-only', '--format=')).toBe('z');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('leaves the files of a folder that was being adopted, and adopts them', async () => {
    const dir = makeRepository();
    writeFiles(dir, FILES);
    const dead = join(makeFolder(), 'dead');
    const repo = await openRepo(dir, {
      adopts: true,
      onStep(step) {
        if (step === 7) cpSync(dir, dead, { recursive: true, filter: (path) => !/\.(lock|keep)$/.test(path) });
      },
    });
    await repo.publish(null, [request(Object.entries(FILES).map(([path, content]) => edit(path, content)))]);
    await repo.close();
    expect(existsSync(join(dead, '.git/quire/journal'))).toBe(true);
    await initRepository({ contentDir: dead, findGit: async () => null });
    expect(git(dead, 'ls-files').split('\n')).toEqual(Object.keys(FILES).sort());
    expect(git(dead, 'log', '--format=%s')).toBe('Start the content history');
    expect(troubles(dead)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dead, '.git'))).toEqual([]);
  });

  it('undoes nothing if git has removed the commit meanwhile', async () => {
    const dir = makeRepository(FILES);
    mkdirSync(join(dir, '.git/quire'));
    const commit = rev('no commit');
    const journal = { parent: git(dir, 'rev-parse', 'HEAD'), commit, ref: 'refs/heads/main', adopts: false };
    writeFileSync(join(dir, '.git/quire/journal'), JSON.stringify(journal));
    expect(await reopen(dir)).toMatchObject([{ code: 'RECOVERY', commit }]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it.each(['', '\0\0\0\0', '{"parent":1}'])('ignores a journal that contains %j', async (damage) => {
    const dir = makeRepository(FILES);
    mkdirSync(join(dir, '.git/quire'));
    writeFileSync(join(dir, '.git/quire/journal'), damage);
    expect(await reopen(dir)).toMatchObject([{ code: 'RECOVERY' }]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });
});

describe('an index that a power failure has torn', () => {
  const dieWithStaged = async (step: number): Promise<{ dir: string; index: string }> => {
    const dir = makeRepository(FILES);
    writeFiles(dir, { mine: 'mine\n' });
    git(dir, 'add', 'mine');
    await dieAfter(dir, step);
    return { dir, index: join(dir, '.git/index') };
  };
  const tear = (index: string): void => {
    const bytes = readFileSync(index);
    writeFileSync(index, bytes.fill(0, bytes.length >> 1, bytes.length - 10));
  };

  it.each([7, 8, 9, 10])(
    'after step %i is replaced by the one before, and what was staged stays staged',
    async (step) => {
      const { dir, index } = await dieWithStaged(step);
      tear(index);
      expect(await reopen(dir)).toEqual([]);
      expect(git(dir, 'status', '--porcelain')).toBe('A  mine');
      expect(git(dir, 'rev-list', '--count', 'HEAD')).toBe(step < 9 ? '1' : '2');
    },
  );

  it('is kept if it is not torn: a developer may have staged more since', async () => {
    const { dir } = await dieWithStaged(9);
    writeFiles(dir, { more: 'more\n' });
    git(dir, '-c', 'index.skipHash=true', 'add', 'more');
    expect(await reopen(dir)).toEqual([]);
    expect(git(dir, 'status', '--porcelain')).toBe('A  mine\nA  more');
  });

  it('is rebuilt from HEAD if a developer has gone on', async () => {
    const { dir, index } = await dieWithStaged(9);
    git(dir, 'commit', '-q', '-m', 'Theirs');
    tear(index);
    expect(await reopen(dir)).toMatchObject([{ code: 'INDEX_REBUILT' }]);
    expect(git(dir, 'status', '--porcelain')).toBe('');
    expect(git(dir, 'ls-files', 'mine')).toBe('mine');
  });

  it('leaves no second name of the one before', async () => {
    const dir = makeRepository(FILES);
    writeFiles(dir, { '.git/quire/index': 'left behind' });
    expect(await reopen(dir)).toEqual([]);
  });
});

describe('an index that is damaged', () => {
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'cut short': (bytes) => bytes.subarray(0, bytes.length - 30),
    empty: () => Buffer.alloc(0),
    'all zeros': (bytes) => Buffer.alloc(bytes.length),
    'with a flipped bit': (bytes) =>
      Buffer.concat([bytes.subarray(0, 60), Buffer.of(bytes[60]! ^ 1), bytes.subarray(61)]),
  };

  it.each(Object.entries(damages))('(%s) is rebuilt from HEAD, and the old file kept', async (_, damage) => {
    const dir = makeRepository({ ...FILES, 'd/ü/x': 'x\n' });
    writeFiles(dir, { z: 'unstaged\n' });
    const index = join(dir, '.git/index');
    const damaged = damage(readFileSync(index));
    writeFileSync(index, damaged);
    const repo = await openRepo(dir);
    await repo.publish(await repo.head(), [request([edit('a', '2\n', 'a\n')])]);
    await repo.close();
    expect(repo.reports()).toMatchObject([
      { code: 'INDEX_REBUILT', message: expect.stringMatching(/index\.quire-damaged-1/) },
    ]);
    expect(readFileSync(`${index}.quire-damaged-1`).equals(damaged)).toBe(true);
    expect(git(dir, 'status', '--porcelain')).toBe(' M z');
    expect(git(dir, 'diff', '--cached')).toBe('');
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('has programs and links again, and is empty before the first commit', async () => {
    const dir = makeRepository(FILES);
    makeExecutable(join(dir, 'a'));
    symlinkSync('a', join(dir, 'link'));
    git(dir, 'add', '--all');
    git(dir, 'commit', '-q', '-m', 'More');
    const listed = git(dir, 'ls-files', '--stage');
    for (const from of [dir, makeRepository()]) {
      writeFileSync(join(from, '.git/index'), 'no index');
      const repo = await openRepo(from);
      await publishOn(repo, edit('new', 'new\n'));
      await repo.close();
      expect(repo.reports().map(({ code }) => code)).toContain('INDEX_REBUILT');
      expect(git(from, 'status', '--porcelain') + git(from, 'diff', '--cached')).toBe('');
    }
    expect(git(dir, 'ls-files', '--stage').split('\n')).toEqual(expect.arrayContaining(listed.split('\n')));
  });
});

describe('a branch whose file is empty', () => {
  it.each(['', '\0'.repeat(41)])('(%j) is restored from its log, and that is reported', async (blank) => {
    const dir = makeRepository(FILES);
    const head = git(dir, 'rev-parse', 'HEAD');
    writeFileSync(join(dir, '.git/refs/heads/main'), blank);
    expect(await reopen(dir)).toMatchObject([{ code: 'REF_MENDED', commit: head }]);
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(head);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is restored from a log of more bytes than can be read at once', async () => {
    const dir = makeRepository(FILES);
    const head = git(dir, 'rev-parse', 'HEAD');
    const log = join(dir, '.git/logs/refs/heads/main');
    const lines = readFileSync(log);
    truncateSync(log, 3e9);
    appendFileSync(log, Buffer.concat([Buffer.from('\n'), lines]));
    writeFileSync(join(dir, '.git/refs/heads/main'), '');
    expect(await reopen(dir)).toMatchObject([{ code: 'REF_MENDED', commit: head }]);
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(head);
  });

  const uncertain: Record<string, (dir: string) => void> = {
    'whose log is a folder': (dir) => {
      rmSync(join(dir, '.git/logs/refs/heads/main'));
      mkdirSync(join(dir, '.git/logs/refs/heads/main'));
    },
    'with a log whose last line has no end in sight': (dir) =>
      appendFileSync(
        join(dir, '.git/logs/refs/heads/main'),
        `${rev('a\n')} ${git(dir, 'rev-parse', 'HEAD')} A <a> 1 +0000\t${'x'.repeat(70_000)}\n`,
      ),
    'with a log of zeros': (dir) => truncateSync(join(dir, '.git/logs/refs/heads/main'), 3e9),
    'without a log': (dir) => rmSync(join(dir, '.git/logs/refs/heads/main')),
    'with a log that was cut short': (dir) => appendFileSync(join(dir, '.git/logs/refs/heads/main'), '0'.repeat(40)),
    'whose log names no commit': (dir) =>
      appendFileSync(join(dir, '.git/logs/refs/heads/main'), `${rev('a\n')} ${rev('a\n')} A <a> 1 +0000\tx\n`),
  };
  it.each(Object.entries(uncertain))('is left %s', async (_, damage) => {
    const dir = makeRepository(FILES);
    damage(dir);
    const file = join(dir, '.git/refs/heads/main');
    writeFileSync(file, '');
    const repo = await openRepo(dir);
    await expect(repo.head()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await repo.close();
    expect([readFileSync(file, 'utf8'), repo.reports()]).toEqual(['', []]);
  });
});
