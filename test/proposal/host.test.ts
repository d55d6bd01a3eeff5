import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTeam, PAGE, TEXT, type Team } from '../host/makeTeam.ts';
import { until } from '../http/makeServer.ts';
import { long } from '../long.ts';

const editor = { as: 'editor' } as const;
const inChange = { 'Quire-Change': 'menu' };

it('pushes changes to the host, and takes in what others push to them', async () => {
  const { site, sync, host, clone } = await makeTeam();
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
  await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { title: 'Changed' } });
  await sync();
  expect(host.git('rev-parse', 'change/menu').trim()).toBe(site.git('rev-parse', 'change/menu').trim());
  const dev = clone();
  dev.git('switch', '-q', 'change/menu');
  dev.push({ [PAGE]: dev.read(PAGE).replace('Who we are', 'By a developer') });
  await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { metaTitle: 'By an editor' } });
  await sync();
  const { data } = (await site.ask('GET /admin/pages/12', { ...editor, headers: inChange })).body;
  expect([data.title, data.fields.summary, data.metaTitle]).toEqual(['Changed', 'By a developer', 'By an editor']);
  expect(host.git('rev-parse', 'change/menu').trim()).toBe(site.git('rev-parse', 'change/menu').trim());
  expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
  await site.ask('POST /admin/changes/menu/publish', { ...editor, body: {} });
  await sync();
  expect(host.git('for-each-ref', '--format=%(refname)', 'refs/heads').trim()).toBe('refs/heads/main');
  expect(host.git('show', `main:${PAGE}`)).toContain('By a developer');
  expect(site.git('fsck', '--strict', '--no-dangling').trim()).toBe('');
});

it('amends no save that is on its way to the host, though its answer is lost', async () => {
  const { site, sync, host } = await makeTeam();
  const save = (title: string) => site.ask('PUT /admin/pages/12/draft', { ...editor, body: { title } });
  const hooks = join(host.dir, 'hooks');
  const [arrived, goOn] = [join(host.dir, 'arrived'), join(host.dir, 'go-on')];
  host.setHook(`touch '${arrived}'; while [ ! -e '${goOn}' ]; do sleep 0.05; done`);
  const loseAnswer = '#!/bin/sh\nif [ "$1" = committed ]; then kill -9 $PPID; fi\n';
  writeFileSync(join(hooks, 'reference-transaction'), loseAnswer, { mode: 0o755 });
  await save('One');
  const first = site.git('rev-parse', 'change/about-us').trim();
  const syncing = sync();
  await until(() => existsSync(arrived));
  await save('Two');
  writeFileSync(goOn, '');
  await syncing;
  expect(host.git('rev-parse', 'change/about-us')).toBe(first);
  await save('Three');
  rmSync(hooks, { recursive: true });
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(host.git('rev-parse', 'change/about-us')).toBe(site.git('rev-parse', 'change/about-us').trim());
  expect(host.git('log', '--format=%s', 'main..change/about-us').split('\n')).toEqual([
    'Update page "Three" (en/about)',
    'Update page "One" (en/about)',
    'Begin change "About us"',
  ]);
  await site.ask('DELETE /admin/pages/12/draft', editor);
  await sync();
  expect(site.git('for-each-ref', 'refs/quire/offered', 'refs/quire/synced/change')).toBe('');
});

it.each(['reset', 'rebased'])(
  'does not bring back what a forced push has dropped from a change that was %s',
  async (how) => {
    const { site, sync, host, clone } = await makeTeam();
    const put = (body: object) => site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body });
    await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
    await put({ title: 'Wrong' });
    await sync();
    const dropped = site.git('rev-parse', 'change/menu').trim();
    const dev = clone();
    dev.git('switch', '-q', 'change/menu');
    dev.git('reset', '-q', '--hard', 'HEAD~1');
    if (how === 'reset') dev.git('push', '-q', '--force', 'origin', 'HEAD');
    else dev.push({ [PAGE]: dev.read(PAGE).replace('Who we are', 'By a developer') }, 'Instead', '--force');
    await put({ metaTitle: 'New here' });
    expect(await sync()).toMatchObject({ state: 'synced', error: null });
    const text = site.git('show', `change/menu:${PAGE}`);
    expect(text).toContain('New here');
    expect(text).not.toContain('Wrong');
    expect(text.includes('By a developer')).toBe(how === 'rebased');
    expect(host.git('rev-parse', 'change/menu')).toBe(site.git('rev-parse', 'change/menu').trim());
    const lost = site.git('for-each-ref', '--format=%(refname)', 'refs/quire/lost').trim();
    expect(site.git('merge-base', '--is-ancestor', dropped, lost)).toBe('');
    expect(site.git('fsck', '--strict', '--no-dangling').trim()).toBe('');
  },
);

