import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { until } from '../http/makeServer.ts';
import { follow, type Heard, type Stream } from '../http/stream/followEvents.ts';
import { long, someOf } from '../long.ts';
import { makeSite } from '../makeSite.ts';
import { FILES, makeClone, makeTeam, PAGE, TEXT, type Team, troubles } from './makeTeam.ts';

const put = (id: number, body: object) => [`PUT /admin/pages/${id}`, { as: 'admin', body }] as const;

long.it('pushes the first commit to an empty host', async () => {
  const { host, site } = await makeTeam();
  expect(host.git('rev-parse', 'main')).toBe(site.git('rev-parse', 'HEAD').trim());
});

long.it('pushes a moment after a write by itself', async () => {
  const { host, site } = await makeTeam();
  await site.ask(...put(12, { title: 'Here' }));
  const head = site.git('rev-parse', 'HEAD').trim();
  await vi.waitFor(() => expect(host.git('rev-parse', 'main')).toBe(head), { timeout: 10_000, interval: 100 });
});

it('fast-forwards to what others have pushed: one change, served at once, with its events', async () => {
  const { site, sync, clone } = await makeTeam();
  const told: unknown[] = [];
  site.cms.announcements.subscribe((changes, { commit, origin }) => told.push([changes.length, commit, origin]));
  const commit = clone().push({
    [PAGE]: TEXT.replace('About us', 'There'),
    'pages/en/new.yaml': TEXT.replace('12', '13'),
  });
  const standing = await sync();
  expect(standing).toMatchObject({
    state: 'synced',
    ahead: 0,
    behind: 0,
    error: null,
    branch: 'main',
    upstream: 'main',
  });
  expect(site.git('rev-parse', 'HEAD').trim()).toBe(commit);
  expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('There');
  expect((await site.ask('GET /content/pages/new')).status).toBe(200);
  expect(told).toEqual([[2, commit, 'outside']]);
  expect(troubles(site.git)).toEqual([]);
});

it('merges what was changed on both sides, and pushes it to the host', async () => {
  const { host, site, sync, clone } = await makeTeam();
  const developer = clone();
  developer.push({ [PAGE]: TEXT.replace('Who we are', 'Who they are') });
  await site.ask(...put(12, { title: 'Here' }));
  const standing = await sync();
  expect(standing).toMatchObject({ state: 'synced', error: null, clashes: [] });
  expect(site.read(PAGE)).toContain('Here');
  expect(site.read(PAGE)).toContain('Who they are');
  const head = site.git('rev-parse', 'HEAD').trim();
  expect(host.git('rev-parse', 'main')).toBe(head);
  expect(site.git('log', '-1', '--format=%s|%an|%ae').trim()).toBe('Merge quire/main|Quire|quire@quire.invalid');
  expect(site.git('rev-list', '--parents', '-1', 'HEAD').trim().split(' ')).toHaveLength(3);
  expect(troubles(site.git)).toEqual([]);
  expect(host.git('fsck', '--strict')).toBe('');
});

