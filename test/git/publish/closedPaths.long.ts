import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readIndex } from '../../../src/git/format/index/indexFile.ts';
import { UNSEALED } from '../../../src/git/format/seals.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import type { ClosedRules } from '../../../src/git/publish/closedRules.ts';
import { buildIndex, draftIndex } from '../../../src/git/publish/index/indexPatch.ts';
import { runProgram } from '../../run/runProgram.ts';
import {
  ADA,
  AT,
  edit,
  type Files,
  git,
  makeRepository,
  NO_TROUBLES,
  openRepo,
  publishOn,
  removeFolders,
  troubles,
  writeFiles,
} from '../sandbox.ts';
import { dieDuring } from './dieDuring.ts';

afterAll(removeFolders);

const FILES: Files = { 'content/a.yaml': 'a\n', 'README.md': 'Read me\n', '.gitignore': 'dist/\n*.log\n!kept.log\n' };

/** Commits these files, ignored or not, on a branch of a colleague, and returns to main. */
function commitTheirs(dir: string, files: Files, prepare = (): void => undefined): string {
  git(dir, 'switch', '-q', '-c', 'theirs');
  prepare();
  writeFiles(dir, files);
  git(dir, 'add', '-A', '-f');
  git(dir, 'commit', '-q', '-m', 'Theirs');
  git(dir, 'switch', '-q', 'main');
  return git(dir, 'rev-parse', 'theirs');
}

interface Taken {
  readonly dir: string;
  readonly messages: readonly string[];
}

/** Moves a repository to what a colleague has committed. */
async function takeIn(
  theirs: Files,
  { closed, files = FILES }: { closed?: ClosedRules; files?: Files } = {},
): Promise<Taken> {
  const dir = makeRepository(files);
  const commit = commitTheirs(dir, theirs);
  const repo = await openRepo(join(dir, 'content'), { closed });
  await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
  await repo.close();
  expect(git(dir, 'rev-parse', 'HEAD')).toBe(commit);
  return { dir, messages: repo.reports().map(({ message }) => message) };
}

