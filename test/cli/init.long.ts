import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { long } from '../long.ts';
import { runProgram } from '../run/runProgram.ts';
import { makePlace, run, runIn, serve, stop } from './quire.ts';

const ROOT = join(import.meta.dirname, '../..');
const USER = { GIT_AUTHOR_NAME: 'Ada Byron', EMAIL: 'ada@example.org' };
const TARBALL = 'vendor/quire-cms-quire-0.1.0.tgz';
const MADE = [
  '.gitattributes',
  '.githooks/pre-commit',
  '.github/workflows/quire.yml',
  '.gitignore',
  '.gitlab-ci.yml',
  '.npmrc',
  'README.md',
  'content/.gitattributes',
  'content/block-types/hero.yaml',
  'content/block-types/rich_text.yaml',
  'content/content-types/article.yaml',
  'content/content-types/page.yaml',
  'content/menus/main.yaml',
  'content/pages/en/articles/first-steps.md',
  'content/pages/en/home.yaml',
  'content/site.yaml',
  'package-lock.json',
  'package.json',
  'quire.config.ts',
  'tsconfig.json',
  TARBALL,
];

/** The place for a site's own code. */
const CODE_FILES = ['quire.config.ts', 'tsconfig.json'];

/** A folder with an npm that packs Quire once: packing takes longer than everything else about a new site. */
let programs = '';
beforeAll(() => {
  programs = mkdtempSync(join(tmpdir(), 'quire-npm-'));
  const path = join(programs, 'npm');
  const lines = [
    '#!/bin/sh',
    `[ "$1" = pack ] || exit 1`,
    `for made in '${programs}'/*.tgz; do [ -f "$made" ] && exec cp "$made" "$4"; done`,
    `'${findProgram('npm')}' "$@" && cp "$4"/*.tgz '${programs}'`,
  ];
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  chmodSync(path, 0o755);
});

