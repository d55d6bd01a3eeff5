import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { findPublished } from '../../src/cli/init/sitePackage.ts';
import { CLONE_CONFIG } from '../../src/git/read/cloneConfig.ts';
import { makePlace, runIn } from './quire.ts';

const ROOT = join(import.meta.dirname, '../..');
const PERSON = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org', EMAIL: 'ada@example.org' };
const ADMIN = { email: 'ada@example.org', password: 'correct horse' };

let made: { readonly folder: string; readonly env: Readonly<Record<string, string>> };
let removeAll: () => void;
beforeAll(async () => {
  const { folder } = makePlace({ withContent: false, whenDone: (remove) => (removeAll = remove) });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1', PORT: '0', ...PERSON };
  const init = spawnSync(process.execPath, [join(ROOT, 'dist/main.js'), 'init', 'site'], { cwd: folder, env });
  expect([init.status, init.stderr.toString()]).toEqual([0, '']);
  // A machine whose git would change line endings.
  writeFileSync(join(folder, '.gitconfig'), '[core]\n\tautocrlf = true\n');
  made = { folder, env };
});
afterAll(() => removeAll());

/** A clone of one new site, in a folder of its own. */
function makeClone() {
  const { env } = made;
  const { folder } = makePlace({ withContent: false });
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim();
  git(folder, 'clone', '--quiet', join(made.folder, 'site'), 'clone');
  const clone = join(folder, 'clone');
  return { folder, env, git, clone, read: (path: string) => readFileSync(join(clone, path), 'utf8') };
}

/** With this machine's npm registry and cache. */
const npm = (cwd: string, ...args: readonly string[]) =>
  spawnSync(
    'npm',
    [...args, '--prefer-offline', '--fetch-retries=1', '--no-audit', '--no-fund', '--no-update-notifier'],
    {
      cwd,
      encoding: 'utf8',
    },
  );

const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|ENETUNREACH/;

/** Runs `npm start` until it serves. The server is npm's child process: they end together. */
async function startSite(cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn('npm', ['start'], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const end = (signal: NodeJS.Signals): void => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal);
  };
  onTestFinished(() => end('SIGKILL'));
  const closed = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    const url = /^Quire serves (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      stop: async (): Promise<void> => {
        end('SIGTERM');
        await closed;
      },
    };
  }
  throw new Error('npm start has ended');
}

