import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { findNativeGit } from '../../../src/git/read/native.ts';
import { listRefs } from '../../../src/git/read/ref/listRefs.ts';
import { openRemote } from '../../../src/git/remote/openRemote.ts';
import { type Remote, RemoteFailure } from '../../../src/git/remote/remote.ts';
import { long, someOf } from '../../long.ts';
import { type GitHost, makeGitHost, runGit } from './makeGitHost.ts';

/** The ways to reach a host, which must all keep the same promises. */
const WAYS = [
  { way: 'git over http', native: true, address: (host: GitHost) => host.url },
  { way: 'git over file://', native: true, address: (host: GitHost) => `file://${host.dir}` },
  { way: 'http without git', native: false, address: (host: GitHost) => host.url },
] as const;

interface Setup {
  readonly host: GitHost;
  /** The repository here, with a commit that the host has too. */
  readonly here: string;
  readonly remote: Remote;
  /** A developer's clone. */
  clone(): string;
}

interface Options {
  readonly token?: string;
  readonly silentMs?: number;
  readonly remote?: string;
  /** The environment of the git program. */
  readonly env?: NodeJS.ProcessEnv;
}

const commit = (dir: string, file: string): string => {
  writeFileSync(join(dir, file), `${file}\n`);
  runGit(dir, 'add', '--all');
  runGit(dir, 'commit', '--quiet', `--message=Add ${file}`);
  return runGit(dir, 'rev-parse', 'HEAD');
};

/** A repository with a commit, and the host's copy of it. */
const TEMPLATE = mkdtempSync(join(tmpdir(), 'quire-remote-'));
runGit(TEMPLATE, 'init', '--quiet', '--initial-branch=main', '--template=', 'here');
commit(join(TEMPLATE, 'here'), 'first.txt');
runGit(TEMPLATE, 'clone', '--quiet', '--bare', '--no-hardlinks', '--template=', 'here', 'site.git');
runGit(join(TEMPLATE, 'site.git'), 'config', 'http.receivepack', 'true');
afterAll(() => rmSync(TEMPLATE, { recursive: true, force: true }));

async function setUp({ native, address }: (typeof WAYS)[number], options: Options = {}): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-remote-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const here = join(folder, 'here');
  cpSync(TEMPLATE, folder, { recursive: true });
  const host = await makeGitHost({ from: join(folder, 'site.git') });
  const { token = null, remote: named = address(host), silentMs, env } = options;
  if (named === 'origin') runGit(here, 'remote', 'add', 'origin', address(host));
  const findGit = async () => (native ? findNativeGit(env && { env }) : null);
  const location = discoverRepository(here)!;
  const remote = await openRemote({ location, remote: named, token, findGit, silentMs });
  onTestFinished(remote.close);
  let clones = 0;
  return {
    ...{ host, here, remote },
    clone() {
      clones += 1;
      const dir = join(folder, `clone${clones}`);
      runGit(folder, 'clone', '--quiet', '--template=', host.dir, dir);
      return dir;
    },
  };
}

const failureOf = (asking: Promise<unknown>): Promise<RemoteFailure> =>
  asking.then(
    () => expect.fail('it has worked'),
    (error) => {
      expect(error).toBeInstanceOf(RemoteFailure);
      return error as RemoteFailure;
    },
  );

it.each(WAYS)('$way: fetches what others have pushed, and keeps it under a ref', async (way) => {
  const { here, remote, clone } = await setUp(way);
  const theirs = clone();
  const made = commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet');

  expect(await remote.fetch(['main'])).toEqual(new Map([['main', made]]));

  expect(runGit(here, 'rev-parse', `refs/remotes/${remote.name}/main`)).toBe(made);
  expect(runGit(here, 'show', `${made}:second.txt`)).toBe('second.txt');
  expect(runGit(here, 'fsck', '--strict', '--no-dangling')).toBe('');
  expect(runGit(here, 'status', '--porcelain')).toBe('');
  expect(existsSync(join(here, '.git/FETCH_HEAD'))).toBe(false);
});