long.it('keeps a page that one has deleted and the other has edited', async () => {
  for (const isHere of [true, false]) {
    const { host, site, sync, clone } = await makeTeam();
    clone().push({ [PAGE]: isHere ? TEXT.replace('About us', 'Edited') : null });
    if (isHere) await site.ask('DELETE /admin/pages/12', { as: 'admin' });
    else await site.ask(...put(12, { title: 'Edited' }));
    expect(await sync()).toMatchObject({ state: 'clashed', error: null, clashes: [{ kind: 'page', path: [] }] });
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('Edited');
    expect(host.git('rev-parse', 'main')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(host.git('fsck', '--strict')).toBe('');
  }
});

describe('a value that both have changed', () => {
  const clashing = async () => {
    const team = await makeTeam();
    const developer = team.clone();
    developer.push({ [PAGE]: TEXT.replace('About us', 'There').replace('Who we are', 'Who they are') });
    await team.site.ask(...put(12, { title: 'Here' }));
    return { ...team, developer, standing: await team.sync() };
  };

  it('keeps the version from here until somebody settles it, and blocks nothing else', async () => {
    const { site, standing } = await clashing();
    const clash = { kind: 'page', key: 'en/about', id: 12, path: ['title'], ours: 'Here', theirs: 'There' };
    expect(standing).toMatchObject({ state: 'clashed', ahead: 0, clashes: [{ ...clash, base: 'About us' }] });
    expect(site.read(PAGE)).toContain('title: Here');
    expect(site.read(PAGE)).toContain('Who they are');
    const problems = (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data;
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'CLASH',
        record: expect.objectContaining({ kind: 'page', id: 12, key: 'en/about' }),
      }),
    );
    expect(site.git('log', '-1', '--format=%(trailers:key=Quire-Clash)')).toContain(standing.clashes[0].clashId);
  });

  long.it('is sent to listeners once, even to those who were away', async () => {
    const team = await makeTeam();
    team.clone().push({ [PAGE]: TEXT.replace('About us', 'There').replace('Who we are', 'Who they are') });
    await team.site.ask(...put(12, { title: 'Here' }));
    const before = await follow(team.site);
    const [clash] = (await team.sync()).clashes;
    const told = ({ heard }: Stream): readonly Heard[] => heard.filter(({ event }) => event === 'merge.clashed');
    await until(() => told(before).length === 1);
    const commit = team.site.git('rev-parse', 'HEAD').trim();
    const { clashId, kind, key, id } = clash;
    expect(told(before)[0]!.data).toMatchObject({
      type: 'merge.clashed',
      data: { commit, clashes: [{ clashId, kind, key, id }] },
    });
    await team.site.restart();
    const again = await follow(team.site, before.heard[0]!.id);
    await until(() => told(again).length === 1);
    expect(told(again)[0]).toEqual(told(before)[0]);
  });

  long.it.each([
    [{ take: 'theirs' }, 'There'],
    [{ take: 'ours' }, 'Here'],
    [{ value: 'Elsewhere' }, 'Elsewhere'],
  ])('is settled by %j, with a commit', async (body, title) => {
    const { site, standing, sync } = await clashing();
    const { clashId } = standing.clashes[0];
    const reply = await site.ask(`POST /admin/sync/clashes/${clashId}`, { as: 'editor', body });
    expect(reply).toMatchObject({ status: 200, body: { data: { clashes: [] } } });
    expect(reply.headers.get('X-Commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.read(PAGE)).toContain(`title: ${title}`);
    expect(await sync()).toMatchObject({ state: 'synced', clashes: [] });
    expect((await site.ask(`POST /admin/sync/clashes/${clashId}`, { as: 'editor', body })).status).toBe(404);
  });

  long.it('is also settled by changing it, here or at the host', async () => {
    const { site, sync, developer } = await clashing();
    developer.git('pull', '--quiet');
    developer.push({ [PAGE]: developer.read(PAGE).replace('Here', 'A third') });
    expect(await sync()).toMatchObject({ state: 'synced', clashes: [] });
    expect(site.read(PAGE)).toContain('A third');
  });

  long.it('is listed after a restart, and by another server, whose choice also counts here', async () => {
    const { site, standing, server, sync } = await clashing();
    await site.restart();
    expect((await site.ask('GET /admin/sync', { as: 'viewer' })).body.data.clashes).toEqual(standing.clashes);
    const other = await server();
    const there = await other.sync();
    expect(there).toMatchObject({ state: 'clashed', clashes: standing.clashes });
    const settle = `POST /admin/sync/clashes/${standing.clashes[0].clashId}`;
    await other.site.ask(settle, { as: 'editor', body: { take: 'ours' } });
    expect(await other.sync()).toMatchObject({ state: 'synced', clashes: [] });
    expect(await sync()).toMatchObject({ state: 'synced', clashes: [] });
  });
});

long.it('leaves uncommitted changes alone, and reports what waits for them', async () => {
  const { site, sync, clone } = await makeTeam();
  const commit = clone().push({ [PAGE]: TEXT.replace('About us', 'There') });
  site.write(PAGE, TEXT.replace('About us', 'Saved'));
  const standing = await sync();
  expect(standing.error).toContain(PAGE);
  expect(standing).toMatchObject({ state: 'behind', behind: 1 });
  const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
  expect(body.data).toContainEqual(
    expect.objectContaining({ code: 'GIT_HOST', message: expect.stringContaining(PAGE) }),
  );
  expect(site.read(PAGE)).toContain('Saved');
  site.git('checkout', '--', PAGE);
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(site.git('rev-parse', 'HEAD').trim()).toBe(commit);
});

long.describe('a branch that was rewound at the host', () => {
  it('is followed: dropped commits are not brought back, and commits that were never there stay', async () => {
    const { host, site, sync, clone } = await makeTeam();
    const developer = clone();
    developer.push({ 'pages/en/dropped.yaml': TEXT.replace('12', '13') }, 'To be dropped');
    await sync();
    const before = site.git('rev-parse', 'HEAD').trim();
    host.misbehave('refuse');
    await site.ask(...put(12, { title: 'Here' }));
    host.misbehave(null);
    const mine = site.git('rev-parse', 'HEAD').trim();
    developer.git('reset', '--quiet', '--hard', 'HEAD~1');
    developer.push({ 'pages/en/kept.yaml': TEXT.replace('12', '14') }, 'Instead', '--force');
    expect(await sync()).toMatchObject({ state: 'synced', error: null });
    expect(site.git('log', '--format=%s').trim().split('\n')).toEqual([
      'Update page "Here" (en/about)',
      'Instead',
      'Begin',
    ]);
    expect(site.git('log', '-1', '--format=%an').trim()).toBe('The admin');
    expect(site.read(PAGE)).toContain('Here');
    expect((await site.ask('GET /content/pages/dropped')).status).toBe(404);
    expect((await site.ask('GET /content/pages/kept')).status).toBe(200);
    expect(site.git('rev-parse', `refs/quire/lost/${mine}`).trim()).toBe(mine);
    expect(site.git('merge-base', '--is-ancestor', before, mine)).toBe('');
    expect(host.git('rev-parse', 'main')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(troubles(site.git)).toEqual([]);
  });

  it('reports nothing lost if a rebase has made the same commits again', async () => {
    const { site, sync, clone } = await makeTeam();
    await site.ask(...put(12, { title: 'Here' }));
    await sync();
    const developer = clone();
    developer.git('commit', '--quiet', '--amend', '--message=Said otherwise');
    developer.git('push', '--quiet', '--force');
    expect(await sync()).toMatchObject({ state: 'synced' });
    expect(site.git('log', '-1', '--format=%s').trim()).toBe('Said otherwise');
    const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
    expect(body.data.filter(({ code }: { code: string }) => code === 'LOST_COMMIT')).toEqual([]);
  });
});

long.it(
  'reports in the words of the host that it refuses a push, and does not try again until something has changed',
  async () => {
    const { host, site, sync } = await makeTeam();
    host.setHook('echo "Branch main is protected" >&2; exit 1');
    await site.ask(...put(12, { title: 'Here' }));
    const standing = await sync();
    expect(standing).toMatchObject({ state: 'ahead', ahead: 1 });
    expect(standing.error).toMatch(/GIT_BRANCH=content.*Branch main is protected/);
    const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
    expect(body.data).toContainEqual(expect.objectContaining({ code: 'GIT_HOST' }));
    host.setHook(null);
    expect(await sync()).toMatchObject({ state: 'synced', ahead: 0, error: null });
  },
);

long.it('writes to its own branch if main is protected, and takes from both', async () => {
  const { host, site, sync, clone } = await makeTeam({ env: { GIT_UPSTREAM: 'main,content' } });
  site.git('switch', '--quiet', '--create', 'content');
  await site.ask(...put(12, { title: 'Here' }));
  await sync();
  expect(host.git('rev-parse', 'content')).toBe(site.git('rev-parse', 'HEAD').trim());
  const developer = clone();
  // A pull request, squashed: main has the same values by another commit.
  developer.git('merge', '--quiet', '--squash', 'origin/content');
  developer.push({ 'pages/en/new.yaml': TEXT.replace('12', '13') }, 'Squashed');
  const standing = await sync();
  expect(standing).toMatchObject({ state: 'synced', clashes: [], upstream: 'main,content', branch: 'content' });
  expect((await site.ask('GET /content/pages/new')).status).toBe(200);
  expect(site.read(PAGE)).toContain('Here');
});

long.it('also takes files beside the content', async () => {
  const { site, sync, clone } = await makeTeam({ subfolder: 'content' });
  const developer = clone();
  developer.push({ 'src/app.ts': 'app\n', [`content/${PAGE}`]: TEXT.replace('Who we are', 'Who they are') });
  await site.ask(...put(12, { title: 'Here' }));
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(site.git('show', 'HEAD:src/app.ts')).toBe('app\n');
  expect(site.read(PAGE)).toMatch(/Here[\s\S]*Who they are/);
  expect(troubles(site.git)).toEqual([]);
});

long.it('keeps a file whose lines clash, and lists it until somebody changes it', async () => {
  const { host, site, sync, clone, server } = await makeTeam({ files: { ...FILES, 'README.md': 'A site\n' } });
  const developer = clone();
  const theirs = developer.push({ 'README.md': 'Their site\n' });
  site.write('README.md', 'Our site\n');
  site.git('commit', '--quiet', '--all', '--message=Ours');
  const standing = await sync();
  const commit = host.git('rev-parse', 'main');
  expect(standing).toMatchObject({ state: 'clashed', clashes: [], conflicts: [{ path: 'README.md', commit, theirs }] });
  expect(site.read('README.md')).toBe('Our site\n');
  const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
  expect(body.data).toContainEqual(
    expect.objectContaining({ code: 'CLASH', message: expect.stringContaining(`git show ${theirs}:README.md`) }),
  );
  const other = await server();
  expect(await other.sync()).toMatchObject({ state: 'clashed', conflicts: standing.conflicts });
  const clashed = async (): Promise<readonly object[]> =>
    (await other.site.ask('GET /admin/problems', { as: 'viewer' })).body.data.filter(
      ({ code }: { readonly code: string }) => code === 'CLASH',
    );
  expect(await clashed()).toHaveLength(1);
  developer.git('pull', '--quiet', '--no-rebase', '--strategy-option=theirs');
  developer.push({ 'README.md': 'The site of both\n' });
  expect(await sync()).toMatchObject({ state: 'synced', conflicts: [] });
  // A round that nobody has asked for.
  other.site.cms.host!.told(null);
  await vi.waitFor(async () => expect(await clashed()).toEqual([]), { timeout: 10_000, interval: 50 });
});

long.it('reports that the host has another site, and leaves both alone', async () => {
  const { host } = await makeTeam();
  const other = makeClone(host.dir);
  other.git('checkout', '--quiet', '--orphan', 'other');
  other.push({ 'README.md': 'Another site\n' }, 'Another');
  host.git('update-ref', 'refs/heads/main', 'refs/heads/other');
  const site = await makeSite(FILES, { env: { GIT_REMOTE: host.dir, GIT_SYNC_INTERVAL: '0' } });
  const { body } = await site.ask('POST /admin/sync', { as: 'admin' });
  expect(body.data.error).toMatch(/no common commit/);
  expect(site.git('log', '--format=%s').trim()).toBe('Begin');
  expect(host.git('log', '-1', '--format=%s', 'main')).toBe('Another');
});

long.it('knows the other branches of the host, and its pull requests', async () => {
  const { host, site, sync, clone } = await makeTeam({ env: { GIT_FETCH: 'requests' } });
  const developer = clone();
  developer.git('switch', '--quiet', '--create', 'summer');
  const summer = developer.push({ [PAGE]: TEXT.replace('About us', 'In summer') });
  developer.git('push', '--quiet', 'origin', 'HEAD:refs/pull/7/head');
  developer.git('switch', '--quiet', '--create', 'theirs');
  const forked = developer.push({ [PAGE]: TEXT.replace('About us', 'By others') });
  developer.git('push', '--quiet', 'origin', 'HEAD:refs/pull/8/head', ':theirs');
  await sync();
  const main = host.git('rev-parse', 'main');
  expect(await site.cms.host!.branches.list()).toEqual([
    { branch: 'main', ref: 'refs/remotes/quire/main', commit: main, request: null, requestUrl: null },
    { branch: 'summer', ref: 'refs/remotes/quire/summer', commit: summer, request: 7, requestUrl: null },
    { branch: null, ref: 'refs/quire/requests/quire/8', commit: forked, request: 8, requestUrl: null },
  ]);
  expect(site.git('rev-parse', 'HEAD').trim()).toBe(main);
});

long.describe('several servers of one host', () => {
  it('two that write reach the same content', async () => {
    const { host, site, sync, server } = await makeTeam();
    const other = await server();
    await site.ask(...put(12, { title: 'Here' }));
    await other.site.ask(...put(12, { fields: { summary: 'There' } }));
    await sync();
    expect(await other.sync()).toMatchObject({ state: 'synced', clashes: [] });
    expect(await sync()).toMatchObject({ state: 'synced' });
    const heads = [site, other.site].map(({ git }) => git('rev-parse', 'HEAD').trim());
    expect(heads).toEqual([host.git('rev-parse', 'main'), host.git('rev-parse', 'main')]);
    expect(site.read(PAGE)).toMatch(/Here[\s\S]*There/);
  });

  it('a replica follows, even backwards, changes nothing, and is ready after its first round', async () => {
    const { site, sync, server, clone } = await makeTeam();
    await site.ask(...put(12, { title: 'Here' }));
    await sync();
    const replica = await server({ READ_ONLY: 'true' });
    expect((await replica.site.ask('GET /ready')).status).toBe(200);
    const ask = async (one: typeof site) => (await one.ask('GET /content/pages/about')).headers.get('etag');
    expect(await ask(replica.site)).toBe(await ask(site));
    expect((await replica.site.ask(...put(12, { title: 'No' }))).status).toBe(503);
    const developer = clone();
    developer.git('reset', '--quiet', '--hard', 'HEAD~1');
    developer.git('push', '--quiet', '--force');
    expect(await replica.sync()).toMatchObject({ state: 'synced', ahead: 0 });
    expect(replica.site.git('log', '--format=%s').trim()).toBe('Begin');
    expect(troubles(replica.site.git)).toEqual([]);
  });

  it('a replica that has not reached the host is not ready', async () => {
    const { host } = await makeTeam();
    host.misbehave(503);
    const site = await makeSite(FILES, { env: { GIT_REMOTE: host.url, GIT_SYNC_INTERVAL: '0', READ_ONLY: 'true' } });
    expect((await site.ask('GET /ready')).status).toBe(503);
    host.misbehave(null);
    await site.ask('POST /admin/sync', { as: 'admin' });
    expect((await site.ask('GET /ready')).status).toBe(200);
  });
});

long.it('goes on alone while the host is away, and catches up', async () => {
  const { host, site, sync } = await makeTeam({ address: ({ url }) => url });
  host.misbehave('refuse');
  expect((await site.ask(...put(12, { title: 'Here' }))).status).toBe(200);
  expect(await sync()).toMatchObject({
    state: 'offline',
    ahead: 1,
    error: expect.stringContaining('cannot be reached'),
  });
  host.misbehave(null);
  expect(await sync()).toMatchObject({ state: 'synced', ahead: 0, error: null });
  expect(host.git('rev-parse', 'main')).toBe(site.git('rev-parse', 'HEAD').trim());
});

long.it(
  'SEC-6 goes on without commits that bring a link into the content, says so, and takes them once it is gone',
  async () => {
    const { host, site, sync, clone } = await makeTeam();
    const developer = clone();
    symlinkSync('/etc/passwd', join(developer.dir, 'pages/en/odd.yaml'));
    developer.push({ [PAGE]: TEXT.replace('Who we are', 'By a developer') }, 'With a link');
    const { error } = await sync();
    expect(error).toContain('pages/en/odd.yaml is a symbolic link or a submodule among the content');
    expect(error).toContain('remove it at the host');
    expect((await site.ask(...put(12, { title: 'Meanwhile' }))).status).toBe(200);
    expect((await sync()).error).toContain('pages/en/odd.yaml');
    expect(existsSync(join(site.contentDir, 'pages/en/odd.yaml'))).toBe(false);
    const { body } = await site.ask('GET /admin/problems', { as: 'admin' });
    expect(JSON.stringify(body.data)).toContain('remove it at the host');
    developer.push({ 'pages/en/odd.yaml': null }, 'Without it');
    expect(await sync()).toMatchObject({ state: 'synced', error: null, clashes: [] });
    expect(site.read(PAGE)).toMatch(/Meanwhile[\s\S]*By a developer/);
    expect(host.git('rev-parse', 'main')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(troubles(site.git)).toEqual([]);
  },
);

long.describe.each([true, false])(
  'a host that accepts requests and never answers (git program: %s)',
  (usesNativeGit) => {
    const address = ({ url }: Team['host']): string => url;

    it('is given up and reported, delays no write, and is followed again when it answers', async () => {
      const { host, site, sync } = await makeTeam({ address, usesNativeGit, hostSilentMs: 3000 });
      host.misbehave('silent');
      const before = host.requests();
      const syncing = sync();
      await expect.poll(host.requests, { timeout: 20_000 }).toBeGreaterThan(before);
      let isOver = false;
      void syncing.finally(() => {
        isOver = true;
      });
      expect((await site.ask(...put(12, { title: 'Meanwhile' }))).status).toBe(200);
      expect(isOver).toBe(false);
      expect(await syncing).toMatchObject({ state: 'offline', error: expect.stringContaining('timed out') });
      host.misbehave(null);
      expect(await sync()).toMatchObject({ state: 'synced', error: null });
      expect(host.git('show', `main:${PAGE}`)).toContain('Meanwhile');
    });

    it('does not delay the shutdown of the server', async () => {
      const { host, site, sync } = await makeTeam({ address, usesNativeGit, hostSilentMs: 3_600_000 });
      host.misbehave('silent');
      const before = host.requests();
      const syncing = sync().catch(() => undefined);
      await expect.poll(host.requests, { timeout: 20_000 }).toBeGreaterThan(before);
      await site.stop();
      await syncing;
    });
  },
);

it('says that there is no git host', async () => {
  const site = await makeSite(FILES);
  const { status, body } = await site.ask('GET /admin/sync', { as: 'viewer' });
  expect([status, body]).toEqual([200, { data: null }]);
  const refused = await site.ask('POST /admin/sync', { as: 'admin' });
  expect(refused).toMatchObject({
    status: 404,
    body: { errors: [{ message: expect.stringContaining('GIT_REMOTE') }] },
  });
});

it('looks at a branch that waits again with the next save', async () => {
  const { site, sync, clone } = await makeTeam();
  const developer = clone();
  symlinkSync('/etc/passwd', join(developer.dir, 'pages/en/odd.yaml'));
  developer.push({ [PAGE]: TEXT.replace('Who we are', 'By a developer') }, 'With a link');
  expect((await sync()).error).toMatch(/main is waiting to be merged/);
  developer.push({ 'pages/en/odd.yaml': null }, 'Without it');
  await site.ask(...put(12, { title: 'Here' }));
  await vi.waitFor(() => expect(site.read(PAGE)).toMatch(/Here[\s\S]*By a developer/), {
    timeout: 10_000,
    interval: 50,
  });
});

describe('a ref that stays locked', () => {
  it.each([
    ['here', ({ site }: Team) => join(site.contentDir, '.git/refs/remotes/quire/main.lock')],
    ['at the host', ({ host }: Team) => join(host.dir, 'refs/heads/main.lock')],
  ])('%s is a failure that is tried again later and later, not at once for ever', async (_, lockIn) => {
    const team = await makeTeam();
    const { host, site, sync, clone } = team;
    clone().push({ [PAGE]: TEXT.replace('Who we are', 'By a developer') });
    await site.ask(...put(12, { title: 'Here' }));
    writeFileSync(lockIn(team), '');
    expect(await sync()).toMatchObject({ state: 'offline', error: expect.stringMatching(/lock/) });
    expect(site.cms.host!.failures()).toBeGreaterThan(0);
    rmSync(lockIn(team));
    expect(await sync()).toMatchObject({ state: 'synced', error: null });
    expect(host.git('show', `main:${PAGE}`)).toMatch(/Here[\s\S]*By a developer/);
  });
});

it('no longer reports a refused push once somebody else has brought the commit to the host', async () => {
  const { host, site, sync } = await makeTeam();
  host.setHook('echo "Branch main is protected" >&2; exit 1');
  await site.ask(...put(12, { title: 'Here' }));
  expect((await sync()).error).toMatch(/Branch main is protected/);
  host.setHook(null);
  site.git('push', '--quiet', host.dir, 'main');
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(await hostProblems(site)).toEqual([]);
});

it.each(['deleted', 'no longer followed'])('no longer waits for a branch of the host that is %s', async (what) => {
  const { host, site, sync, clone } = await makeTeam();
  const developer = clone();
  symlinkSync('/etc/passwd', join(developer.dir, 'pages/en/odd.yaml'));
  developer.push({}, 'With a link');
  expect((await sync()).error).toMatch(/main is waiting to be merged/);
  if (what === 'deleted') host.git('update-ref', '-d', 'refs/heads/main');
  else site.git('switch', '--quiet', '--create', 'content');
  expect(await sync()).toMatchObject({ error: null });
  expect(await hostProblems(site)).toEqual([]);
});

async function hostProblems(site: Team['site']): Promise<readonly object[]> {
  const { data } = (await site.ask('GET /admin/problems', { as: 'viewer' })).body;
  return data.filter(({ code }: { readonly code: string }) => code === 'GIT_HOST');
}

it.each(someOf([true, false], 1))(
  'a save after a forced push does not bring back what that has dropped (git program: %s)',
  async (usesNativeGit) => {
    const { host, site, sync, clone } = await makeTeam({ usesNativeGit, address: ({ url }) => url });
    await site.ask(...put(12, { title: 'Wrong' }));
    await sync();
    const developer = clone();
    developer.git('reset', '--quiet', '--hard', 'HEAD~1');
    developer.git('push', '--quiet', '--force');
    await site.ask(...put(12, { metaTitle: 'New' }));
    // The server pushes a moment later by itself.
    const text = (): string => host.git('show', `main:${PAGE}`);
    await vi.waitFor(() => expect(text()).toContain('New'), { timeout: 20_000, interval: 100 });
    expect(text()).not.toContain('Wrong');
    expect(host.git('rev-parse', 'main')).toBe(site.git('rev-parse', 'HEAD').trim());
  },
);

long.it('keeps serving a page whose file is moved while the disk is full, wherever that stops', async () => {
  for (const writes of [7, 8, 9, 10, 11]) {
    const { site, sync, clone, disk } = await makeTeam();
    clone().push({ [PAGE]: null, 'pages/en/moved.yaml': TEXT });
    disk.leave(writes);
    await sync();
    expect((await site.ask(...put(12, { title: 'New' }))).status, `${writes} writes`).toBe(507);
    expect((await site.ask('GET /admin/pages/12', { as: 'viewer' })).status, `${writes} writes`).toBe(200);
    disk.free();
    await sync();
    expect((await site.ask('GET /admin/pages/12', { as: 'viewer' })).body.data).toMatchObject({ slug: 'moved' });
  }
});
