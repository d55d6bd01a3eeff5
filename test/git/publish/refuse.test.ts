import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { type FileEdit, HeadMoved } from '../../../src/git/publish/request.ts';
import { createRepository } from '../../../src/git/repository.ts';
import {
  edit,
  git,
  leftovers,
  makeFolder,
  makeRepository,
  openRepo,
  publishOn,
  removeFolders,
  request,
  snapshot,
  writeFiles,
} from '../sandbox.ts';

afterAll(removeFolders);

/** Publishes, expects that to fail and change nothing, and returns the error. */
async function refused(dir: string, edits: readonly FileEdit[], branch?: string) {
  const before = snapshot(dir);
  const repo = await openRepo(dir, { branch });
  const error: unknown = await repo.publish(await repo.head(), [request(edits)]).catch((reason) => reason);
  await repo.close();
  expect(snapshot(dir)).toEqual(before);
  return error;
}

describe('publish refuses with CONFLICT naming the path', () => {
  const cases: Record<string, { prepare(dir: string): void; edits: FileEdit[]; path: string }> = {
    'a file changed but not committed': {
      prepare: (dir) => writeFiles(dir, { a: 'mine\n' }),
      edits: [edit('c', 'c\n'), edit('a', '2\n', 'a\n')],
      path: 'a',
    },
    'a file removed but not committed': {
      prepare: (dir) => unlinkSync(join(dir, 'a')),
      edits: [edit('a', '2\n', 'a\n')],
      path: 'a',
    },
    'a removal of a changed file': {
      prepare: (dir) => writeFiles(dir, { a: 'mine\n' }),
      edits: [edit('a', null, 'a\n')],
      path: 'a',
    },
    'a removal of a file that is gone already': {
      prepare: (dir) => unlinkSync(join(dir, 'a')),
      edits: [edit('a', null, 'a\n')],
      path: 'a',
    },
    'an untracked file': { prepare: (dir) => writeFiles(dir, { n: 'mine\n' }), edits: [edit('n', '2\n')], path: 'n' },
    'an untracked file with the same bytes': {
      prepare: (dir) => writeFiles(dir, { n: '2\n' }),
      edits: [edit('n', '2\n')],
      path: 'n',
    },
    'a staged change': {
      prepare(dir) {
        writeFiles(dir, { a: 'mine\n' });
        git(dir, 'add', 'a');
        writeFiles(dir, { a: 'a\n' });
      },
      edits: [edit('a', '2\n', 'a\n')],
      path: 'a',
    },
    'a staged removal': {
      prepare: (dir) => void git(dir, 'rm', '-q', '--cached', 'a'),
      edits: [edit('a', '2\n', 'a\n')],
      path: 'a',
    },
    'a staged mode': {
      prepare: (dir) => void git(dir, 'update-index', '--chmod=+x', 'a'),
      edits: [edit('a', '2\n', 'a\n')],
      path: 'a',
    },
    'an intended file': {
      prepare(dir) {
        writeFiles(dir, { n: '' });
        git(dir, 'add', '-N', 'n');
        unlinkSync(join(dir, 'n'));
      },
      edits: [edit('n', '2\n')],
      path: 'n',
    },
    'a staged file where a folder is needed': {
      prepare(dir) {
        writeFiles(dir, { n: 'mine\n' });
        git(dir, 'add', 'n');
        unlinkSync(join(dir, 'n'));
      },
      edits: [edit('n/x', '2\n')],
      path: 'n/x',
    },
    'staged files below the path': {
      prepare(dir) {
        writeFiles(dir, { 'n/x': 'mine\n' });
        git(dir, 'add', 'n');
        rmSync(join(dir, 'n'), { recursive: true });
      },
      edits: [edit('n', '2\n')],
      path: 'n',
    },
    'an untracked file where a folder is needed': {
      prepare: (dir) => writeFiles(dir, { n: 'mine\n' }),
      edits: [edit('n/x', '2\n')],
      path: 'n/x',
    },
    'an untracked folder at the path': {
      prepare: (dir) => writeFiles(dir, { 'n/mine': 'x\n' }),
      edits: [edit('n', '2\n')],
      path: 'n',
    },
    'an untracked file in a folder that becomes a file': {
      prepare: (dir) => writeFiles(dir, { 'd/mine': 'x\n' }),
      edits: [edit('d/x', null, 'x\n'), edit('d', '2\n')],
      path: 'd',
    },
    'a folder that still has files': { prepare: () => undefined, edits: [edit('d', '2\n')], path: 'd' },
    'a file where a folder is needed': { prepare: () => undefined, edits: [edit('a/x', '2\n')], path: 'a' },
    'a file whose removal is only staged, where a folder is needed': {
      prepare: (dir) => void git(dir, 'rm', '-q', 'a'),
      edits: [edit('a/x', '2\n')],
      path: 'a',
    },
    'another version than the plan was made for': {
      prepare: () => undefined,
      edits: [edit('a', '2\n', 'old\n')],
      path: 'a',
    },
    'a file that exists already': { prepare: () => undefined, edits: [edit('a', '2\n')], path: 'a' },
    'a file that does not exist': { prepare: () => undefined, edits: [edit('n', '2\n', 'n\n')], path: 'n' },
    'a symbolic link': {
      prepare(dir) {
        symlinkSync('a', join(dir, 'n'));
        git(dir, 'add', 'n');
        git(dir, 'commit', '-q', '-m', 'Link');
      },
      edits: [edit('n', '2\n', 'a')],
      path: 'n',
    },
    'an untracked symbolic link on the way': {
      prepare: (dir) => symlinkSync(makeFolder(), join(dir, 'n')),
      edits: [edit('n/x', '2\n')],
      path: 'n/x',
    },
  };

  it.each(Object.entries(cases))('%s', async (_, { prepare, edits, path }) => {
    const dir = makeRepository({ a: 'a\n', 'd/x': 'x\n', z: 'z\n' });
    prepare(dir);
    expect(await refused(dir, edits)).toMatchObject({
      name: 'CmsError',
      code: 'CONFLICT',
      details: [{ path: [path] }],
    });
  });

  it.each([
    ['a', 'saved\n', 'has changes that are not committed'],
    ['n', 'n\n', 'is not committed yet'],
    ['a', undefined, 'is missing in the folder, but is in the last commit'],
  ])('%s, which is %j where it was planned: %s', async (path, present, difference) => {
    const dir = makeRepository({ a: 'a\n' });
    expect(await refused(dir, [edit(path, '2\n', present)])).toMatchObject({ message: `${path} ${difference}` });
  });

  it('a merge conflict in the index', async () => {
    const dir = makeRepository({ a: 'a\n' });
    git(dir, 'checkout', '-q', '-b', 'side');
    writeFiles(dir, { a: 'side\n' });
    git(dir, 'commit', '-q', '-a', '-m', 'Side');
    git(dir, 'checkout', '-q', 'main');
    writeFiles(dir, { a: 'main\n' });
    git(dir, 'commit', '-q', '-a', '-m', 'Main');
    expect(() => git(dir, 'merge', '-q', 'side')).toThrow();
    unlinkSync(join(dir, '.git/MERGE_HEAD'));
    writeFiles(dir, { a: 'main\n' });
    expect(await refused(dir, [edit('a', '2\n', 'main\n')])).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: ['a'] }],
    });
  });
});