long.it.each(WAYS)('$way: says that the host has no such branch', async (way) => {
  const { here, remote } = await setUp(way);
  expect(await remote.fetch(['content', 'main'])).toEqual(
    new Map([
      ['content', null],
      ['main', runGit(here, 'rev-parse', 'HEAD')],
    ]),
  );
});

long.it.each(WAYS)('$way: fetches again what was rewound at the host', async (way) => {
  const { here, remote, clone } = await setUp(way);
  const theirs = clone();
  commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet');
  await remote.fetch(['main']);
  runGit(theirs, 'reset', '--quiet', '--hard', 'HEAD~1');
  const made = commit(theirs, 'third.txt');
  runGit(theirs, 'push', '--quiet', '--force');
  expect(await remote.fetch(['main'])).toEqual(new Map([['main', made]]));
  expect(runGit(here, 'fsck', '--strict', '--no-dangling')).toBe('');
});

it.each(WAYS)('$way: pushes a commit to a branch that may not exist yet', async (way) => {
  const { host, here, remote } = await setUp(way);
  const made = commit(here, 'second.txt');
  await remote.push({ commit: made, branch: 'main' });
  await remote.push({ commit: made, branch: 'content' });
  expect(host.git('rev-parse', 'main', 'content').split('\n')).toEqual([made, made]);
  expect(host.git('fsck', '--strict')).toBe('');
  expect(runGit(here, 'rev-parse', `refs/remotes/${remote.name}/main`)).toBe(made);
});

long.it.each(WAYS)('$way: says that the host has newer commits, and removes nothing there', async (way) => {
  const { host, here, remote, clone } = await setUp(way);
  const theirs = clone();
  const made = commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet');
  const ours = commit(here, 'third.txt');
  expect((await failureOf(remote.push({ commit: ours, branch: 'main' }))).reason).toBe('behind');
  expect(host.git('rev-parse', 'main')).toBe(made);
});

long.it.each(WAYS)('$way: reports the words of a host that refuses a push', async (way) => {
  const { host, here, remote } = await setUp(way);
  host.setHook('echo "Branch main is protected: open a pull request" >&2; exit 1');
  const failure = await failureOf(remote.push({ commit: commit(here, 'second.txt'), branch: 'main' }));
  expect(failure.reason).toBe('refused');
  expect(failure.said).toContain('Branch main is protected: open a pull request');
  expect(failure.message).toContain('GIT_UPSTREAM=main,content');
});

long.it.each(WAYS)('$way: does not take a full disk of the host for one here', async (way) => {
  const { host, here, remote } = await setUp(way);
  host.setHook('echo "fatal: write error: No space left on device" >&2; exit 1');
  const failure = await failureOf(remote.push({ commit: commit(here, 'second.txt'), branch: 'main' }));
  expect([failure.reason, failure.said]).toEqual(['refused', expect.stringContaining('No space left on device')]);
});

long.it.each(WAYS)('$way: fetches other branches too, and drops those that are gone', async (way) => {
  const { host, here, remote, clone } = await setUp(way);
  const theirs = clone();
  const made = commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet', 'origin', 'HEAD:draft/summer');
  const folder = `refs/remotes/${remote.name}/` as const;
  const listed = (): object => Object.fromEntries(listRefs(join(here, '.git'), folder));
  const main = runGit(here, 'rev-parse', 'HEAD');

  expect(await remote.fetch(['main', 'content'], 'branches')).toEqual(
    new Map<string, unknown>([
      ['main', main],
      ['content', null],
    ]),
  );
  expect(listed()).toEqual({ [`${folder}main`]: main, [`${folder}draft/summer`]: made });

  runGit(here, 'pack-refs', '--all');
  // A branch may take the place of a folder of branches.
  host.git('branch', '--move', 'draft/summer', 'draft');
  await remote.fetch(['main'], 'branches');
  expect(listed()).toEqual({ [`${folder}main`]: main, [`${folder}draft`]: made });
  expect(runGit(here, 'fsck', '--strict', '--no-dangling')).toBe('');
});

