import { describe, expect, it } from 'vitest';
import { makeTeam, PAGE } from '../../host/makeTeam.ts';
import { long, someOf } from '../../long.ts';
import { type HostName, makeFakeHost, TOKEN } from './fakeHost.ts';

const editor = { as: 'editor' } as const;
/** Refusals as data. */
const asking = { ...editor, headers: { Prefer: 'reasons' } } as const;
const inChange = { 'Quire-Change': 'menu' };

async function makeRequestTeam(name: HostName) {
  const fake = await makeFakeHost(name);
  const team = await makeTeam({ host: fake.host, address: ({ url }) => url, env: fake.env });
  const { site } = team;
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Menu' } });
  await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { title: 'Changed' } });
  const changes = async (): Promise<readonly string[]> =>
    (await site.ask('GET /admin/changes', editor)).body.data.map((one: { name: string }) => one.name);
  const liveTitle = async (): Promise<string> => (await site.ask('GET /content/pages/about')).body.data.title;
  const request = async () => (await site.ask('GET /admin/changes/menu/request', editor)).body.data;
  return { ...team, fake, changes, liveTitle, request };
}

/** What the host tells is taken in after the answer of a sync. */
const POLLING = { timeout: 10_000, interval: 50 };
const NUMBERED = { github: 'pull/1', gitlab: '-/merge_requests/1', gitea: 'pulls/1' };

describe.each(someOf(['github', 'gitlab', 'gitea'] as const, 1))('at %s', (name) => {
  it('opens a request for a change, tells its state, and publishes the change when it is merged there', async () => {
    const { site, fake, sync, clone, changes, liveTitle, request } = await makeRequestTeam(name);
    expect(await request()).toMatchObject({ host: name, request: null, problems: [] });
    const body = { text: 'Please look at `it`.\n/merge', previewUrl: 'https://example.org/preview?token=x' };
    const opened = await site.ask('POST /admin/changes/menu/request', { ...editor, body });
    expect(opened).toMatchObject({
      status: 201,
      body: {
        data: {
          host: name,
          request: {
            ...{ number: 1, url: `${new URL(fake.host.url).origin}/acme/site/${NUMBERED[name]}`, title: 'Menu' },
            ...{ state: 'open', branch: 'change/menu', base: 'main', mergeability: 'ready' },
            head: fake.host.git('rev-parse', 'change/menu').trim(),
          },
          isCurrent: true,
        },
      },
    });
    expect(fake.requests[0]?.text).toBe(
      [
        'Please look at `it`.\n\\/merge',
        '- page ` Changed ` (` en/about `): edited\n  - ` title `: ` About us ` → ` Changed `',
        '[Preview](https://example.org/preview?token=x) · [Edit](http://localhost:3000/admin/changes/menu)',
      ].join('\n\n'),
    );
    expect((await site.ask('POST /admin/changes/menu/request', { ...editor, body: {} })).status).toBe(200);

    fake.facts.checks.push({ name: 'quire check', state: 'failure', url: 'https://ci.example.org/1' });
    fake.facts.approvals.push('ada');
    fake.facts.builds.push({ name: 'preview', url: 'https://pr-1.example.org/' });
    fake.facts.hindrance = 'clashes';
    site.setTime('2026-02-01T12:01:00.000Z');
    expect(await request()).toMatchObject({
      request: { state: 'open', mergeability: 'clashes' },
      details: {
        checks: [{ name: 'quire check', state: 'failed', url: 'https://ci.example.org/1' }],
        approvals: [{ by: 'ada', verdict: 'approved' }],
        builds: name === 'gitea' ? [] : [{ name: 'preview', state: 'passed', url: 'https://pr-1.example.org/' }],
      },
    });

    const developer = clone();
    developer.git('switch', '-q', 'change/menu');
    developer.push({ [PAGE]: developer.read(PAGE).replace('Who we are', 'By a developer') });
    await sync();
    const inside = await site.ask('GET /admin/pages/12', { ...editor, headers: inChange });
    expect(inside.body.data.fields.summary).toBe('By a developer');

    fake.merge(1, 'squash');
    site.setTime('2026-02-01T12:05:00.000Z');
    await sync();
    await expect.poll(changes, POLLING).toEqual([]);
    expect(await liveTitle()).toBe('Changed');
    expect((await site.ask('GET /admin/changes', editor)).body.meta.dropped).toEqual([]);
    await sync();
    expect(fake.host.git('for-each-ref', '--format=%(refname)', 'refs/heads').trim()).toBe('refs/heads/main');
    expect(JSON.stringify(opened)).not.toContain(TOKEN);
  });
});