async function changeHome(url: string): Promise<number> {
  const send = async (method: string, path: string, body: unknown, token = ''): Promise<Response> =>
    fetch(`${url}/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { data } = (await (await send('POST', 'auth/login', ADMIN)).json()) as { data: { token: string } };
  return (await send('PATCH', 'pages/1', { fields: { summary: 'Changed.' } }, data.token)).status;
}

describe('a site made by quire init', () => {
  it('is installed, served, changed and exported in a clone', { timeout: 400_000 }, async ({ skip }) => {
    const { clone, env, git } = makeClone();
    expect(git(clone, 'ls-files', '--eol').match(/w\/crlf|w\/mixed/)).toBeNull();
    const installed = npm(clone, 'ci');
    skip(NO_NETWORK.test(installed.stderr), 'neither a registry nor what it has given before');
    expect([installed.status, installed.stderr.match(/npm error.*/)]).toEqual([0, null]);
    expect(existsSync(join(clone, 'node_modules/.bin/quire'))).toBe(true);
    expect(npm(clone, 'install').status).toBe(0);
    expect(git(clone, 'status', '--porcelain')).toBe('');

    const program = join(clone, 'node_modules/@quire-cms/quire/dist/main.js');
    const quire = (...args: readonly string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: clone, env, encoding: 'utf8' });
    expect(quire('setup-git', '--hook')).toMatchObject({ status: 0, stderr: '' });
    expect(git(clone, 'config', '--local', 'core.hooksPath')).toBe('.githooks');
    expect(git(clone, 'status', '--porcelain')).toBe('');
    expect(quire('check')).toMatchObject({ status: 0, stdout: '0 errors, 0 warnings\n' });

    const admin = { QUIRE_ADMIN_EMAIL: ADMIN.email, QUIRE_ADMIN_PASSWORD: ADMIN.password };
    const server = await startSite(clone, { ...env, ...admin });
    expect((await fetch(`${server.url}/api/content/pages/articles/first-steps`)).status).toBe(200);
    expect(await changeHome(server.url)).toBe(200);
    await server.stop();
    expect(git(clone, 'diff', '--stat', 'HEAD~1', 'HEAD', '--shortstat')).toContain(
      '1 file changed, 1 insertion(+), 1 del',
    );
    expect(quire('export', '--out', 'dist-static').status).toBe(0);
    expect(existsSync(join(clone, 'dist-static/api/content/pages/en/home.json'))).toBe(true);
    expect(git(clone, 'status', '--porcelain')).toBe('');

    const next = quire('init', '../next');
    expect([next.status, next.stderr]).toEqual([0, '']);
    const lockOf = (dir: string): string => readFileSync(join(dir, 'package-lock.json'), 'utf8');
    expect(lockOf(join(clone, '../next'))).toBe(lockOf(clone).replaceAll('"name": "site"', '"name": "next"'));
  });

  it('contains nothing about the machine that has made it', async () => {
    const { clone, read, git, folder } = makeClone();
    const { packages } = JSON.parse(read('package-lock.json'));
    const entries = Object.entries<Record<string, string>>(packages);
    const known = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
    expect(entries.flatMap(([, { resolved }]) => resolved ?? [])).toEqual(['file:vendor/quire-cms-quire-0.1.0.tgz']);
    for (const [path, { version, integrity, dev }] of entries.slice(1)) {
      expect([path, integrity, dev]).toEqual([path, expect.stringMatching(/^sha512-/), undefined]);
      if (path !== 'node_modules/@quire-cms/quire') expect([path, version]).toEqual([path, known[path].version]);
    }
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    execFileSync('tar', ['xzf', join(clone, 'vendor/quire-cms-quire-0.1.0.tgz'), '-C', unpacked]);
    for (const name of [ROOT, folder, made.folder]) {
      expect(spawnSync('grep', ['-rlF', name, unpacked], { encoding: 'utf8' }).stdout).toBe('');
      expect(
        git(clone, 'ls-files')
          .split('\n')
          .filter((path) => read(path).includes(name)),
      ).toEqual([]);
    }
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: 'pipe' }).trim();
    expect(read('package-lock.json')).not.toContain(new URL(registry).host);
  });

  it('has workflows that check merges, and publish the branch it begins on', async () => {
    const { read } = makeClone();
    const github = parse(read('.github/workflows/quire.yml'));
    expect(Object.keys(github.on)).toEqual(['pull_request', 'merge_group', 'push', 'workflow_dispatch']);
    expect(github.on.push).toEqual({ branches: ['main'] });
    expect(Object.keys(github.jobs)).toEqual(['check', 'export', 'publish']);
    expect(github.jobs.export.needs).toBe('check');
    const runs = (job: { steps: readonly { run?: string }[] }): string =>
      job.steps.map(({ run = '' }) => run).join('\n');
    expect(runs(github.jobs.check)).toMatch(/npm ci[\s\S]*quire check --since FETCH_HEAD --format github/);
    expect(runs(github.jobs.export)).toContain('quire export --out dist-static');
    const gitlab = parse(read('.gitlab-ci.yml'));
    expect(gitlab.pages.artifacts.paths).toEqual(['public']);
    expect(gitlab.check.script.join('\n')).toContain('quire check --since FETCH_HEAD');
    expect(gitlab.pages.script.join('\n')).toContain('quire export --out public');
  });
});

describe('Quire as installed by npm', () => {
  const install = (noted: object | null): string => {
    const modules = join(makePlace({ withContent: false }).folder, 'node_modules');
    const quire = join(modules, '@quire-cms/quire');
    mkdirSync(quire, { recursive: true });
    const packages = { 'node_modules/@quire-cms/quire': noted };
    if (noted) writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
    return quire;
  };
  const integrity = 'sha512-x';

  it.each([
    ['from a registry', { resolved: 'https://r.example/npm/@quire-cms/quire/-/quire-0.1.0.tgz', integrity }, true],
    ['from a registry whose address is not noted', { integrity }, true],
    ['from a file', { resolved: 'file:vendor/quire-cms-quire-0.1.0.tgz', integrity }, false],
    ['from a folder', { resolved: '../quire', link: true }, false],
    ['from git', { resolved: 'git+ssh://git@example.org/quire.git#abc', integrity }, false],
    ['from an address', { resolved: 'https://example.org/quire.tgz', integrity }, false],
    ['by something else than npm', null, false],
  ])('%s', (_, noted, isPublished) => {
    expect(findPublished(install(noted))).toEqual(isPublished ? { integrity } : undefined);
    expect(findPublished(`${install(noted)}/`)).toEqual(isPublished ? { integrity } : undefined);
  });
});

describe('quire setup-git', () => {
  it('prints what it sets, once, and leaves other hooks alone', async () => {
    const { folder, clone, env, git } = makeClone();
    const setUp = (...args: readonly string[]) => runIn(folder, ['setup-git', ...args], env);
    git(clone, 'config', '--unset', 'core.logAllRefUpdates');
    expect(await setUp('clone')).toEqual({
      code: 0,
      stdout: `In ${clone}:\n${CLONE_CONFIG.map((setting) => `${setting.join(' = ')}\n`).join('')}`,
      stderr: '',
    });
    expect((await setUp('clone/content')).stdout).toBe(`Everything is already set up in ${clone}.\n`);
    git(clone, 'config', 'core.hooksPath', '.husky');
    expect(await setUp('clone', '--hook')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'core.hooksPath is already .husky: call .githooks/pre-commit from the pre-commit hook there\n',
    });
    expect(git(clone, 'config', 'core.hooksPath')).toBe('.husky');
    git(clone, 'config', '--unset', 'core.hooksPath');
    expect((await setUp('clone', '--hook')).stdout).toBe(`In ${clone}:\ncore.hooksPath = .githooks\n`);
  });

  it('sets up merges by values in a site without them', async () => {
    const { folder, clone, env } = makeClone();
    const file = join(clone, 'content/.gitattributes');
    const made = readFileSync(file, 'utf8');
    const setUp = () => runIn(folder, ['setup-git', 'clone'], env);
    await setUp();
    writeFileSync(file, '* -text');
    expect((await setUp()).stdout).toBe(
      `In ${clone}:\ncontent/.gitattributes now merges the content with quire merge-driver: commit it\n`,
    );
    expect(readFileSync(file, 'utf8').split('\n').slice(1)).toEqual(made.split('\n').slice(1));
    writeFileSync(file, '* -text -merge\n');
    expect((await setUp()).stdout).toBe(`Everything is already set up in ${clone}.\n`);
    expect(readFileSync(file, 'utf8')).toBe('* -text -merge\n');
  });

  it('refuses a folder without a repository or hook, and unknown arguments', async () => {
    const { folder } = makePlace({ withContent: false });
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    const setUp = (...args: readonly string[]) => runIn(folder, ['setup-git', ...args], env);
    expect(await setUp()).toMatchObject({ code: 1, stderr: `${folder} is not in a git repository\n` });
    execFileSync('git', ['init', '--quiet'], { cwd: folder, env });
    expect(await setUp('--hook')).toMatchObject({
      code: 1,
      stderr: `There is no .githooks/pre-commit in ${folder}\n`,
    });
    expect(await setUp('a', 'b')).toMatchObject({ code: 2, stderr: expect.stringContaining('takes one folder') });
    expect(await setUp('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('core.autocrlf = false') });
  });
});