it.each([WAYS[2]])('$way: follows a branch that becomes a folder of branches, and the other way round', async (way) => {
  const { host, here, remote, clone } = await setUp(way);
  const theirs = clone();
  const made = commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet', 'origin', 'HEAD:draft');
  const folder = `refs/remotes/${remote.name}/` as const;
  const listed = (): readonly string[] => [...listRefs(join(here, '.git'), folder).keys()];
  await remote.fetch(['main'], 'branches');
  expect(listed()).toEqual([`${folder}draft`, `${folder}main`]);

  host.git('branch', '--move', 'draft', 'draft/summer');
  await remote.fetch(['main'], 'branches');
  expect(listed()).toEqual([`${folder}draft/summer`, `${folder}main`]);

  host.git('branch', '--move', 'draft/summer', 'draft');
  await remote.fetch(['main'], 'branches');
  expect(listed()).toEqual([`${folder}draft`, `${folder}main`]);
  expect(runGit(here, 'rev-parse', `${folder}draft`)).toBe(made);
  expect(runGit(here, 'fsck', '--strict', '--no-dangling')).toBe('');
});

it.each(someOf([WAYS[2], WAYS[0]], 1))(
  '$way: fetches its own branches while the refs of others cannot be dropped',
  async (way) => {
    const { host, here, remote, clone } = await setUp(way);
    const theirs = clone();
    const made = commit(theirs, 'second.txt');
    runGit(theirs, 'push', '--quiet', 'origin', 'HEAD:draft', 'HEAD:refs/pull/7/head');
    await remote.fetch(['main'], 'requests');
    host.git('branch', '--delete', '--force', 'draft');
    host.git('update-ref', '-d', 'refs/pull/7/head');
    runGit(theirs, 'push', '--quiet', 'origin', 'HEAD:main');
    // As a git that was killed leaves it.
    writeFileSync(join(here, '.git/packed-refs.lock'), '');
    expect(await remote.fetch(['main'], 'requests')).toEqual(new Map([['main', made]]));
  },
);

long.it.each(WAYS)('$way: removes a branch, unless somebody has gone on with it', async (way) => {
  const { host, here, remote, clone } = await setUp(way);
  const ours = commit(here, 'second.txt');
  for (const branch of ['change/one', 'change/two']) await remote.push({ commit: ours, branch });
  await remote.remove({ commit: ours, branch: 'change/one' });
  const branches = (): readonly string[] => host.git('for-each-ref', '--format=%(refname)', 'refs/heads').split('\n');
  expect(branches()).toEqual(['refs/heads/change/two', 'refs/heads/main']);
  expect([...listRefs(join(here, '.git'), `refs/remotes/${remote.name}/change/`).keys()]).toEqual([
    `refs/remotes/${remote.name}/change/two`,
  ]);

  const theirs = clone();
  runGit(theirs, 'switch', '--quiet', 'change/two');
  const made = commit(theirs, 'third.txt');
  runGit(theirs, 'push', '--quiet');
  expect((await failureOf(remote.remove({ commit: ours, branch: 'change/two' }))).reason).toBe('behind');
  expect(host.git('rev-parse', 'change/two')).toBe(made);
  expect(host.git('fsck', '--strict', '--no-dangling')).toBe('');

  host.setHook('echo "Branches stay here" >&2; exit 1');
  const refused = await failureOf(remote.remove({ commit: made, branch: 'change/two' }));
  expect([refused.reason, refused.said]).toEqual(['refused', expect.stringContaining('Branches stay here')]);
  expect(branches()).toContain('refs/heads/change/two');
});

long.it.each(WAYS)('$way: accepts that a branch is already gone at the host', async (way) => {
  const { host, here, remote } = await setUp(way);
  const ours = commit(here, 'second.txt');
  await remote.push({ commit: ours, branch: 'change/one' });
  host.git('update-ref', '-d', 'refs/heads/change/one');
  await remote.remove({ commit: ours, branch: 'change/one' });
  expect([...listRefs(join(here, '.git'), `refs/remotes/${remote.name}/change/`).keys()]).toEqual([]);
});