const MENU_REQUEST = 'POST /admin/changes/menu/request';

long.it('tells who opened a request that it was closed there, and opens another', async () => {
  const { site, fake, sync, request } = await makeRequestTeam('github');
  await site.ask(MENU_REQUEST, { ...editor, body: { title: 'First' } });
  fake.close(1);
  site.setTime('2026-02-01T12:05:00.000Z');
  await sync();
  const notices = async () => (await site.ask('GET /admin/inbox', editor)).body.data;
  await expect.poll(notices, POLLING).toMatchObject([{ reason: 'requestClosed', change: 'menu' }]);
  expect(await request()).toMatchObject({ request: { number: 1, state: 'closed' } });
  const again = await site.ask(MENU_REQUEST, { ...editor, body: {} });
  expect([again.status, again.body.data.request.number]).toEqual([201, 2]);
  expect((await site.ask('GET /admin/changes', editor)).body.data[0]).toMatchObject({ request: 2 });
  const closed = await site.ask('DELETE /admin/changes/menu/request', editor);
  expect([closed.status, closed.body.data.request.state, fake.requests[1]?.state]).toEqual([200, 'closed', 'closed']);
  const twice = await site.ask('DELETE /admin/changes/menu/request', asking);
  expect([twice.status, twice.body.errors[0].reason]).toEqual([409, 'noOpenRequest']);
  expect((await site.ask('GET /admin/changes', editor)).body.data[0]).toMatchObject({ request: null });
  expect(await notices()).toHaveLength(1);
});

it('SEC-53 says what a host refuses in words of its own, without its name and the token', async () => {
  const { site, fake, sync, request } = await makeRequestTeam('github');
  const open = () => site.ask(MENU_REQUEST, { ...asking, body: {} });
  const problems = async (): Promise<readonly string[]> =>
    (await site.ask('GET /admin/problems', editor)).body.data.map(({ code }: { code: string }) => code);
  await sync();
  for (const [failure, status, reason] of [
    [{ status: 401, body: `{"message":"Bad credentials ${TOKEN}"}` }, 409, 'hostToken'],
    [{ status: 403 }, 409, 'hostForbids'],
    [{ status: 302, headers: { location: 'https://elsewhere.example/api/v3/x' } }, 409, 'hostMoved'],
    [{ status: 502 }, 503, 'hostDown'],
    [{ how: 'refuse' }, 503, 'hostDown'],
    [{ body: '"neither a list nor a request"' }, 503, 'hostUnreadable'],
  ] as const) {
    fake.fail(failure);
    const refused = await open();
    expect([refused.status, refused.body.errors[0].reason]).toEqual([status, reason]);
    expect((await request()).problems).toMatchObject([{ reason }]);
    const told = JSON.stringify([refused.body, await request(), (await site.ask('GET /admin/problems', editor)).body]);
    expect(told).not.toMatch(/127\.0\.0\.1|elsewhere|Bad credentials|token-of-the-host/);
  }
  expect(await problems()).toContain('HOST_REQUESTS');

  fake.fail({ status: 429, headers: { 'retry-after': '90' } });
  expect(await open()).toMatchObject({ status: 503, body: { errors: [{ reason: 'hostBusy' }] } });
  const { length } = fake.calls;
  expect((await open()).headers.get('retry-after')).toBe('90');
  expect(await request()).toMatchObject({ problems: [{ reason: 'hostBusy' }] });
  await sync();
  expect(fake.calls).toHaveLength(length);

  fake.fail(null);
  fake.rename('acme/renamed');
  site.setTime('2026-02-01T12:01:30.000Z');
  expect((await open()).status).toBe(201);
  expect(await problems()).not.toContain('HOST_REQUESTS');
});