/** A folder to make sites in, on a machine whose git has no user. */
function makeGround() {
  const { folder } = makePlace({ withContent: false });
  const path = process.env['PATH'] ?? '';
  const env = { PATH: `${programs}:${path}`, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', PORT: '0' };
  const dir = join(folder, 'my-site');
  const gitIn = (cwd: string, ...args: readonly string[]): string =>
    runProgram('git', args, { cwd, env, encoding: 'utf8' }).trim();
  return {
    folder,
    dir,
    env,
    gitIn,
    git: (...args: readonly string[]) => gitIn(dir, ...args),
    init: (...args: readonly string[]) => runIn(folder, ['init', ...args], { ...env, ...USER }),
    read: (path: string) => readFileSync(join(dir, path), 'utf8'),
  };
}

const findProgram = (name: string): string =>
  runProgram('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();

describe('quire init', () => {
  it('makes a sound repository with one commit by the user', async () => {
    const { dir, env, init, git, read } = makeGround();
    const { code, stdout, stderr } = await init('my-site');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        `Made a new site in ${dir}.`,
        'Its first commit is by Ada Byron <ada@example.org>.',
        '',
        '  cd my-site',
        '  npm ci             installs Quire, here and in every clone',
        '  npm start          serves the site, and prints how to make the first admin',
        '  npm run check      checks the files',
        '  npx --no-install quire setup-git --hook     checks before each commit',
        '',
      ].join('\n'),
    );
    expect(git('ls-files').split('\n')).toEqual(MADE);
    expect(git('log', '--format=%s|%an <%ae>|%D')).toBe('Begin the site|Ada Byron <ada@example.org>|HEAD -> main');
    expect(git('fsck', '--strict')).toBe('');
    expect(git('status', '--porcelain')).toBe('');
    expect(read('content/site.yaml')).toContain('siteName: "My site"\n');
    const { name, dependencies } = JSON.parse(read('package.json'));
    expect(name).toBe('my-site');
    expect(dependencies).toEqual({ '@quire-cms/quire': `file:${TARBALL}` });
    expect(git('config', '--local', 'core.autocrlf')).toBe('false');
    expect(MADE.filter((path) => path !== TARBALL && /\{\{\w+\}\}/.test(read(path)))).toEqual([]);
    expect(await runIn(dir, ['check'], env)).toEqual({ code: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
    expect((await runIn(dir, ['types'], env)).code).toBe(0);
    expect((await runIn(dir, ['check', '--config', 'quire.config.ts'], env)).stdout).toBe('0 errors, 0 warnings\n');
  });

  it('leaves out the place for code of its own', async () => {
    const { dir, env, init, git, read } = makeGround();
    expect((await init('my-site', '--no-config')).code).toBe(0);
    expect(git('ls-files').split('\n')).toEqual(MADE.filter((path) => !CODE_FILES.includes(path)));
    expect(read('package.json')).toContain('"quire serve"');
    for (const path of ['package.json', '.gitlab-ci.yml', 'README.md'])
      expect(read(path)).not.toMatch(/\{\{|quire\.config/);
    expect((await runIn(dir, ['check'], env)).code).toBe(0);
  });

  long.it('makes a site that can be served at once, without another commit', async () => {
    const { dir, env, init, git } = makeGround();
    await init('my-site');
    const server = await serve(env, undefined, dir);
    const answers = ['pages/home', 'pages/articles/first-steps', 'menus/main'].map(async (path) => {
      const response = await fetch(`${server.url}/api/content/${path}`);
      return [response.status, await response.json()];
    });
    const [home, article, menu] = await Promise.all(answers);
    const link = { pageId: 2, text: 'First steps' };
    expect(home).toMatchObject([200, { data: { title: 'My site', regions: { content: [{ fields: { link } }, {}] } } }]);
    expect(article).toMatchObject([200, { data: { fields: { body: { type: 'doc' } } } }]);
    expect(menu).toMatchObject([200, { data: { items: [{ page_slug: 'home' }, {}] } }]);
    const health = await (await fetch(`${server.url}/api/health`)).json();
    expect(health).toMatchObject({ status: 'ok' });
    expect((await stop(server)).code).toBe(0);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-list', '--count', 'HEAD')).toBe('1');
  });

  long.it('takes any name for the site', async () => {
    const { init, read } = makeGround();
    const name = 'Ö: "quoted" # {{now}} \\ $& 日本';
    expect((await init('my-site', '--name', name)).code).toBe(0);
    expect(read('README.md')).toMatch(/^# Ö: "quoted" # \{\{now\}\} \\ \$& 日本\n/);
    expect(parse(read('content/site.yaml'))).toMatchObject({ siteName: name });
  });

  long.it('starts in a repository without commits, on its branch, with the author from its config', async () => {
    const { dir, env, gitIn, git, read } = makeGround();
    mkdirSync(dir);
    gitIn(dir, 'init', '--quiet', '--initial-branch=trunk');
    gitIn(dir, 'config', 'user.name', 'Grace');
    gitIn(dir, 'config', 'user.email', 'grace@example.org');
    const { code, stdout } = await runIn(dir, ['init'], { ...env, GIT_AUTHOR_EMAIL: 'private' });
    expect(code).toBe(0);
    expect(stdout).not.toContain('  cd ');
    expect(git('log', '--format=%an <%ae>|%D')).toBe('Grace <grace@example.org>|HEAD -> trunk');
    expect(read('.github/workflows/quire.yml')).toContain('branches: ["trunk"]');
  });

  long.it('commits as Quire if git has no user, and says so', async () => {
    const { folder, env, git } = makeGround();
    const { code, stdout } = await runIn(folder, ['init', 'my-site'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('Its first commit is by Quire <quire@quire.invalid>.\nGit does not know you yet');
    expect(git('log', '--format=%an')).toBe('Quire');
  });

  long.it('makes the same site without a git program, except for the hook', async () => {
    const { folder, dir, env, git } = makeGround();
    const without = { ...env, PATH: join(folder, 'bin') };
    mkdirSync(without.PATH);
    symlinkSync(findProgram('node'), join(without.PATH, 'node'));
    symlinkSync(findProgram('cp'), join(without.PATH, 'cp'));
    symlinkSync(join(programs, 'npm'), join(without.PATH, 'npm'));
    const hooked = await runIn(folder, ['init', 'my-site', '--hook'], without);
    expect([hooked.code, hooked.stderr]).toEqual([1, '--hook needs the git program\n']);
    expect(existsSync(dir)).toBe(false);
    expect((await runIn(folder, ['init', 'my-site'], without)).code).toBe(0);
    expect(git('ls-files').split('\n')).toEqual(MADE);
    expect(git('ls-files', '--stage', '.githooks')).toMatch(/^100755 /);
    expect([git('status', '--porcelain'), git('fsck', '--strict')]).toEqual(['', '']);
  });

  it('leaves the commit to the repository around the folder', async () => {
    const { folder, dir, env, init, gitIn } = makeGround();
    gitIn(folder, 'init', '--quiet', '--initial-branch=main');
    const hooked = await init('my-site', '--hook');
    expect(hooked).toMatchObject({ code: 1, stderr: expect.stringContaining('--hook needs a repository of its own') });
    expect(existsSync(dir)).toBe(false);
    const { code, stdout } = await init('my-site');
    expect(code).toBe(0);
    expect(stdout).toContain(`It is part of the repository ${folder}. Commit it there`);
    expect(existsSync(join(dir, '.git'))).toBe(false);
    expect(gitIn(folder, 'status', '--porcelain')).toBe('?? my-site/');
    expect((await runIn(dir, ['check'], env)).stdout).toBe('0 errors, 0 warnings\n');
  });

  it.each([
    [
      'a folder that holds something',
      (dir: string) => writeFileSync(join(dir, 'notes'), 'mine'),
      /is not empty: it holds notes\n/,
    ],
    [
      'a repository with commits',
      (dir: string) => {
        runProgram('git', ['init', '-q'], { cwd: dir });
        const person = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
        runProgram('git', [...person, 'commit', '-q', '--allow-empty', '-m', 'Mine'], { cwd: dir });
      },
      /is a repository that already has commits or staged files\n/,
    ],
  ])('refuses %s, and leaves it as it is', async (_, prepare, message) => {
    const { dir, init } = makeGround();
    mkdirSync(dir);
    prepare(dir);
    const before = readdirSync(dir, { recursive: true });
    const { code, stdout, stderr } = await init('my-site');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(readdirSync(dir, { recursive: true })).toEqual(before);
  });

  it('says that it needs npm, before it makes anything', async () => {
    const { folder, dir, env } = makeGround();
    const { code, stderr } = await runIn(folder, ['init', 'my-site'], { ...env, PATH: '' });
    expect([code, stderr]).toEqual([1, 'quire init needs npm, which comes with Node.js\n']);
    expect(existsSync(dir)).toBe(false);
  });

  it('refuses a file', async () => {
    const { dir, init, read } = makeGround();
    writeFileSync(dir, 'mine');
    expect(await init('my-site')).toMatchObject({ code: 1, stderr: `${dir} is not a folder\n` });
    expect(readFileSync(dir, 'utf8')).toBe('mine');
    expect(() => read('package.json')).toThrow();
  });

  it.each([
    [['a', 'b'], /takes one folder/],
    [['--what'], /--what/],
    [['my-site', '--name', ' '], /--name must have 1 to 120 characters/],
  ])('says what is wrong with %j', async (args, message) => {
    const { folder, init } = makeGround();
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await init(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('quire init [dir]');
    expect(readdirSync(folder)).toEqual(before);
  });
});

long.describe('the pre-commit hook', () => {
  const BROKEN = 'id: 9\ntype: nothing\ntitle: Broken\ncreatedAt: 2026-01-01T00:00:00.000Z\n';

  async function makeHooked() {
    const ground = makeGround();
    const { dir, env, init } = ground;
    expect((await init('my-site', '--hook')).code).toBe(0);
    const program = join(dir, 'node_modules/.bin/quire');
    mkdirSync(join(program, '..'), { recursive: true });
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'dist/main.js')}' "$@"\n`);
    chmodSync(program, 0o755);
    const person = {
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
      GIT_AUTHOR_EMAIL: 'a@b.example',
    };
    return {
      ...ground,
      program,
      write: (path: string, text: string) => writeFileSync(join(dir, path), text),
      commit: (...args: readonly string[]) =>
        spawnSync('git', ['commit', '--quiet', '--message=Change', ...args], {
          cwd: dir,
          env: { ...env, ...USER, ...person },
          encoding: 'utf8',
        }),
    };
  }

  it('accepts staged content without errors, whatever is in the files by now', async () => {
    const { git, write, commit } = await makeHooked();
    write('content/pages/en/new.yaml', BROKEN.replace('nothing', 'page'));
    git('add', 'content');
    write('content/pages/en/new.yaml', BROKEN);
    write('content/pages/en/other.yaml', 'id: [\n');
    expect(commit()).toMatchObject({ status: 0, stderr: '0 errors, 0 warnings\n' });
    expect(git('show', '--name-only', '--format=%s')).toBe('Change\n\ncontent/pages/en/new.yaml');
  });

  it('stops errors, however they get into the commit', async () => {
    const { git, write, commit } = await makeHooked();
    const isStopped = (...args: readonly string[]): void => {
      const { status, stdout, stderr } = commit(...args);
      expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('which does not exist')]);
      expect(git('rev-list', '--count', 'HEAD')).toBe('1');
    };
    write('content/pages/en/new.yaml', BROKEN);
    git('add', 'content');
    write('content/pages/en/new.yaml', BROKEN.replace('nothing', 'page'));
    isStopped();
    git('rm', '--quiet', '--force', 'content/pages/en/new.yaml');
    write('content/pages/en/home.yaml', BROKEN);
    isStopped('--all');
    isStopped('content/pages/en/home.yaml');
    expect(commit('--all', '--no-verify').status).toBe(0);
  });

  it('ignores other files, and says when it cannot check', async () => {
    const { git, write, commit, program } = await makeHooked();
    chmodSync(program, 0o644);
    write('notes.txt', 'mine\n');
    git('add', 'notes.txt');
    expect(commit()).toMatchObject({ status: 0 });
    write('content/pages/en/new.yaml', BROKEN);
    git('add', 'content');
    const { status, stderr } = commit();
    expect([status, stderr]).toEqual([1, 'The content was not checked: quire is not installed (npm install)\n']);
  });
});

describe('the package', () => {
  it('ships every template', () => {
    const folder = mkdtempSync(join(programs, 'shipped-'));
    const cache = join(programs, 'cache');
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder, '--cache', cache];
    runProgram(join(programs, 'npm'), args, { cwd: ROOT, stdio: 'ignore' });
    const [tarball = ''] = readdirSync(folder);
    const listed = runProgram('tar', ['-tzf', join(folder, tarball)], { encoding: 'utf8' });
    const shipped = new Set(listed.split('\n').map((path) => path.replace('package/', '')));
    const templates = readdirSync(join(ROOT, 'templates'), { recursive: true, encoding: 'utf8' })
      .map((path) => `templates/${path.replaceAll('\\', '/')}`)
      .filter((path) => statSync(join(ROOT, path)).isFile());
    // The lock file and Quire's package are made for each site.
    expect(templates.filter((path) => path.startsWith('templates/site/')).length).toBe(MADE.length - 2);
    expect(templates.filter((path) => !shipped.has(path))).toEqual([]);
    expect([...shipped].filter((path) => /\.map$|^dist\/quire\.cjs./.test(path))).toEqual([]);
    expect([...shipped]).toEqual(expect.arrayContaining(['dist/main.js', 'dist/quire.cjs', 'dist/dependencies.json']));
  });

  it('explains the command', async () => {
    const { code, stdout } = await run(['init', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--hook');
  });
});