describe('files that somebody may run', () => {
  it.each([
    'node_modules/busboy/index.js',
    'tools/Node_Modules/x/index.js',
    'content/node_modules/x.js',
    '.env',
    'web/.ENV',
    'dist/main.js',
    'deep/dist/main.js',
    'error.log',
  ])('SEC-6 others cannot put %s into the working tree, and the rest of what they push comes in', async (path) => {
    const { dir, messages } = await takeIn({ [path]: 'evil()\n', 'content/a.yaml': 'changed\n', 'kept.log': 'x\n' });
    expect(existsSync(join(dir, path))).toBe(false);
    expect(readFileSync(join(dir, 'content/a.yaml'), 'utf8')).toBe('changed\n');
    expect(readFileSync(join(dir, 'kept.log'), 'utf8')).toBe('x\n');
    expect(git(dir, 'show', `HEAD:${path}`)).toBe('evil()');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(messages).toEqual([expect.stringContaining(`${path} came with others' commits`)]);
  });

  it('stay as they are when others change or remove them', async () => {
    const dir = makeRepository(FILES);
    const first = commitTheirs(dir, { 'node_modules/a/index.js': 'evil()\n' });
    git(dir, 'switch', '-q', 'theirs');
    const second = commitOn(dir, { 'node_modules/a/index.js': 'worse()\n', 'README.md': 'Two\n' });
    rmSync(join(dir, 'node_modules/a/index.js'));
    const third = commitOn(dir, { 'README.md': 'Three\n' });
    git(dir, 'switch', '-q', 'main');
    writeFiles(dir, { 'node_modules/a/index.js': 'installed()\n' });
    const repo = await openRepo(join(dir, 'content'));
    for (const commit of [first, second, third]) {
      await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
      expect(readFileSync(join(dir, 'node_modules/a/index.js'), 'utf8')).toBe('installed()\n');
      const status = commit === third ? '?? node_modules/' : '';
      expect(troubles(dir)).toEqual({ ...NO_TROUBLES, status });
    }
    expect(readFileSync(join(dir, 'README.md'), 'utf8')).toBe('Three\n');
    await repo.close();
    expect(repo.reports()).toEqual([]);
  });

  function commitOn(dir: string, files: Files): string {
    writeFiles(dir, files);
    git(dir, 'add', '-A', '-f');
    git(dir, 'commit', '-q', '-m', 'More');
    return git(dir, 'rev-parse', 'HEAD');
  }

  it('are kept by what is written and committed here afterwards', async () => {
    const { dir } = await takeIn({ 'node_modules/a/index.js': 'evil()\n' });
    const repo = await openRepo(join(dir, 'content'));
    await publishOn(repo, edit('a.yaml', 'ours\n', 'a\n'));
    writeFileSync(join(dir, 'README.md'), 'By hand\n');
    git(dir, 'commit', '-q', '-a', '-m', 'By hand');
    await repo.close();
    expect(git(dir, 'show', 'HEAD:node_modules/a/index.js')).toBe('evil()');
    expect(repo.reports()).toEqual([expect.objectContaining({ code: 'CLOSED_PATH' })]);
  });

  it('come in by the command that the report names', async () => {
    const { dir, messages } = await takeIn({ 'dist/main.js': 'fine()\n', 'dist/more.js': 'fine()\n' });
    expect(messages[0]).toContain('dist/main.js and 1 more below dist came');
    const commands = /by hand: (.*), then (.*)$/.exec(messages[0]!)!.slice(1);
    for (const command of commands) runProgram('sh', ['-c', command.replace('<path>', 'dist')], { cwd: dir });
    expect(readFileSync(join(dir, 'dist/main.js'), 'utf8')).toBe('fine()\n');
    expect(git(dir, 'ls-files', '-t', 'dist')).toBe('H dist/main.js\nH dist/more.js');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('are reported after a start too, until they are gone from the branch', async () => {
    const { dir, messages } = await takeIn({ '.env': 'A=1\n' });
    const repo = await openRepo(join(dir, 'content'));
    await repo.close();
    expect(repo.reports().map(({ message }) => message)).toEqual(messages);
    git(dir, 'rm', '-q', '--cached', '--sparse', '.env');
    git(dir, 'commit', '-q', '-m', 'Gone');
    const again = await openRepo(join(dir, 'content'));
    await again.close();
    expect(again.reports()).toEqual([]);
  });

  it('may be links and submodules, which do not hold up the rest', async () => {
    const dir = makeRepository(FILES);
    const commit = commitTheirs(dir, { 'README.md': 'New\n' }, () => {
      symlinkSync('/etc', join(dir, 'node_modules'));
      mkdirSync(join(dir, 'content/node_modules'));
      symlinkSync('/etc', join(dir, 'content/node_modules/x'));
    });
    const repo = await openRepo(join(dir, 'content'));
    await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
    await repo.close();
    expect(existsSync(join(dir, 'node_modules'))).toBe(false);
    expect(readFileSync(join(dir, 'README.md'), 'utf8')).toBe('New\n');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('are not checked out either when a damaged index is made anew', async () => {
    const { dir } = await takeIn({ 'node_modules/a.js': 'evil()\n' });
    const repo = await openRepo(join(dir, 'content'));
    writeFileSync(join(dir, '.git/index'), 'damaged');
    await publishOn(repo, edit('a.yaml', 'ours\n', 'a\n'));
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });
});

it.each([5, 6, 7, 8, 9])('a write that was cut short at step %i is settled without them', async (step) => {
  const dir = makeRepository({ ...FILES, 'node_modules/old.js': 'old\n' });
  const theirs = {
    'node_modules/old.js': 'evil\n',
    'node_modules/new.js': 'evil\n',
    'dist/a': 'a\n',
    'README.md': 'New\n',
  };
  const commit = commitTheirs(dir, theirs);
  await dieDuring(join(dir, 'content'), step, async (repo) => repo.move(await repo.head(), [{ commit }]));
  const repo = await openRepo(join(dir, 'content'));
  await repo.close();
  expect([existsSync(join(dir, 'node_modules/new.js')), existsSync(join(dir, 'dist/a'))]).toEqual([false, false]);
  expect(readFileSync(join(dir, 'node_modules/old.js'), 'utf8')).toBe('old\n');
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});

it('the index is sound where their entries replace others of the same length', async () => {
  const dir = makeRepository({ ...FILES, 'node_modules/old.js': 'old\n' });
  const commit = commitTheirs(dir, { 'node_modules/old.js': 'new\n' });
  // The next index is made from a copy of the last one.
  const repo = await openRepo(join(dir, 'content'), { copiesIndexFrom: 1 });
  await publishOn(repo, edit('a.yaml', '2\n', 'a\n'));
  await publishOn(repo, edit('a.yaml', 'a\n', '2\n'));
  const before = { mode: '100644', id: git(dir, 'rev-parse', 'main:node_modules/old.js') };
  const after = { mode: '100644', id: git(dir, 'rev-parse', 'theirs:node_modules/old.js') };
  const edits = [{ path: 'node_modules/old.js', before, after }];
  const merge = { edits, joins: [commit], message: 'Merge\n', author: ADA, at: AT };
  await (await repo.move(await repo.head(), [merge])).at(-1)!.durable;
  await publishOn(repo, edit('a.yaml', '3\n', 'a\n'));
  await repo.close();
  expect(repo.reports()).toEqual([expect.objectContaining({ code: 'CLOSED_PATH' })]);
  git(dir, 'fsck');
  expect(readIndex(readFileSync(join(dir, '.git/index'))).version).toBe(3);
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});

describe('places that are closed', () => {
  const closedAt =
    (...paths: readonly string[]): ((dir: string) => ClosedRules) =>
    (dir) => ({
      places: paths.map((path) => ({ path: join(dir, path), why: 'the program is there' })),
      isContent: (path) => path.endsWith('.yaml'),
    });

  it.each([
    ['tools/quire', 'tools/quire/dist/main.js', false],
    ['tools/quire', 'Tools/QUIRE/dist/main.js', false],
    ['tools/quire', 'tools', false],
    ['tools/quire', 'tools/other.js', true],
    ['package.json', 'package.json', false],
    ['.', 'src/main.ts', false],
    ['.', 'content/b.yaml', true],
    ['.', 'content/notes.txt', true],
    ['../elsewhere', 'src/main.ts', true],
    ['../elsewhere', 'content/node_modules/b.yaml', true],
    ['../elsewhere', 'content/node_modules/b.js', false],
    ['content/tools', 'content/tools/b.yaml', false],
  ])('the place %s: %s comes in: %s', async (place, path, comes) => {
    const dir = makeRepository(FILES);
    const commit = commitTheirs(dir, { [path]: 'theirs\n' });
    const repo = await openRepo(join(dir, 'content'), { closed: closedAt(place)(dir) });
    await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
    await repo.close();
    expect(existsSync(join(dir, path))).toBe(comes);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('SEC-19 the private folder is one of them: nobody pushes users there, or keeps the next start from it', async () => {
    const dir = makeRepository(FILES);
    const privateDir = join(dir, '.quire');
    mkdirSync(privateDir);
    const open = () =>
      openRepository({
        ...{ contentDir: join(dir, 'content'), privateDir, branch: undefined, readOnly: false, seals: UNSEALED },
        ...{ findGit: async () => null, now: () => new Date(), programPaths: [], isContent: () => false },
      });
    const commit = commitTheirs(dir, { '.quire/users/1.yaml': 'role: admin\n', 'README.md': 'New\n' }, () =>
      mkdirSync(privateDir, { recursive: true }),
    );
    mkdirSync(privateDir, { recursive: true });
    const repo = await open();
    await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
    await repo.close();
    const again = await open();
    await again.close();
    expect(existsSync(join(privateDir, 'users'))).toBe(false);
    expect(again.reports()).toEqual([expect.objectContaining({ message: expect.stringContaining('PRIVATE_DIR') })]);
    git(dir, 'update-index', '--no-skip-worktree', '.quire/users/1.yaml');
    await expect(open()).rejects.toThrow('users and keys must not be in git');
  });

  it('are closed where git starts hooks', async () => {
    const dir = makeRepository(FILES);
    git(dir, 'config', 'core.hooksPath', '.githooks');
    const commit = commitTheirs(dir, { '.githooks/pre-commit': 'evil\n' });
    const repo = await openRepo(join(dir, 'content'));
    await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
    await repo.close();
    expect(existsSync(join(dir, '.githooks'))).toBe(false);
    expect(repo.reports()).toEqual([expect.objectContaining({ message: expect.stringContaining('git hooks') })]);
  });

  it('content comes in though it is ignored, also where the repository is all content', async () => {
    const files = { 'a.yaml': 'a\n', '.gitignore': 'dist\n*.txt\n' };
    const dir = makeRepository(files);
    const commit = commitTheirs(dir, { 'dist/b.yaml': 'b\n', 'notes.txt': 'n\n' });
    const repo = await openRepo(dir, { closed: closedAt()(dir) });
    await (await repo.move(await repo.head(), [{ commit }])).at(-1)!.durable;
    await repo.close();
    expect([existsSync(join(dir, 'dist/b.yaml')), existsSync(join(dir, 'notes.txt'))]).toEqual([true, false]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });
});

describe('what is ignored', () => {
  it('is what git ignores, by the rules of the commit before', async () => {
    const rules = [
      '/top',
      'a/b',
      'only/',
      '!exc',
      '*.[ch]',
      '**/deep',
      'x/**/y',
      '\\#hash',
      'sp\\ ',
      'ex*',
      '!exa',
      '# no',
      '/web/*',
      '!/web/keep',
    ];
    const names = [
      'top',
      'sub/top',
      'a/b',
      'z/a/b',
      'only',
      'only/f',
      'q/only/f',
      'exc',
      'exa',
      'exb',
      'f.c',
      'd/f.h',
      'f.x',
      'deep',
      'd/deep',
      'x/y',
      'x/1/2/y',
      '#hash',
      'sp ',
      'sp',
      'web/no',
      'web/keep',
      'web/keep/f',
      'inner/secret',
      'inner/open',
    ];
    const tried = names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)));
    const files = { ...FILES, '.gitignore': `${rules.join('\n')}\n`, 'inner/.gitignore': 'secret\n' };
    const { dir } = await takeIn(Object.fromEntries(tried.map((name) => [name, 'x\n'])), { files });
    const check = (name: string): boolean => {
      try {
        git(dir, 'check-ignore', '-q', '--no-index', name);
        return true;
      } catch {
        return false;
      }
    };
    expect(tried.filter((name) => !existsSync(join(dir, name)))).toEqual(tried.filter(check));
  });
});

it('a draft that changes the format of the index is not made from a copy of the last one', () => {
  const id = 'a'.repeat(40);
  const index = buildIndex([{ name: Buffer.from('node_modules/old.js'), id, mode: '100644' }]);
  const change = (isSkipped: boolean) => [
    { path: 'node_modules/old.js', entry: { id, mode: '100644', stat: null, isSkipped } },
  ];
  const draft = (isSkipped: boolean) => draftIndex(index, { changes: change(isSkipped), racyFromSeconds: 0 });
  expect([draft(false).differing?.length, draft(true).differing]).toEqual([1, undefined]);
});
