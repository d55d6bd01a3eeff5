import { describe, expect, it } from 'vitest';
import { makeTeam, PAGE } from '../../host/makeTeam.ts';
import { type HostName, makeFakeHost, TOKEN } from './fakeHost.ts';

const editor = { as: 'editor' } as const;
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

describe.each(['github', 'gitlab', 'gitea'] as const)('at %s', (name) => {
  it('opens a request for a change, tells its state, and publishes the change when it is merged there', async () => {
    const { site, fake, sync, clone, changes, liveTitle, request } = await makeRequestTeam(name);
    expect(await request()).toMatchObject({ host: name, request: null, problem: null });
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