long.it('lists the host’s branches among the changes, and drops what the host has deleted', async () => {
  const { site, sync, host, clone } = await makeTeam();
  const dev = clone();
  dev.git('switch', '-q', '-c', 'feature/menu');
  dev.push({ [PAGE]: TEXT.replace('About us', 'From the host') });
  await sync();
  const list = async () => (await site.ask('GET /admin/changes', editor)).body.data;
  expect(await list()).toEqual([expect.objectContaining({ name: '~feature~menu', source: 'host', ahead: 1 })]);
  const headers = { 'Quire-Change': '~feature~menu' };
  expect((await site.ask('GET /admin/pages/12', { ...editor, headers })).body.data.title).toBe('From the host');
  await site.ask('PUT /admin/pages/12', { ...editor, headers, body: { metaTitle: 'Mine' } });
  expect((await list())[0]).toMatchObject({ source: 'local', ahead: 2 });
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Short' } });
  await sync();
  expect(host.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/change').trim()).toBe('change/short');
  host.git('update-ref', '-d', 'refs/heads/change/short');
  await sync();
  const { data, meta } = (await site.ask('GET /admin/changes', editor)).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['~feature~menu']);
  expect(meta.dropped.map(({ name }: { name: string }) => name)).toEqual(['short']);
});

long.it('keeps what comes to a change just as the host’s deletion of it is followed', async () => {
  const { site, sync, host } = await makeTeam();
  for (const title of ['Alpha', 'Beta']) await site.ask('POST /admin/changes', { ...editor, body: { title } });
  await sync();
  host.git('update-ref', '-d', 'refs/heads/change/beta');
  await site.ask('PUT /admin/pages/12', { ...editor, headers: { 'Quire-Change': 'alpha' }, body: { title: 'New' } });
  // The push of the one comes before the other is looked at.
  const slipIn = `id=$(git commit-tree -p change/beta -m 'Slipped in' 'change/beta^{tree}'); git update-ref refs/heads/change/beta $id`;
  const script = `#!/bin/sh\nunset $(git rev-parse --local-env-vars)\ncd '${site.contentDir}'\n${slipIn}\n`;
  mkdirSync(join(host.dir, 'hooks'), { recursive: true });
  writeFileSync(join(host.dir, 'hooks/update'), script, { mode: 0o755 });
  await sync();
  expect(site.git('log', '-1', '--format=%s', 'change/beta').trim()).toBe('Slipped in');
  expect((await site.ask('GET /admin/changes', editor)).body.meta.dropped).toEqual([]);
  await sync();
  expect(host.git('log', '-1', '--format=%s', 'change/beta').trim()).toBe('Slipped in');
});

long.it('also removes a change that is dropped here at the host without a git program', async () => {
  const { site, sync, host } = await makeTeam({ address: ({ url }) => url, usesNativeGit: false });
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
  await sync();
  const branches = (): string => host.git('for-each-ref', '--format=%(refname)', 'refs/heads').trim();
  expect(branches()).toBe('refs/heads/change/menu\nrefs/heads/main');
  await site.ask('DELETE /admin/changes/menu', editor);
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(branches()).toBe('refs/heads/main');
});

long.it('leaves a dropped change at the host if somebody has pushed to it meanwhile, and goes on', async () => {
  const { site, sync, host, clone } = await makeTeam({ env: { GIT_FETCH: 'upstream' } });
  for (const title of ['Menu', 'Gone']) await site.ask('POST /admin/changes', { ...editor, body: { title } });
  await sync();
  const dev = clone();
  dev.git('switch', '-q', 'change/menu');
  const theirs = dev.push({ [PAGE]: TEXT.replace('Who we are', 'By a developer') });
  host.git('update-ref', '-d', 'refs/heads/change/gone');
  for (const name of ['menu', 'gone']) await site.ask(`DELETE /admin/changes/${name}`, editor);
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(host.git('rev-parse', 'change/menu')).toBe(theirs);
  expect(site.git('for-each-ref', 'refs/quire/synced/change').trim()).toBe('');
});

long.it('goes on to other changes if one cannot take what was pushed to it, and reports it', async () => {
  const { site, sync, clone } = await makeTeam();
  for (const title of ['First', 'Second']) await site.ask('POST /admin/changes', { as: 'editor', body: { title } });
  await sync();
  const dev = clone();
  for (const branch of ['change/first', 'change/second']) {
    dev.git('switch', '-q', branch);
    dev.push({ [PAGE]: TEXT.replace('About us', branch) });
  }
  const folder = mkdtempSync(join(tmpdir(), 'quire-worktree-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  site.git('worktree', 'add', '-q', folder, 'change/first');
  expect(await sync()).toMatchObject({ state: 'synced' });
  expect(site.git('show', `change/second:${PAGE}`)).toContain('title: change/second');
  const problems = async (): Promise<unknown> =>
    (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data.filter(
      ({ code }: { code: string }) => code === 'GIT_HOST',
    );
  expect(await problems()).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/change\/first is not in sync .*checked out in a working tree/),
    }),
  ]);
  site.git('worktree', 'remove', folder);
  await sync();
  expect(site.git('show', `change/first:${PAGE}`)).toContain('title: change/first');
  expect(await problems()).toEqual([]);
});

