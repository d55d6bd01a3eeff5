import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TreeEdit } from '../../../src/git/publish/request.ts';
import { HeadMoved } from '../../../src/git/publish/request.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { blobId } from '../../../src/lib/text/blobId.ts';
import { stride } from '../../effort.ts';
import { long } from '../../long.ts';
import {
  ADA,
  AT,
  edit,
  type Files,
  git,
  leftovers,
  makeRepository,
  NO_TROUBLES,
  openRepo,
  publishOn,
  removeFolders,
  snapshot,
  troubles,
  writeFiles,
} from '../sandbox.ts';
import { dieDuring } from './dieDuring.ts';

afterAll(removeFolders);

/** The content is in a folder of a larger repository. */
const FILES: Files = {
  'content/a.yaml': 'a\n',
  'content/gone.yaml': 'gone\n',
  'content/f': 'f\n',
  'content/d/x': 'x\n',
  'src/app.ts': 'app\n',
  'run.sh': 'echo\n',
};

interface Branches {
  readonly dir: string;
  /** Where HEAD is. */
  readonly ours: string;
  /** A colleague's commit on top of it. */
  readonly theirs: string;
}

/** A colleague's branch with everything that can be done to a file, in the content and beside it. */
function makeBranches(): Branches {
  const dir = makeRepository(FILES);
  git(dir, 'switch', '-q', '-c', 'theirs');
  git(dir, 'rm', '-q', 'content/gone.yaml', 'content/f', 'content/d/x');
  writeFiles(dir, {
    'content/a.yaml': 'changed\n',
    'content/f/below': 'f\n',
    'content/d': 'd\n',
    'src/app.ts': 'new app\n',
    'src/deep/er/file.ts': 'new\n',
  });
  git(dir, 'update-index', '--chmod=+x', 'run.sh');
  git(dir, 'add', '-A', '--', 'content', 'src');
  git(dir, 'commit', '-q', '-m', 'Theirs');
  git(dir, 'switch', '-q', '-f', 'main');
  return { dir, ours: git(dir, 'rev-parse', 'main'), theirs: git(dir, 'rev-parse', 'theirs') };
}

const open = (dir: string) => openRepo(join(dir, 'content'));