it.each([2, 4])('SEC-2 writes through no link that replaces a folder after step %i', async (at) => {
  const dir = makeRepository({ 'd/a': 'a\n', 'd/gone': 'gone\n' });
  const outside = join(makeFolder(), 'outside');
  const onStep = (step: number): void => {
    if (step !== at || existsSync(outside)) return;
    renameSync(join(dir, 'd'), outside);
    symlinkSync(outside, join(dir, 'd'));
  };
  const repo = await openRepo(dir, { onStep });
  const before = git(dir, 'rev-parse', 'HEAD');
  await expect(
    publishOn(repo, edit('d/a', '2\n', 'a\n'), edit('d/gone', null, 'gone\n'), edit('d/new', 'new\n')),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  await repo.close();
  expect(readdirSync(outside)).toEqual(['a', 'gone']);
  expect(readFileSync(join(outside, 'a'), 'utf8')).toBe('a\n');
  expect(git(dir, 'rev-parse', 'HEAD')).toBe(before);
});

it('says that it may not write, if it lost the permission while the last write was being finished', async () => {
  const dir = makeRepository({ a: 'a\n' });
  const denied = async (): Promise<void> => {
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  };
  const repo = await openRepo(dir, { fs: { ...durableFs, discard: denied } });
  await publishOn(repo, edit('a', '2\n', 'a\n'));
  await repo.check();
  await expect(publishOn(repo, edit('a', '3\n', '2\n'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('not allowed'),
  });
  await repo.close();
  expect(git(dir, 'show', 'HEAD:a')).toBe('2');
});

describe('publish', () => {
  it.each(['../x', '/x', 'a//b', '.git/config', 'a/.GIT/x', 'a/./b', 'a\\b', 'a\0b', ''])(
    'SEC-1 refuses the path %j',
    async (path) => {
      const dir = makeRepository({ a: 'a\n' });
      expect(await refused(dir, [edit(path, 'x\n')])).toMatchObject({ code: 'VALIDATION' });
    },
  );

  it('throws HeadMoved with the present commit when HEAD is not the parent', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const repo = await openRepo(dir);
    const parent = await repo.head();
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Meanwhile');
    const head = git(dir, 'rev-parse', 'HEAD');
    const error = await repo.publish(parent, [request([edit('a', '2\n', 'a\n')])]).catch((reason) => reason);
    expect(error).toBeInstanceOf(HeadMoved);
    expect(error).toMatchObject({ head });
    await expect(repo.publish(null, [request([])])).rejects.toBeInstanceOf(HeadMoved);
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(head);
  });

  it.each(['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'])(
    'waits while %s says that an operation is under way',
    async (file) => {
      const dir = makeRepository({ a: 'a\n' });
      writeFileSync(join(dir, '.git', file), `${git(dir, 'rev-parse', 'HEAD')}\n`);
      expect(await refused(dir, [edit('a', '2\n', 'a\n')])).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    },
  );

  it.each(['rebase-merge', 'rebase-apply'])('waits while a rebase has left %s', async (folder) => {
    const dir = makeRepository({ a: 'a\n' });
    mkdirSync(join(dir, '.git', folder));
    expect(await refused(dir, [edit('a', '2\n', 'a\n')])).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/rebase/),
    });
  });

  it('names both branches if another one than GIT_BRANCH is checked out', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const error = await refused(dir, [edit('a', '2\n', 'a\n')], 'live');
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/live.*main/) });
    git(dir, 'checkout', '-q', '--detach');
    expect(await refused(dir, [edit('a', '2\n', 'a\n')], 'main')).toMatchObject({
      message: expect.stringMatching(/main.*detached/),
    });
  });

  it('writes when GIT_BRANCH is checked out', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const repo = await openRepo(dir, { branch: 'main' });
    await repo.publish(await repo.head(), [request([edit('a', '2\n', 'a\n')])]);
    expect(git(dir, 'show', 'main:a')).toBe('2');
    await repo.close();
  });

  it.each([
    ['index.lock', 'index.lock'],
    ['HEAD.lock', 'HEAD.lock'],
    ['refs/heads/main.lock', 'main.lock'],
  ])('says how old a foreign %s is and leaves it', async (lock, name) => {
    const dir = makeRepository({ a: 'a\n' });
    writeFileSync(join(dir, '.git', lock), '');
    const repo = await openRepo(dir);
    const error = await repo.publish(await repo.head(), [request([edit('a', '2\n', 'a\n')])]).catch((reason) => reason);
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(new RegExp(`${name}, \\d+ seconds old`)),
    });
    expect(leftovers(join(dir, '.git'))).toEqual([lock]);
    unlinkSync(join(dir, '.git', lock));
    await repo.publish(await repo.head(), [request([edit('a', '2\n', 'a\n')])]);
    await repo.close();
    expect(existsSync(join(dir, '.git', lock))).toBe(false);
  });

  it('waits for a lock that is released in time', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const lock = join(dir, '.git/index.lock');
    writeFileSync(lock, '');
    const repo = await createRepository({ contentDir: dir, lockTimeoutMs: 20_000 });
    const published = repo.publish(await repo.head(), [request([edit('a', '2\n', 'a\n')])]);
    setImmediate(() => unlinkSync(lock));
    await published;
    await repo.close();
    expect(git(dir, 'show', 'HEAD:a')).toBe('2');
  });

  it.each([['a split index', ['update-index', '--split-index'], /--no-split-index/]])(
    'names the command that undoes %s',
    async (_, command, says) => {
      const dir = makeRepository({ a: 'a\n' });
      git(dir, ...command);
      expect(await refused(dir, [edit('a', '2\n', 'a\n')])).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringMatching(says),
      });
    },
  );

  it('names the command that undoes a sparse index', async () => {
    const dir = makeRepository({ a: 'a\n', 'd/x': 'x\n', 'e/y': 'y\n' });
    git(dir, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'd');
    expect(await refused(dir, [edit('a', '2\n', 'a\n')])).toMatchObject({
      message: expect.stringMatching(/--no-sparse-index/),
    });
  });
});
