import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { countTurns } from '../../countTurns.ts';
import { long } from '../../long.ts';
import {
  ADA,
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
  troubles,
  writeFiles,
} from '../sandbox.ts';

afterAll(removeFolders);

const text = (dir: string, path: string): string => readFileSync(join(dir, path), 'utf8');

/** Publishes one commit on top of HEAD and waits for the work after it. */
async function publishOne(contentDir: string, edits: Parameters<typeof request>[0], message?: string) {
  const repo = await openRepo(contentDir);
  const published = await repo.publish(await repo.head(), [request(edits, message)]);
  await repo.close();
  return published[0]!;
}

describe('publish', () => {
  it('frees no blocks under the locks: what it replaces has another name until they are released', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const replaced = new Map<string, number>();
    const rename = (from: string, to: string): void => {
      if (existsSync(to)) replaced.set(to.slice(dir.length + 1), statSync(to).nlink);
      durableFs.rename(from, to);
    };
    const repo = await createRepository({ contentDir: dir, fs: { ...durableFs, rename } });
    await publishOn(repo, edit('a', 'b\n', 'a\n'));
    await repo.close();
    expect(Object.fromEntries(replaced)).toEqual({ a: 2, '.git/index': 2, '.git/refs/heads/main': 2 });
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('is in place and lets others work before the disk is done, and tidies nothing until then', async () => {
    const dir = makeRepository({ a: 'a\n' });
    let end: (() => void) | undefined;
    const sync = async (path: string): Promise<void> => {
      if (path.endsWith('refs/heads')) await new Promise<void>((resolve) => (end = resolve));
      await durableFs.sync(path);
    };
    const repo = await createRepository({ contentDir: dir, fs: { ...durableFs, sync } });
    const commits = await repo.place(await repo.head(), [request([edit('a', 'b\n', 'a\n')])]);
    let isDurable = false;
    const waiting = commits[0]!.durable.then(() => {
      isDurable = true;
    });
    await turn();
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(commits[0]!.commit);
    expect(git(dir, 'status', '--porcelain')).toBe('');
    expect([isDurable, existsSync(join(dir, '.git/quire/journal'))]).toEqual([false, true]);
    expect(leftovers(join(dir, '.git')).filter((path) => path.endsWith('.lock'))).toEqual([]);
    end?.();
    await waiting;
    await repo.close();
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('writes nothing more if what it has put in place may not be durable', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const sync = async (path: string): Promise<void> => {
      if (path.endsWith('refs/heads')) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      await durableFs.sync(path);
    };
    const repo = await createRepository({ contentDir: dir, fs: { ...durableFs, sync } });
    const commits = await repo.place(await repo.head(), [request([edit('a', 'b\n', 'a\n')])]);
    await expect(commits[0]!.durable).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const next = repo.place(commits[0]!.commit, [request([edit('a', 'c\n', 'b\n')])]);
    await expect(next).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await repo.close();
    // The next start settles it.
    await (await createRepository({ contentDir: dir })).close();
    expect([git(dir, 'rev-parse', 'HEAD'), troubles(dir)]).toEqual([commits[0]!.commit, NO_TROUBLES]);
  });

  it('makes a commit that git shows with author, committer, message and time', async () => {
    const dir = makeRepository({ 'pages/en/about.yaml': 'title: About\n' });
    const { commit } = await publishOne(
      dir,
      [edit('pages/en/about.yaml', 'title: New\n', 'title: About\n')],
      'Update\n\nQuire-Time: x',
    );
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(commit);
    expect(git(dir, 'log', '-1', '--format=%an <%ae>|%cn <%ce>|%at|%ct|%B')).toBe(
      'Ada Lovelace <ada@example.org>|Quire <quire@quire.invalid>|1767603600|1767603600|Update\n\nQuire-Time: x\n',
    );
    expect(git(dir, 'show', 'HEAD:pages/en/about.yaml')).toBe('title: New');
    expect(text(dir, 'pages/en/about.yaml')).toBe('title: New\n');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('makes the first commit of an unborn branch', async () => {
    const dir = makeRepository();
    const { files } = await publishOne(dir, [edit('a.yaml', 'a\n')]);
    expect([...files]).toEqual([['a.yaml', git(dir, 'rev-parse', 'HEAD:a.yaml')]]);
    expect(git(dir, 'reflog', '--format=%gs')).toBe('commit (initial): Change something');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('makes each request its own commit, in order, and writes the last version only', async () => {
    const dir = makeRepository({ a: '1\n' });
    const repo = await openRepo(dir);
    const published = await repo.publish(await repo.head(), [
      request([edit('a', '2\n', '1\n')], 'Two'),
      request([edit('a', '3\n', '2\n'), edit('b', 'b\n')], 'Three'),
      request([edit('b', null, 'b\n')], 'Four'),
    ]);
    await repo.close();
    expect(git(dir, 'log', '--format=%H').split('\n').slice(0, 3).reverse()).toEqual(
      published.map(({ commit }) => commit),
    );
    expect(git(dir, 'log', '--format=%s')).toBe('Four\nThree\nTwo\nBegin');
    expect(git(dir, 'reflog', '-3', '--format=%gs')).toBe('commit: Four\ncommit: Three\ncommit: Two');
    expect([text(dir, 'a'), existsSync(join(dir, 'b'))]).toEqual(['3\n', false]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('lets others run while it puts many files in place', async () => {
    const dir = makeRepository({ a: '1\n' });
    const turns = new Map<number, number>();
    const edits = Array.from({ length: 400 }, (_, n) => edit(`pages/${n % 7}/${n}.yaml`, `${n}\n`));
    await countTurns(async (turnsSoFar) => {
      const repo = await openRepo(dir, { onStep: (step) => turns.set(step, turnsSoFar()) });
      await repo.publish(await repo.head(), [request(edits)]);
      await repo.close();
    });
    expect(turns.get(6)).toBeGreaterThan(turns.get(4)!);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('makes a commit without edits', async () => {
    const dir = makeRepository({ a: '1\n' });
    await publishOne(dir, [], 'Only a note');
    expect(
      git(dir, 'log', '--format=%s|%T')
        .split('\n')
        .map((line) => line.split('|')[1]),
    ).toHaveLength(2);
    expect(git(dir, 'diff', 'HEAD~1', 'HEAD')).toBe('');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('writes to a content folder within a larger repository', async () => {
    const dir = makeRepository({ 'site/content/a.yaml': 'a\n', 'site/package.json': '{}', 'README.md': 'x' });
    const { files } = await publishOne(join(dir, 'site/content'), [
      edit('a.yaml', 'b\n', 'a\n'),
      edit('new/x.yaml', 'x\n'),
    ]);
    expect([...files.keys()]).toEqual(['a.yaml', 'new/x.yaml']);
    expect(git(dir, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe(
      'README.md\nsite/content/a.yaml\nsite/content/new/x.yaml\nsite/package.json',
    );
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it("keeps a developer's staged, unstaged and untracked work in other files", async () => {
    const dir = makeRepository({ a: 'a\n', staged: '1\n', unstaged: '1\n', both: '1\n', gone: '1\n' });
    writeFiles(dir, { staged: '2\n', both: '2\n', added: 'x\n' });
    git(dir, 'add', 'staged', 'both', 'added');
    git(dir, 'rm', '-q', '--cached', 'gone');
    writeFiles(dir, { unstaged: '2\n', both: '3\n', untracked: 'x\n', intended: 'i\n' });
    git(dir, 'add', '-N', 'intended');
    const before = [git(dir, 'status', '--porcelain'), git(dir, 'diff'), git(dir, 'diff', '--cached')];
    await publishOne(dir, [edit('a', 'b\n', 'a\n'), edit('c', 'c\n')]);
    expect([git(dir, 'status', '--porcelain'), git(dir, 'diff'), git(dir, 'diff', '--cached')]).toEqual(before);
    expect(git(dir, 'diff', '--name-only', 'HEAD~1', 'HEAD')).toBe('a\nc');
  });

  it('keeps the mode of the file it replaces', async () => {
    const dir = makeRepository();
    writeFiles(dir, { run: '1\n' });
    makeExecutable(join(dir, 'run'));
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Begin');
    await publishOne(dir, [edit('run', '2\n', '1\n')]);
    expect(git(dir, 'ls-tree', 'HEAD', 'run')).toMatch(/^100755 /);
    expect(statSync(join(dir, 'run')).mode & 0o777).toBe(0o755);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('keeps a file executable when it moves, in one commit after another', async () => {
    const dir = makeRepository();
    writeFiles(dir, { 'd/run': '1\n', plain: '1\n' });
    makeExecutable(join(dir, 'd/run'));
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Begin');
    const repo = await createRepository({ contentDir: dir });
    const move = (from: string, to: string) => [edit(from, null, '1\n'), { ...edit(to, '1\n'), movesFrom: from }];
    const requests = [[...move('d/run', 'e/run'), ...move('plain', 'other')], move('e/run', 'last')];
    await repo.publish(
      await repo.head(),
      requests.map((edits) => request(edits)),
    );
    await repo.close();
    expect(git(dir, 'ls-tree', '-r', '--format=%(objectmode) %(path)', 'HEAD')).toBe('100755 last\n100644 other');
    expect(statSync(join(dir, 'last')).mode & 0o100).toBe(0o100);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('writes names in other scripts and deep folders', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const paths = ['pages/ja/東京.yaml', 'pages/ar/مرحبا.yaml', 'pages/🚢/x.yaml', `${'deep/'.repeat(40)}x.yaml`];
    await publishOne(
      dir,
      paths.map((path) => edit(path, `${path}\n`)),
    );
    expect(git(dir, '-c', 'core.quotePath=false', 'ls-files').split('\n').sort()).toEqual(['a', ...paths].sort());
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('turns a file into a folder and back in one commit each', async () => {
    const dir = makeRepository({ a: '1\n' });
    await publishOne(dir, [edit('a', null, '1\n'), edit('a/b', '2\n')]);
    expect(git(dir, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe('a/b');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    await publishOne(dir, [edit('a', '3\n'), edit('a/b', null, '2\n')]);
    expect(git(dir, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe('a');
    expect(text(dir, 'a')).toBe('3\n');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('renames a file so that git follows it, and removes folders that become empty', async () => {
    const dir = makeRepository({ 'x/y/old': 'same\n', z: 'z\n' });
    await publishOne(dir, [edit('x/y/old', null, 'same\n'), edit('n/new', 'same\n')]);
    expect(git(dir, 'show', '--format=', '--name-status', '-M')).toBe('R100\tx/y/old\tn/new');
    expect(readdirSync(dir).sort()).toEqual(['.git', 'n', 'z']);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('removes the last file', async () => {
    const dir = makeRepository({ a: '1\n' });
    await publishOne(dir, [edit('a', null, '1\n')]);
    expect(git(dir, 'ls-tree', '-r', 'HEAD')).toBe('');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('moves packed refs, branches in folders and branches that are only packed', async () => {
    const dir = makeRepository({ a: '1\n' });
    git(dir, 'checkout', '-q', '-b', 'feature/x');
    git(dir, 'pack-refs', '--all');
    expect(existsSync(join(dir, '.git/refs/heads/feature'))).toBe(false);
    const { commit } = await publishOne(dir, [edit('a', '2\n', '1\n')]);
    expect(git(dir, 'rev-parse', 'feature/x')).toBe(commit);
    expect(git(dir, 'rev-parse', 'main')).not.toBe(commit);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('reads history from packs', async () => {
    const dir = makeRepository({ 'p/a': '1\n', 'p/b': 'b\n' });
    git(dir, 'gc', '-q', '--aggressive', '--prune=now');
    await publishOne(dir, [edit('p/a', '2\n', '1\n')]);
    expect(git(dir, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe('p/a\np/b');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('writes to a linked worktree without touching the main one', async () => {
    const dir = makeRepository({ a: '1\n' });
    git(dir, 'worktree', 'add', '-q', '-b', 'other', join(dir, '../', `${dir.split('/').at(-1)}-linked`));
    const linked = `${dir}-linked`;
    try {
      const { commit } = await publishOne(linked, [edit('a', '2\n', '1\n')]);
      expect(git(dir, 'rev-parse', 'other')).toBe(commit);
      expect(text(dir, 'a')).toBe('1\n');
      expect(git(linked, 'reflog', '-1', '--format=%gs')).toBe('commit: Change something');
      expect([troubles(dir), troubles(linked)]).toEqual([NO_TROUBLES, NO_TROUBLES]);
      expect(leftovers(join(dir, '.git'))).toEqual([]);
    } finally {
      rmSync(linked, { recursive: true, force: true });
    }
  });

  it.each([
    ['a shallow clone, whose history ends', ['--depth', '1', '--no-local']],
    ['a clone that borrows its objects', ['--shared']],
  ])('writes to %s', async (_, options) => {
    const origin = makeRepository({ 'p/a': '1\n', 'p/b': 'b\n' });
    git(origin, 'commit', '-q', '--allow-empty', '-m', 'Second');
    const dir = join(makeFolder(), 'clone');
    git(origin, 'clone', '-q', ...options, origin, dir);
    for (const [before, after] of ['12', '23'].map((pair) => [...pair]))
      await publishOne(dir, [edit('p/a', `${after}\n`, `${before}\n`)]);
    expect(git(dir, 'show', 'HEAD:p/a')).toBe('3');
    git(dir, 'push', '-q', 'origin', 'HEAD:pushed');
    expect(git(origin, 'show', 'pushed:p/a')).toBe('3');
    expect(git(origin, 'rev-parse', 'pushed~2')).toBe(git(origin, 'rev-parse', 'main'));
    expect([troubles(dir), troubles(origin)]).toEqual([NO_TROUBLES, NO_TROUBLES]);
  });

  it('moves a detached HEAD and no branch', async () => {
    const dir = makeRepository({ a: '1\n' });
    git(dir, 'checkout', '-q', '--detach');
    const { commit } = await publishOne(dir, [edit('a', '2\n', '1\n')]);
    expect(text(dir, '.git/HEAD')).toBe(`${commit}\n`);
    expect(git(dir, 'rev-parse', 'main')).not.toBe(commit);
    expect(git(dir, 'reflog', '-1', '--format=%gs')).toBe('commit: Change something');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  long.it('touches nothing else in a folder of 1,000 files', async () => {
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`pages/p${n}.yaml`, `n: ${n}\n`]));
    const dir = makeRepository(files);
    const inode = lstatSync(join(dir, 'pages/p499.yaml')).ino;
    await publishOne(dir, [
      edit('pages/p500.yaml', 'x\n', 'n: 500\n'),
      edit('pages/zz.yaml', 'z\n'),
      edit('pages/p7.yaml', null, 'n: 7\n'),
    ]);
    expect(git(dir, 'diff', '--name-status', 'HEAD~1', 'HEAD')).toBe(
      'M\tpages/p500.yaml\nD\tpages/p7.yaml\nA\tpages/zz.yaml',
    );
    expect(lstatSync(join(dir, 'pages/p499.yaml')).ino).toBe(inode);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('SEC-5 cleans names that git would refuse in a commit', async () => {
    const dir = makeRepository({ a: '1\n' });
    const repo = await openRepo(dir);
    const author = { name: ' <evil>\n\0. ', email: '<>' };
    await repo.publish(await repo.head(), [{ ...request([edit('a', '2\n', '1\n')]), author }]);
    await repo.publish(await repo.head(), [{ ...request([edit('a', '3\n', '2\n')]), author: { name: '', email: '' } }]);
    await repo.close();
    expect(git(dir, 'log', '-2', '--format=%an|%ae')).toBe('Unknown|unknown@quire.invalid\nevil|unknown@quire.invalid');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it.each(['2', '3', '4'])('keeps an index that was version %s in order', async (version) => {
    const dir = makeRepository({ a: '1\n', 'b/c': 'c\n', 'b/d': 'd\n', 'b/long-name': 'l\n' });
    git(dir, 'update-index', '--index-version', version);
    if (version === '3') git(dir, 'update-index', '--skip-worktree', 'b/d');
    await publishOne(dir, [edit('b/c', 'x\n', 'c\n'), edit('b/cc', 'x\n')]);
    expect(git(dir, 'ls-files', '-v')).toBe(`H a\nH b/c\nH b/cc\n${version === '3' ? 'S' : 'H'} b/d\nH b/long-name`);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('keeps no reflog where git is told not to', async () => {
    const dir = makeRepository();
    git(dir, 'config', 'core.logAllRefUpdates', 'false');
    await publishOne(dir, [edit('a', '1\n')]);
    expect(existsSync(join(dir, '.git/logs'))).toBe(false);
    expect(ADA.name).toBe(git(dir, 'log', '--format=%an'));
  });
});