long.it.each(WAYS)('$way: fetches pull requests, and nothing else from the host', async (way) => {
  const { host, here, remote, clone } = await setUp(way);
  const theirs = clone();
  const asked = [1, 2].map((n) => {
    const made = commit(theirs, `asked${n}.txt`);
    runGit(
      theirs,
      'push',
      '--quiet',
      'origin',
      `HEAD:refs/pull/${n}/head`,
      `HEAD:refs/pull/${n}/merge`,
      'HEAD:refs/other/1',
    );
    return made;
  });
  const listed = (): object => Object.fromEntries(listRefs(join(here, '.git'), 'refs/quire/'));
  const folder = `refs/quire/requests/${remote.name}/`;
  await remote.fetch(['main'], 'branches');
  expect(listed()).toEqual({});
  await remote.fetch(['main'], 'requests');
  expect(listed()).toEqual({ [`${folder}1`]: asked[0], [`${folder}2`]: asked[1] });
  host.git('update-ref', '-d', 'refs/pull/1/head');
  await remote.fetch(['main'], 'requests');
  expect(listed()).toEqual({ [`${folder}2`]: asked[1] });
});

long.it('SEC-40 fetches the branches that it serves even if another one cannot be stored', async () => {
  const { here, remote, clone } = await setUp(WAYS[1]);
  const theirs = clone();
  const made = commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet', 'origin', 'HEAD:main', 'HEAD:locked');
  mkdirSync(join(here, '.git/refs/remotes', remote.name), { recursive: true });
  writeFileSync(join(here, '.git/refs/remotes', remote.name, 'locked.lock'), '');
  expect(await remote.fetch(['main'], 'branches')).toEqual(new Map([['main', made]]));
});

const BY_HTTP = WAYS.filter(({ way }) => way !== 'git over file://');

long.it.each(BY_HTTP)('$way: signs in with the token, which nobody else gets to see', async (way) => {
  const { host, here, remote } = await setUp(way, { token: 'open-sesame' });
  host.requireToken('open-sesame');
  const made = commit(here, 'second.txt');
  await remote.push({ commit: made, branch: 'main' });
  expect(await remote.fetch(['main'])).toEqual(new Map([['main', made]]));
  expect(runGit(here, 'config', '--list', '--local')).not.toContain('open-sesame');
});

it.each(BY_HTTP)('SEC-40 $way: reports a wrong token without showing it', async (way) => {
  const { host, remote } = await setUp(way, { token: 'wrong-token' });
  host.requireToken('open-sesame');
  const failure = await failureOf(remote.fetch(['main']));
  expect(failure.reason).toBe('auth');
  expect(failure.message).toContain('GIT_TOKEN');
  expect(failure.message).not.toContain('wrong-token');
});

long.it.each(BY_HTTP)('SEC-40 $way: shows neither user nor password of an address', async (way) => {
  const secret = async (): Promise<Setup> => {
    const made = await setUp(way);
    made.host.requireToken('hunter2');
    return made;
  };
  const { host, here } = await secret();
  const address = host.url.replace('http://', 'http://somebody:hunter2@');
  const findGit = async () => (way.native ? findNativeGit() : null);
  const remote = await openRemote({ location: discoverRepository(here)!, remote: address, token: null, findGit });
  onTestFinished(remote.close);
  expect(remote.shown).toBe(host.url);
  expect((await remote.fetch(['main'])).get('main')).toBe(runGit(here, 'rev-parse', 'HEAD'));
  host.requireToken('another');
  expect((await failureOf(remote.fetch(['main']))).message).not.toMatch(/hunter2|somebody/);
});

const ILL: readonly (readonly [string, Parameters<GitHost['misbehave']>[0], string])[] = [
  ['hangs up', 'refuse', 'offline'],
  ['is out of order', 503, 'offline'],
  ['has no such repository', 404, 'missing'],
  ['shows it to others only', 403, 'auth'],
  ['breaks off', { cut: 700 }, 'offline'],
];