it('moves to a commit that others have made, wherever its files are', async () => {
  const { dir, ours, theirs } = makeBranches();
  const repo = await open(dir);
  await (await repo.move(ours, [{ commit: theirs }])).at(-1)!.durable;
  await repo.close();
  expect(git(dir, 'rev-parse', 'HEAD')).toBe(theirs);
  expect(git(dir, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect(troubles(dir)).toEqual(NO_TROUBLES);
  expect(lstatSync(join(dir, 'run.sh')).mode & 0o111).not.toBe(0);
  expect(git(dir, 'reflog', '-1', '--format=%gs')).toBe('pull: Theirs');
  expect(repo.reports()).toEqual([]);
});

it('moves back as well, when the host was rewound', async () => {
  const { dir, ours, theirs } = makeBranches();
  const repo = await open(dir);
  await repo.move(ours, [{ commit: theirs }]);
  await (await repo.move(theirs, [{ commit: ours }])).at(-1)!.durable;
  await repo.close();
  expect(git(dir, 'rev-parse', 'HEAD')).toBe(ours);
  expect(troubles(dir)).toEqual(NO_TROUBLES);
  expect(lstatSync(join(dir, 'run.sh')).mode & 0o111).toBe(0);
});

const file = (text: string, mode = '100644') => ({ mode, id: blobId(Buffer.from(text)), bytes: Buffer.from(text) });

it('makes a commit with two parents, with files that neither has', async () => {
  const { dir, theirs } = makeBranches();
  const repo = await open(dir);
  const { commit: ours } = await publishOn(repo, edit('mine.yaml', 'mine\n'));
  const edits: readonly TreeEdit[] = [
    { path: 'content/a.yaml', before: file('a\n'), after: file('merged\n') },
    { path: 'src/app.ts', before: file('app\n'), after: { mode: '100644', id: blobId(Buffer.from('new app\n')) } },
    { path: 'content/gone.yaml', before: file('gone\n'), after: null },
  ];
  const merge = { edits, joins: [theirs], message: 'Merge origin/main\n', author: ADA, at: AT };
  const commits = await repo.move(ours, [merge]);
  await commits[0]!.durable;
  await repo.close();
  expect(git(dir, 'rev-parse', 'HEAD')).toBe(commits[0]!.commit);
  expect(git(dir, 'log', '-1', '--format=%P %s')).toBe(`${ours} ${theirs} Merge origin/main`);
  expect(git(dir, 'show', 'HEAD:content/a.yaml')).toBe('merged');
  expect(git(dir, 'show', 'HEAD:src/app.ts')).toBe('new app');
  expect(git(dir, 'ls-tree', '-r', '--name-only', 'HEAD', 'content').split('\n')).toEqual([
    'content/a.yaml',
    'content/d/x',
    'content/f',
    'content/mine.yaml',
  ]);
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});

describe('links and submodules beside the content', () => {
  /** A commit on `theirs` that changes these: null removes one; 40 digits are a submodule's commit. */
  function makeLinks(before: Files, after: Readonly<Record<string, string | null>>) {
    const dir = makeRepository(FILES);
    const lay = (links: Readonly<Record<string, string | null>>): void => {
      for (const [path, text] of Object.entries(links)) {
        if (text === null) git(dir, 'rm', '-q', '--cached', path);
        else if (/^[0-9a-f]{40}$/.test(text))
          git(dir, 'update-index', '--add', '--cacheinfo', `160000,${text},${path}`);
        else {
          const id = spawnSync('git', ['hash-object', '-w', '--stdin'], { cwd: dir, input: text })
            .stdout.toString()
            .trim();
          git(dir, 'update-index', '--add', '--cacheinfo', `120000,${id},${path}`);
        }
      }
      git(dir, 'commit', '-q', '-m', 'Links');
      git(dir, 'reset', '-q', '--hard');
    };
    if (Object.keys(before).length > 0) lay(before);
    const ours = git(dir, 'rev-parse', 'main');
    git(dir, 'switch', '-q', '-c', 'theirs');
    lay(after);
    const theirs = git(dir, 'rev-parse', 'theirs');
    git(dir, 'switch', '-q', '-f', 'main');
    return { dir, ours, theirs };
  }
  const ONE = '1'.repeat(40);
  const TWO = '2'.repeat(40);

  long.it.each([
    ['come', {}, { 'theme/link': '../src', 'lib/sub': ONE, up: '/etc/passwd' }],
    ['change', { 'theme/link': '../src', 'lib/sub': ONE }, { 'theme/link': 'elsewhere', 'lib/sub': TWO }],
    ['go', { 'theme/link': '../src', 'lib/sub': ONE }, { 'theme/link': null, 'lib/sub': null }],
    ['take each other’s place', { a: '../src', b: ONE }, { a: TWO, b: 'src' }],
  ])('%s as with git, and back, and nothing is written behind them', async (_, before, after) => {
    const { dir, ours, theirs } = makeLinks(before as Files, after as Files);
    const behind = readFileSync('/etc/passwd');
    const repo = await open(dir);
    await (await repo.move(ours, [{ commit: theirs }])).at(-1)!.durable;
    expect([git(dir, 'rev-parse', 'HEAD'), troubles(dir)]).toEqual([theirs, NO_TROUBLES]);
    for (const [path, text] of Object.entries(after as Readonly<Record<string, string | null>>)) {
      const stat = lstatSync(join(dir, path), { throwIfNoEntry: false });
      const found = stat?.isSymbolicLink() ? readlinkSync(join(dir, path)) : stat?.isDirectory() ? 'folder' : null;
      expect([path, found]).toEqual([path, text?.match(/^\d{40}$/) ? 'folder' : text]);
    }
    await (await repo.move(theirs, [{ commit: ours }])).at(-1)!.durable;
    await repo.close();
    expect([git(dir, 'rev-parse', 'HEAD'), troubles(dir)]).toEqual([ours, NO_TROUBLES]);
    expect(readFileSync('/etc/passwd').equals(behind)).toBe(true);
    expect(readFileSync(join(dir, 'src/app.ts'), 'utf8')).toBe('app\n');
  });

  it('are refused if somebody has changed one, or has put something in its place', async () => {
    const { dir, ours, theirs } = makeLinks({ link: 'a' }, { link: 'b', fresh: 'c' });
    const repo = await open(dir);
    rmSync(join(dir, 'link'));
    symlinkSync('mine', join(dir, 'link'));
    await expect(repo.move(ours, [{ commit: theirs }])).rejects.toThrow('link has changes that are not committed');
    git(dir, 'checkout', '-q', 'link');
    writeFileSync(join(dir, 'fresh'), 'mine');
    await expect(repo.move(ours, [{ commit: theirs }])).rejects.toThrow('fresh has changes that are not committed');
    expect(readlinkSync(join(dir, 'link'))).toBe('a');
    rmSync(join(dir, 'fresh'));
    await (await repo.move(ours, [{ commit: theirs }])).at(-1)!.durable;
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  long.it('are put right after a write that was cut short, before or after its commit point', async () => {
    for (const step of [5, 6, 7, 8, 9]) {
      const { dir, ours, theirs } = makeLinks(
        { link: 'a', gone: 'x', sub: ONE },
        { link: 'b', gone: null, sub: null, new: 'n' },
      );
      await dieDuring(join(dir, 'content'), step, (repo) => repo.move(ours, [{ commit: theirs }]));
      const repo = await open(dir);
      expect(repo.reports()).toEqual([]);
      await repo.close();
      expect([step, troubles(dir)]).toEqual([step, NO_TROUBLES]);
    }
  });
});

it('makes several steps at once, all of them or none', async () => {
  const { dir, ours, theirs } = makeBranches();
  const repo = await open(dir);
  const step = (text: string, before: string) => ({
    ...{ joins: [], message: text, author: ADA, at: AT },
    edits: [{ path: 'content/a.yaml', before: file(before), after: file(text) }],
  });
  await (await repo.move(ours, [{ commit: theirs }, step('one\n', 'changed\n'), step('two\n', 'one\n')])).at(-1)!
    .durable;
  await repo.close();
  expect(git(dir, 'log', '--format=%s')).toBe('two\none\nTheirs\nBegin');
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});

describe('what was staged while others published', () => {
  it('is put in place, and leaves nothing behind', async () => {
    const { dir, ours, theirs } = makeBranches();
    const repo = await open(dir);
    const staged = await repo.stage(ours, [{ commit: theirs }]);
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(ours);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    await (await repo.move(ours, [{ commit: theirs }], staged)).at(-1)!.durable;
    await staged.release();
    await repo.close();
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(theirs);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('serves even if the moves change after another write', async () => {
    const { dir, ours, theirs } = makeBranches();
    const repo = await open(dir);
    const edits: readonly TreeEdit[] = [
      { path: 'content/a.yaml', before: file('a\n'), after: file('merged\n') },
      { path: 'content/new.yaml', before: null, after: file('new\n') },
    ];
    const merge = { edits, joins: [theirs], message: 'Merge\n', author: ADA, at: AT };
    const staged = await repo.stage(ours, [merge]);
    const { commit: head } = await publishOn(repo, edit('mine.yaml', 'mine\n'));
    const [, added] = edits;
    // One of the files has another version now, the other is as it was staged.
    const again = { ...merge, edits: [{ ...edits[0]!, after: file('merged anew\n') }, added!] };
    await (await repo.move(head, [again], staged)).at(-1)!.durable;
    await staged.release();
    await repo.close();
    expect(git(dir, 'show', 'HEAD:content/a.yaml')).toBe('merged anew');
    expect(git(dir, 'show', 'HEAD:content/new.yaml')).toBe('new');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('leaves nothing behind if it is no longer needed', async () => {
    const { dir, ours, theirs } = makeBranches();
    const repo = await open(dir);
    const merge = { edits: [{ path: 'x', before: null, after: file('x\n') }], joins: [theirs], message: 'Merge\n' };
    const staged = await repo.stage(ours, [{ ...merge, author: ADA, at: AT }]);
    await publishOn(repo, edit('mine.yaml', 'mine\n'));
    await expect(repo.move(ours, [{ commit: theirs }], staged)).rejects.toThrow(HeadMoved);
    await staged.release();
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });
});

describe('nothing changes', () => {
  const refused: readonly (readonly [string, (dir: string) => void, RegExp])[] = [
    ['where a file beside the content is changed', (dir) => writeFiles(dir, { 'src/app.ts': 'mine' }), /src\/app\.ts/],
    ['where a file of the content is changed', (dir) => writeFiles(dir, { 'content/a.yaml': 'mine' }), /a\.yaml/],
    [
      'if a file is staged',
      (dir) => {
        writeFiles(dir, { 'src/app.ts': 'mine' });
        git(dir, 'add', 'src/app.ts');
        writeFiles(dir, { 'src/app.ts': 'app\n' });
      },
      /src\/app\.ts has staged/,
    ],
    ['where an unknown file stands in the place of a new one', (dir) => writeFiles(dir, { 'src/deep': 'x' }), /deep/],
    ['while a merge is under way', (dir) => writeFileSync(join(dir, '.git/MERGE_HEAD'), 'x'), /merge is under way/],
  ];
  it.each(refused)('%s', async (_, prepare, message) => {
    const { dir, ours, theirs } = makeBranches();
    prepare(dir);
    const before = snapshot(dir);
    const repo = await open(dir);
    await expect(repo.move(ours, [{ commit: theirs }])).rejects.toThrow(message);
    await repo.close();
    expect(snapshot(dir)).toEqual(before);
  });

  it('if HEAD has moved meanwhile', async () => {
    const { dir, ours, theirs } = makeBranches();
    const repo = await open(dir);
    await publishOn(repo, edit('mine.yaml', 'mine\n'));
    await expect(repo.move(ours, [{ commit: theirs }])).rejects.toThrow(HeadMoved);
    await repo.close();
  });

  it('SEC-6 if a link or a submodule comes in', async () => {
    const { dir, ours } = makeBranches();
    git(dir, 'switch', '-q', 'theirs');
    symlinkSync('/etc/passwd', join(dir, 'content/pages.yaml'));
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'A link');
    git(dir, 'switch', '-q', 'main');
    const repo = await open(dir);
    const linked = git(dir, 'rev-parse', 'theirs');
    await expect(repo.move(ours, [{ commit: linked }])).rejects.toThrow(/content\/pages\.yaml is a symbolic link/);
    await repo.close();
    expect(existsSync(join(dir, 'content/pages.yaml'))).toBe(false);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it.each([
    '.git/hooks/post-checkout',
    '.GIT/config',
    'a/.g\u200cit/x',
    '.git./config',
    'git~1/config',
    '../outside',
    'content/../../outside',
  ])('SEC-6 if a file comes in at %s', async (path) => {
    const { dir, ours } = makeBranches();
    const repo = await open(dir);
    const evil = { edits: [{ path, before: null, after: file('evil\n') }], joins: [], message: 'Evil' };
    await expect(repo.move(ours, [{ ...evil, author: ADA, at: AT }])).rejects.toThrow(/is not a path/);
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('if git converts a file that comes in', async () => {
    const { dir, ours, theirs } = makeBranches();
    writeFiles(dir, { '.git/info/attributes': '*.ts filter=lfs\n' });
    const repo = await open(dir);
    await expect(repo.move(ours, [{ commit: theirs }])).rejects.toThrow(/convert src\/app\.ts \(filter=lfs\)/);
    await repo.close();
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(ours);
  });
});

it('leaves changes that others have made elsewhere', async () => {
  const { dir, ours, theirs } = makeBranches();
  writeFiles(dir, { 'src/mine.ts': 'staged\n', 'run-too.sh': 'untracked\n' });
  git(dir, 'add', 'src/mine.ts');
  const repo = await open(dir);
  await (await repo.move(ours, [{ commit: theirs }])).at(-1)!.durable;
  await repo.close();
  expect(git(dir, 'status', '--porcelain').split('\n')).toEqual(['A  src/mine.ts', '?? run-too.sh']);
});

/** A separate process that moves HEAD, and kills itself after a step. */
const CHILD = `
const [dist, dir, ours, theirs, step] = process.argv.slice(1);
const { createRepository } = await import(dist + 'repository.js');
const onStep = (done) => { if (done === Number(step)) process.kill(process.pid, 'SIGKILL'); };
const repo = await createRepository({ contentDir: dir, onStep });
await (await repo.move(ours, [{ commit: theirs }])).at(-1).durable;
await repo.close();
`;
const DIST = new URL('../../../dist-test/', import.meta.url).href;

/** Both sides of the ninth, which is the commit point; every step in a long run. */
const STEPS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12].filter((_, index) => index % stride(3) === 0);

long.it.each(STEPS)('is done completely or not at all when it is killed after step %i', async (step) => {
  const { dir, ours, theirs } = makeBranches();
  const args = ['--input-type=module', '-e', CHILD, DIST, join(dir, 'content'), ours, theirs, String(step)];
  const child = spawnSync(process.execPath, args);
  expect([child.signal, child.stderr.toString()]).toEqual(['SIGKILL', '']);
  const repo = await createRepository({ contentDir: join(dir, 'content') });
  await repo.close();
  expect(repo.reports()).toEqual([]);
  expect(leftovers(join(dir, '.git'))).toEqual([]);
  git(dir, 'update-index', '--refresh', '-q');
  expect({ ...troubles(dir), head: git(dir, 'rev-parse', 'HEAD') }).toEqual({
    ...NO_TROUBLES,
    head: step < 9 ? ours : theirs,
  });
});
