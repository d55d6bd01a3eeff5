import { Agent } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, PASSWORD, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { askRaw } from '../../askRaw.ts';

const OWN = { 'sec-fetch-site': 'same-origin' };
const ADMIN = { email: 'admin@example.org', password: PASSWORD, cookie: true };
const SETTINGS = { siteName: 'By cookie' };

const logIn = (site: Site, headers: Record<string, string> = OWN): Promise<Reply> =>
  site.ask('POST /admin/auth/login', { body: ADMIN, headers });

/** The Cookie header with which a browser sends an answer's cookie back. */
const cookieOf = ({ headers }: Reply): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const attributesOf = ({ headers }: Reply): readonly string[] => headers.getSetCookie()[0]?.split('; ').slice(1) ?? [];

it('SEC-42 a log-in with a cookie hands the token to no script', async () => {
  const site = await makeSite(SMALL_SITE);
  const reply = await logIn(site);
  expect(reply.body).toEqual({
    data: { user: { id: 1, email: 'admin@example.org', name: 'The admin', role: 'admin' } },
  });
  expect(reply.headers.getSetCookie()).toHaveLength(1);
  expect(attributesOf(reply)).toEqual(['Max-Age=86400', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
  // Browsers drop cookies with this prefix over plain http.
  expect(cookieOf(reply)).not.toMatch(/^__Host-/);
  const me = await site.ask('GET /admin/auth/me', { headers: { cookie: `theme=dark; ${cookieOf(reply)}; other=1` } });
  expect([me.status, me.body.data.role, me.headers.get('vary')]).toEqual([
    200,
    'admin',
    expect.stringContaining('Cookie'),
  ]);
});

it('SEC-42 over https the cookie is bound to the host, and no other cookie counts', async () => {
  const site = await makeSite(SMALL_SITE, { env: { SITE_URL: 'https://example.org' } });
  const reply = await logIn(site);
  expect(cookieOf(reply)).toMatch(/^__Host-quire=/);
  expect(attributesOf(reply)).toContain('Secure');
  const [, token] = cookieOf(reply).split('=');
  const plain = await makeSite(SMALL_SITE);
  const [plainName] = cookieOf(await logIn(plain)).split('=');
  const statuses = ['__Host-quire', plainName, 'quire'].map(async (name) => {
    const { status } = await site.ask('GET /admin/auth/me', { headers: { cookie: `${name}=${token}` } });
    return status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
});

it('SEC-42 a browser that uses https gets the https cookie, whatever SITE_URL says', async () => {
  const site = await makeSite(SMALL_SITE);
  const reply = await logIn(site, { ...OWN, origin: 'https://cms.example.org' });
  expect(cookieOf(reply)).toMatch(/^__Host-quire=/);
  expect((await site.ask('GET /admin/auth/me', { headers: { cookie: cookieOf(reply) } })).status).toBe(200);
});

it('SEC-42 two sites of one host do not end each other’s sessions', async () => {
  const names = await Promise.all(
    [1, 2].map(async () => cookieOf(await logIn(await makeSite(SMALL_SITE))).split('=')[0]),
  );
  expect(new Set(names).size).toBe(2);
});

describe('a request of another site with the cookie', () => {
  let site: Site;
  const agent = new Agent({ keepAlive: true });
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = [];
    site = await makeSite(SMALL_SITE, { whenDone: (end) => ends.push(end) });
    return async () => {
      agent.destroy();
      await ends[0]?.();
    };
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }],
    ['another origin, by a browser that says no more', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['nobody knows where', {}],
  ])('SEC-42 nothing can be changed by a cookie from %s', async (_, headers: Record<string, string>) => {
    const cookie = cookieOf(await logIn(site));
    const changing = site.cms.endpoints.filter(
      ({ method, access }) => method !== 'GET' && /viewer|editor|admin/.test(access),
    );
    expect(changing.length).toBeGreaterThan(60);
    const refusal = {
      errors: [{ code: 'FORBIDDEN', message: 'Only pages of this server may make changes with its cookie' }],
    };
    for (const { method, path } of changing) {
      const address = path.replaceAll(/:\w+\*?/g, '1');
      const { status, bytes } = await askRaw(site.url + address, { method, headers: { ...headers, cookie }, agent });
      expect([method, address, status, JSON.parse(bytes.toString())]).toEqual([method, address, 403, refusal]);
    }
    expect((await logIn(site, headers)).status).toBe(403);
    expect((await site.ask('GET /admin/pages', { headers: { ...headers, cookie } })).status).toBe(200);
    expect(site.newCommits()).toEqual([]);
  });
});

it('accepts changes by cookie from its own pages, by either header', async () => {
  const site = await makeSite(SMALL_SITE, { env: { SITE_URL: 'https://example.org' } });
  const cookie = cookieOf(await logIn(site));
  const ask = (headers: Record<string, string>, siteName: string) =>
    site.ask('PUT /admin/config', { headers: { cookie, ...headers }, body: { siteName } });
  expect((await ask(OWN, 'One')).status).toBe(200);
  expect((await ask({ origin: new URL(site.url).origin }, 'Two')).status).toBe(200);
  expect((await ask({ origin: 'https://example.org' }, 'Three')).status).toBe(200);
  expect(site.newCommits()).toHaveLength(3);
});

it('requires no origin if a header has a credential, which also wins over the cookie', async () => {
  const site = await makeSite(SMALL_SITE);
  const cookie = cookieOf(await logIn(site));
  const from = { 'sec-fetch-site': 'cross-site' };
  expect((await site.ask('PUT /admin/config', { as: 'admin', headers: from, body: SETTINGS })).status).toBe(200);
  expect((await site.ask('GET /admin/auth/me', { as: 'viewer', headers: { cookie } })).body.data.role).toBe('viewer');
  const bad = { cookie, authorization: 'Bearer nonsense' };
  expect((await site.ask('GET /admin/auth/me', { headers: bad })).status).toBe(401);
});

it('SEC-42 every log-in begins its own session, and a log-out ends that of the cookie', async () => {
  const site = await makeSite(SMALL_SITE);
  const first = cookieOf(await logIn(site));
  const second = cookieOf(await logIn(site, { ...OWN, cookie: first }));
  expect(second).not.toBe(first);
  const left = await site.ask('POST /admin/auth/logout', { headers: { ...OWN, cookie: first } });
  expect(cookieOf(left)).toBe(`${first.split('=')[0]}=`);
  expect(attributesOf(left)).toContain('Max-Age=0');
  const statuses = [first, second].map(
    async (cookie) => (await site.ask('GET /admin/auth/me', { headers: { cookie } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});

it('renews the cookie of a session without showing its token', async () => {
  const site = await makeSite(SMALL_SITE);
  const cookie = cookieOf(await logIn(site));
  const renewed = await site.ask('POST /admin/auth/refresh', { headers: { ...OWN, cookie } });
  expect(renewed.body).toEqual({ data: {} });
  expect(cookieOf(renewed)).not.toBe(cookie);
  expect((await site.ask('GET /admin/auth/me', { headers: { cookie: cookieOf(renewed) } })).status).toBe(200);
});

it('opens the event stream and the preview by cookie', async () => {
  const site = await makeSite(SMALL_SITE);
  const cookie = cookieOf(await logIn(site));
  const stream = await fetch(`${site.url}/api/admin/events`, { headers: { cookie } });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await stream.body?.cancel();
  expect((await site.ask('GET /content/preview/pages/home', { headers: { cookie } })).status).toBe(200);
  expect((await site.ask('GET /content/preview/pages/home')).status).toBe(401);
});

it('SEC-16 an invalid cookie is refused, and public answers ignore it', async () => {
  const site = await makeSite(SMALL_SITE);
  const name = cookieOf(await logIn(site)).split('=')[0];
  for (const value of ['', 'x', 'a.b.c']) {
    const headers = { cookie: `${name}=${value}` };
    expect((await site.ask('GET /admin/pages', { headers })).status).toBe(401);
    expect((await site.ask('GET /health', { headers })).status).toBe(401);
    expect((await site.ask('GET /content/pages', { headers })).status).toBe(200);
  }
});