long.it(
  'merges what others push to a change, though only the upstream is fetched, and shares the other changes',
  async () => {
    const { site, sync, host, clone } = await makeTeam({ env: { GIT_FETCH: 'upstream' } });
    await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
    await sync();
    const dev = clone();
    dev.git('switch', '-q', 'change/menu');
    dev.push({ [PAGE]: TEXT.replace('Who we are', 'By a developer') });
    await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { title: 'By an editor' } });
    await site.ask('POST /admin/changes', { ...editor, body: { title: 'Other' } });
    expect(await sync()).toMatchObject({ state: 'synced', error: null });
    expect(host.git('show', `change/menu:${PAGE}`)).toMatch(/By an editor[\s\S]*By a developer/);
    for (const branch of ['change/menu', 'change/other'])
      expect(host.git('rev-parse', branch)).toBe(site.git('rev-parse', branch).trim());
  },
);

long.it('pushes a change again that the host has deleted, if only the upstream is fetched', async () => {
  const { site, sync, host } = await makeTeam({ env: { GIT_FETCH: 'upstream' } });
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
  await sync();
  host.git('update-ref', '-d', 'refs/heads/change/menu');
  await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { title: 'Changed' } });
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(host.git('rev-parse', 'change/menu')).toBe(site.git('rev-parse', 'change/menu').trim());
});

it('does not know a request whose ref leads to no commit', async () => {
  const { site, sync, clone } = await makeTeam({ env: { GIT_FETCH: 'requests' } });
  const dev = clone();
  dev.git('push', '-q', 'origin', 'HEAD^{tree}:refs/pull/9/head');
  await sync();
  const { body } = await site.ask('GET /admin/changes', editor);
  expect(body.data).toEqual([]);
  for (const call of ['GET /admin/changes/~%239', 'POST /admin/changes/~%239/publish'])
    expect((await site.ask(call, { as: 'admin', ...(call.startsWith('POST') && { body: {} }) })).status).toBe(404);
});

long.it('reports a change that the host keeps locked, and shares the others', async () => {
  const { site, sync, host } = await makeTeam();
  for (const title of ['First', 'Second']) await site.ask('POST /admin/changes', { ...editor, body: { title } });
  mkdirSync(join(host.dir, 'refs/heads/change'), { recursive: true });
  writeFileSync(join(host.dir, 'refs/heads/change/first.lock'), '');
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  expect(host.git('rev-parse', 'change/second')).toBe(site.git('rev-parse', 'change/second').trim());
  expect(await hostProblems(site)).toEqual([expect.stringMatching(/change\/first is not in sync/)]);
  rmSync(join(host.dir, 'refs/heads/change/first.lock'));
  await sync();
  expect(await hostProblems(site)).toEqual([]);
  expect(host.git('rev-parse', 'change/first')).toBe(site.git('rev-parse', 'change/first').trim());
});

long.it('offers changes that the host has refused again when an admin asks', async () => {
  const { site, sync, host } = await makeTeam();
  host.setHook('echo "Read only" >&2; exit 1');
  for (const title of ['First', 'Second']) await site.ask('POST /admin/changes', { ...editor, body: { title } });
  await sync();
  expect(await hostProblems(site)).toHaveLength(2);
  host.setHook(null);
  await sync();
  expect(await hostProblems(site)).toEqual([]);
  for (const branch of ['change/first', 'change/second'])
    expect(host.git('rev-parse', branch)).toBe(site.git('rev-parse', branch).trim());
});

async function hostProblems(site: Team['site']): Promise<readonly string[]> {
  const { data } = (await site.ask('GET /admin/problems', { as: 'viewer' })).body;
  type Listed = { readonly code: string; readonly message: string };
  return data.filter(({ code }: Listed) => code === 'GIT_HOST').map(({ message }: Listed) => message);
}

it('keeps all changes, and pushes everything, when the host is replaced by an empty one', async () => {
  const { site, sync, host } = await makeTeam();
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
  await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { title: 'Changed' } });
  await sync();
  for (const branch of ['main', 'change/menu']) host.git('update-ref', '-d', `refs/heads/${branch}`);
  expect(await sync()).toMatchObject({ state: 'synced', ahead: 0, error: null });
  for (const branch of ['main', 'change/menu'])
    expect(host.git('rev-parse', branch)).toBe(site.git('rev-parse', branch).trim());
  const { data, meta } = (await site.ask('GET /admin/changes', editor)).body;
  expect([data.length, meta.dropped]).toEqual([1, []]);
});