it('publishes nothing here that the host still requires something for', async () => {
  const { site, fake } = await makeRequestTeam('github');
  await site.ask(MENU_REQUEST, { ...editor, body: {} });
  fake.facts.hindrance = 'required';
  site.setTime('2026-02-01T12:05:00.000Z');
  const publish = () => site.ask('POST /admin/changes/menu/publish', { ...asking, body: {} });
  const refused = await publish();
  expect([refused.status, refused.body.errors[0].reason]).toEqual([403, 'hostRequires']);
  expect(fake.host.git('log', '--format=%s', 'main').trim()).not.toContain('Menu');
  fake.facts.hindrance = 'none';
  site.setTime('2026-02-01T12:06:00.000Z');
  expect((await publish()).status).toBe(200);
});

long.it('keeps what was edited after a merge there as the rest of the change', async () => {
  const { site, fake, sync, changes, liveTitle, request } = await makeRequestTeam('github');
  await site.ask(MENU_REQUEST, { ...editor, body: {} });
  fake.merge(1, 'squash');
  await site.ask('PUT /admin/pages/12', { ...editor, headers: inChange, body: { metaTitle: 'Later' } });
  site.setTime('2026-02-01T12:05:00.000Z');
  await sync();
  expect(await liveTitle()).toBe('Changed');
  await expect.poll(async () => (await request()).request.state, POLLING).toBe('merged');
  expect(await changes()).toEqual(['menu']);
  const { records, clashes } = (await site.ask('GET /admin/changes/menu', editor)).body.data;
  expect([records[0].change, clashes]).toEqual(['updated', []]);
  expect((await site.ask('POST /admin/changes/menu/publish', { ...editor, body: {} })).status).toBe(200);
  expect((await site.ask('GET /admin/pages/12', editor)).body.data.metaTitle).toBe('Later');
});

long.it('makes no request without a token, of an empty change, or of what the host refuses to take', async () => {
  const { site, fake, changes } = await makeRequestTeam('gitea');
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Empty' } });
  const reasonOf = async (name: string) =>
    (await site.ask(`POST /admin/changes/${name}/request`, { ...asking, body: {} })).body.errors[0].reason;
  expect(await reasonOf('empty')).toBe('nothingToRequest');
  expect((await site.ask('POST /admin/changes/none/request', { ...editor, body: {} })).status).toBe(404);
  fake.host.setHook('echo "no thanks" >&2; exit 1');
  expect(await reasonOf('menu')).toBe('hostPush');
  expect(fake.requests).toEqual([]);
  expect(await changes()).toEqual(['empty', 'menu']);
  const address = { previewUrl: 'javascript:alert(1)' };
  const hostile = await site.ask(MENU_REQUEST, { ...editor, body: address });
  expect([hostile.status, hostile.body.errors[0].path]).toEqual([400, ['previewUrl']]);

  const without = await makeTeam({ host: fake.host, address: ({ url }) => url, env: { GIT_HOST_KIND: 'gitea' } });
  const { length } = fake.calls;
  await without.site.ask('POST /admin/changes', { ...editor, body: { title: 'Other' } });
  const read = await without.site.ask('GET /admin/changes/other/request', editor);
  expect([read.status, read.body.data]).toEqual([200, null]);
  const opened = await without.site.ask('POST /admin/changes/other/request', { ...editor, body: {} });
  expect(opened.status).toBe(409);
  expect(fake.calls).toHaveLength(length);
});

long.it.each([
  ['merge', true],
  ['merge', false],
  ['squash', true],
  ['rebase', false],
] as const)('publishes a change that the host has merged by %s, its branch deleted: %s', async (how, deletesBranch) => {
  const { site, fake, sync, clone, changes, liveTitle } = await makeRequestTeam('gitlab');
  await site.ask(MENU_REQUEST, { ...editor, body: {} });
  clone().push({ 'notes.txt': 'Something else\n' }, 'Beside it');
  fake.merge(1, how, { deletesBranch });
  site.setTime('2026-02-01T12:05:00.000Z');
  await sync();
  await expect.poll(changes, POLLING).toEqual([]);
  expect(await liveTitle()).toBe('Changed');
  expect((await site.ask('GET /admin/changes', editor)).body.meta.dropped).toEqual([]);
  await sync();
  expect(fake.host.git('for-each-ref', '--format=%(refname)', 'refs/heads').trim()).toBe('refs/heads/main');
  expect(site.git('fsck', '--strict', '--no-dangling').trim()).toBe('');
});