long.it.each(
  BY_HTTP.flatMap((way) =>
    (way.native ? ILL.slice(0, 1) : ILL).map(([what, how, reason]) => ({ ...way, what, how, reason })),
  ),
)('$way: a host that $what: $reason, and the repository is as it was', async ({ how, reason, ...way }) => {
  const { host, here, remote, clone } = await setUp(way as (typeof WAYS)[number]);
  const theirs = clone();
  const made = commit(theirs, 'second.txt');
  runGit(theirs, 'push', '--quiet');
  host.misbehave(how);
  expect((await failureOf(remote.fetch(['main']))).reason).toBe(reason);
  expect(runGit(here, 'fsck', '--strict', '--no-dangling')).toBe('');
  host.misbehave(null);
  expect(await remote.fetch(['main'])).toEqual(new Map([['main', made]]));
  expect(readdirSync(join(here, '.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

long.it.each(BY_HTTP)('$way: gives up on a host that accepts requests and never answers', async (way) => {
  const { host, here, remote } = await setUp(way, { silentMs: 300 });
  const known = runGit(here, 'rev-parse', 'HEAD');
  const ours = commit(here, 'second.txt');
  host.misbehave('silent');
  const asked = [
    remote.fetch(['main'], 'requests'),
    remote.push({ commit: ours, branch: 'main' }),
    remote.remove({ commit: known, branch: 'main' }),
  ];
  // In whatever order they fail.
  for (const failure of asked.map(failureOf))
    expect(await failure).toMatchObject({ reason: 'offline', said: expect.stringContaining('timed out') });
  expect(readdirSync(join(here, '.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

it('does not wait for a program that git leaves running with its output', async () => {
  const bin = mkdtempSync(join(tmpdir(), 'quire-bin-'));
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  const path = process.env['PATH'];
  // As ssh does with ControlPersist.
  const leaves = `case "$*" in *fetch*) setsid sh -c 'sleep 30; touch "$0"' "$0.ended" & echo $! > "$0.pid";; esac`;
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${leaves}\nPATH="${path}" exec git "$@"\n`, { mode: 0o755 });
  const { remote, here } = await setUp(WAYS[1], { env: { ...process.env, PATH: `${bin}:${path}` } });
  expect(await remote.fetch(['main'])).toEqual(new Map([['main', runGit(here, 'rev-parse', 'HEAD')]]));
  expect(existsSync(join(bin, 'git.ended'))).toBe(false);
  process.kill(-Number(readFileSync(join(bin, 'git.pid'), 'utf8')), 'SIGKILL');
});

it('uses the remote of the configuration by its name', async () => {
  const { here, remote } = await setUp(WAYS[1], { remote: 'origin' });
  await remote.fetch(['main']);
  expect(runGit(here, 'rev-parse', 'refs/remotes/origin/main')).toBe(runGit(here, 'rev-parse', 'HEAD'));
});

it('says how to add a remote that the configuration does not have', async () => {
  const { here } = await setUp(WAYS[1]);
  const opening = openRemote({
    ...{ location: discoverRepository(here)!, remote: 'upstream', token: null },
    findGit: findNativeGit,
  });
  expect((await failureOf(opening)).message).toContain('git remote add upstream <URL>');
});

long.it.each(BY_HTTP)('SEC-40 $way: gives the token to no other host that the git host redirects to', async (way) => {
  const { host, remote } = await setUp(way, { token: 's3cret-token' });
  const heard: string[] = [];
  const other = createServer((request, response) => {
    heard.push(request.headers.authorization ?? 'nothing');
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const moved = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  host.misbehave({ moved });
  await failureOf(remote.fetch(['main']));
  await failureOf(remote.push({ commit: 'a'.repeat(40), branch: 'main' }));
  expect(heard.filter((one) => one !== 'nothing')).toEqual([]);
});

/** Settings of a repository that make git start a program when it reaches a host, and what it does about each. */
const PROGRAMS: readonly (readonly [string, 'ignored' | 'refused'])[] = [
  ['remote.origin.uploadpack', 'ignored'],
  ['remote.origin.receivepack', 'ignored'],
  ['core.alternateRefsCommand', 'ignored'],
  ['core.hooksPath', 'ignored'],
  ['core.fsmonitor', 'ignored'],
  ['core.gitProxy', 'ignored'],
  ['gpg.program', 'ignored'],
  ['core.sshCommand', 'refused'],
  ['core.askPass', 'refused'],
  ['credential.helper', 'refused'],
  ['credential.http://127.0.0.1.helper', 'refused'],
];

describe.each(someOf(['a file that its configuration includes', 'its configuration'], 1))(
  'a program in %s',
  (where) => {
    const configure = (here: string, key: string): (() => boolean) => {
      const [program, canary] = [join(here, 'program'), join(here, 'canary')];
      writeFileSync(program, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
      const file = where === 'its configuration' ? '.git/config' : '.gitconfig';
      if (file !== '.git/config') runGit(here, 'config', 'include.path', '../.gitconfig');
      runGit(here, 'config', '--file', file, key, program);
      return () => existsSync(canary);
    };
    const use = async ({ remote, here }: Setup) => {
      await remote.fetch(['main'], 'requests');
      await remote.push({ commit: runGit(here, 'rev-parse', 'HEAD'), branch: 'main' });
    };

    it.each(PROGRAMS)('SEC-37 is not started by %s, which is %s', async (key, what) => {
      const setup = await setUp(WAYS[1], { remote: 'origin' });
      commit(setup.here, 'mine.txt');
      const isStarted = configure(setup.here, key);
      if (what === 'ignored') await use(setup);
      else
        expect((await failureOf(use(setup))).said).toContain(
          `${key.toLowerCase()} in the configuration of the repository`,
        );
      expect(isStarted()).toBe(false);
    });

    it.each(['credential.helper', 'credential.HOST.helper', 'credential.HOST/site.git.helper', 'core.askPass'])(
      'SEC-37 is not started by %s if there is a token',
      async (name) => {
        for (const accepted of ['s3cret', 'another']) {
          const setup = await setUp(WAYS[0], { remote: 'origin', token: 's3cret' });
          setup.host.requireToken(accepted);
          const isStarted = configure(setup.here, name.replace('HOST', new URL(setup.host.url).origin));
          if (accepted === 's3cret') await use(setup);
          else expect((await failureOf(use(setup))).reason).toBe('auth');
          expect(isStarted()).toBe(false);
        }
      },
    );
  },
);

it('uses the programs of the user', async () => {
  const home = mkdtempSync(join(tmpdir(), 'quire-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const helper = '!f() { printf "username=x\\npassword=s3cret\\n"; }; f';
  runGit(home, 'config', '--file', '.gitconfig', 'credential.helper', helper);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(home, '.gitconfig') };
  const { host, remote } = await setUp(WAYS[0], { env });
  host.requireToken('s3cret');
  expect((await remote.fetch(['main'])).get('main')).toMatch(/^[0-9a-f]{40}$/);
});

it('SEC-40 starts no program that an address in the configuration names', async () => {
  const { here } = await setUp(WAYS[1]);
  runGit(here, 'remote', 'add', 'evil', `ext::sh -c "touch ${here}/started"`);
  const opening = openRemote({
    ...{ location: discoverRepository(here)!, remote: 'evil', token: null },
    findGit: findNativeGit,
  });
  expect((await failureOf(opening)).reason).toBe('missing');
  expect(existsSync(join(here, 'started'))).toBe(false);
});

long.it.each([WAYS[2]])(
  'SEC-37 $way: refuses a small pack of a huge file, and follows the other branches',
  async (way) => {
    const { remote, here, clone, host } = await setUp(way);
    const other = clone();
    writeFileSync(join(other, 'zeros'), Buffer.alloc(101 * 1024 * 1024));
    commit(other, 'bomb.txt');
    runGit(other, 'push', '--quiet', 'origin', 'HEAD:bomb');
    runGit(other, 'reset', '--quiet', '--hard', 'origin/main');
    commit(other, 'good.txt');
    runGit(other, 'push', '--quiet', 'origin', 'HEAD:good');
    await remote.fetch(['main'], 'branches');
    expect([...listRefs(join(here, '.git'), 'refs/remotes/quire/').keys()]).toContain('refs/remotes/quire/good');
    await expect(remote.fetch(['bomb'])).rejects.toMatchObject({ reason: 'large' });
    const requests = host.requests();
    await remote.fetch([], 'branches');
    // It asks which branches there are, and not for that one again.
    expect(host.requests() - requests).toBeLessThanOrEqual(2);
  },
);
