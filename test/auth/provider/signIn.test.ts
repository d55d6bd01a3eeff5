import { afterAll, beforeAll, expect, it } from 'vitest';
import { isInInterface, openProvidedSite, type ProvidedSite, SITE_URL } from './openProvidedSite.ts';
import type { TestPerson } from './testProvider.ts';

const endings: (() => Promise<void>)[] = [];
let acme: ProvidedSite;

beforeAll(async () => {
  acme = await openProvidedSite({
    whenDone: (end) => endings.push(end),
    env: { OIDC_ROLES: 'groups:web-editors=editor, groups:web-admins=admin', OIDC_DOMAINS: 'acme.example' },
  });
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** Somebody of the company whom no other test knows. */
const newPerson = (sub: string, more: object = {}): TestPerson => ({
  ...{ sub, name: `The ${sub}`, email: `${sub}@acme.example`, email_verified: true, groups: ['web-editors'] },
  ...more,
});

const refusedAs = (reason: string): string => `/admin/login?refused=${reason}`;

/** The users whom a test has made or changed, by their address. */
async function findUser(email: string): Promise<unknown> {
  const { body } = await acme.site.ask('GET /admin/users', { as: 'admin' });
  return (body.data as readonly { email: string }[]).find((user) => user.email === email);
}

it('lets in whom the provider lets in, where they wanted to go, with the role of their groups', async () => {
  const { visitor, url } = await acme.signIn(newPerson('grace'), '/pages?status=draft');
  expect(url).toBe('/admin/pages?status=draft');
  const { body } = await visitor.ask('GET /admin/auth/me');
  expect(body).toMatchObject({ data: { name: 'The grace', email: 'grace@acme.example', role: 'editor' } });
  expect((await visitor.ask('POST /admin/menus', { name: 'Main' })).status).toBe(201);
  expect((await visitor.ask('POST /admin/content-types', { name: 'News' })).status).toBe(403);
  expect(acme.site.newCommits()).toEqual(['Create menu "Main" (main)']);
});

it('SEC-45 keeps what comes back bound to the browser that began, in cookies that nobody can read', async () => {
  acme.provider.person = newPerson('henry');
  const visitor = acme.visitor();
  const isAtProvider = (url: string): boolean => url.startsWith(acme.provider.issuer);
  const begun = await visitor.open('/api/admin/auth/oidc/start', isAtProvider);
  const asked = new URL(begun.url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email profile' },
    redirect_uri: `${SITE_URL}/api/admin/auth/oidc/callback`,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  const [line = ''] = begun.setCookies;
  expect(line).toMatch(/^__Host-quire-attempt=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(line).not.toContain(asked.get('state'));
  const there = await visitor.open(begun.url, isInInterface);
  expect(there.url).toBe(`${SITE_URL}/admin/`);
  expect(there.setCookies[0]).toMatch(
    /^__Host-quire=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
});

it('SEC-45 takes a code once, from the browser that began, with its own state', async () => {
  acme.provider.person = newPerson('iris');
  const visitor = acme.visitor();
  const isCallback = (url: string): boolean => url.includes('/oidc/callback');
  const { url: callback } = await visitor.open('/api/admin/auth/oidc/start', isCallback);
  const comeBack = async (who: typeof visitor, url: string): Promise<string> =>
    (await who.open(url, isInInterface)).url.slice(SITE_URL.length);
  const cookies = new Map(visitor.cookies);
  const tokenRequests = (): number => acme.provider.requests.filter((one) => one === 'POST /token').length;
  const before = tokenRequests();

  expect(await comeBack(acme.visitor(), callback)).toBe(refusedAs('signInOver'));
  expect(await comeBack(visitor, callback.replace(/state=\w/, 'state='))).toBe(refusedAs('signInOver'));
  expect(tokenRequests()).toBe(before);
  expect(await comeBack(visitor, callback)).toBe('/admin/');
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  expect(await comeBack(visitor, callback)).toBe(refusedAs('signInOver'));
  expect(tokenRequests()).toBe(before + 1);

  const late = acme.visitor();
  const begun = await late.open('/api/admin/auth/oidc/start', isCallback);
  acme.site.setTime(new Date(Date.now() + 601_000).toISOString());
  expect(await comeBack(late, begun.url)).toBe(refusedAs('signInOver'));
  acme.site.setTime(new Date().toISOString());
});

it('SEC-45 refuses the answer of another issuer, and a code that the provider does not know', async () => {
  acme.provider.person = newPerson('jack');
  const isCallback = (url: string): boolean => url.includes('/oidc/callback');
  const change = async (by: (url: URL) => void): Promise<string> => {
    const visitor = acme.visitor();
    const { url } = await visitor.open('/api/admin/auth/oidc/start', isCallback);
    const changed = new URL(url);
    by(changed);
    return (await visitor.open(changed.href, isInInterface)).url.slice(SITE_URL.length);
  };
  expect(await change(({ searchParams }) => searchParams.set('iss', 'https://evil.example'))).toBe(
    refusedAs('providerDoubtful'),
  );
  expect(await change(({ searchParams }) => searchParams.delete('iss'))).toBe(refusedAs('providerDoubtful'));
  expect(await change(({ searchParams }) => searchParams.set('code', 'stolen'))).toBe(refusedAs('signInOver'));
  expect(await findUser('jack@acme.example')).toBeUndefined();
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', '/\n/evil.example', ''])(
  'SEC-45 leads nobody to %j, before or after',
  async (to) => {
    const { status, body } = await acme.visitor().ask(`GET /admin/auth/oidc/start?${new URLSearchParams({ to })}`);
    expect([status, body]).toEqual([400, { errors: [expect.objectContaining({ code: 'VALIDATION', path: ['to'] })] }]);
  },
);

it('SEC-45 gives at each sign-in the role that the provider gives, and ends the sessions with the one before', async () => {
  const first = await acme.signIn(newPerson('karl', { groups: ['web-editors', 'web-admins'] }));
  expect(await first.visitor.ask('GET /admin/auth/me')).toMatchObject({ body: { data: { role: 'admin' } } });
  const second = await acme.signIn(newPerson('karl', { groups: 'web-editors' }));
  expect(await second.visitor.ask('GET /admin/auth/me')).toMatchObject({ body: { data: { role: 'editor' } } });
  expect((await first.visitor.ask('GET /admin/auth/me')).status).toBe(401);

  const third = await acme.signIn(newPerson('karl', { groups: ['sales'] }));
  expect(third.url).toBe(refusedAs('noRoleGiven'));
  expect((await second.visitor.ask('GET /admin/auth/me')).status).toBe(401);
  expect((await third.visitor.ask('GET /admin/auth/me')).status).toBe(401);
});

it('SEC-45 finds an account by a verified address alone, once, and lets no other person have it', async () => {
  const body = { name: 'Lea', email: 'lea@partner.example', password: 'correct horse', role: 'viewer' };
  await acme.site.ask('POST /admin/users', { as: 'admin', body });
  const lea = newPerson('lea', { email: 'Lea@Partner.example' });
  expect((await acme.signIn({ ...lea, email_verified: false })).url).toBe(refusedAs('emailUnverified'));
  expect((await acme.signIn({ ...lea, email_verified: undefined })).url).toBe(refusedAs('emailUnverified'));
  expect(await findUser('lea@partner.example')).not.toHaveProperty('hasProvider');

  const { visitor } = await acme.signIn(lea);
  expect(await visitor.ask('GET /admin/auth/me')).toMatchObject({ body: { data: { name: 'Lea', role: 'editor' } } });
  expect((await acme.signIn({ ...lea, sub: 'mallory' })).url).toBe(refusedAs('otherAccount'));
  // Known by its subject, the person may have another address, verified or not.
  const moved = await acme.signIn({ ...lea, email: 'lea@new.example', email_verified: false });
  expect(await moved.visitor.ask('GET /admin/auth/me')).toMatchObject({ body: { data: { name: 'Lea' } } });

  const { id } = (await findUser('lea@partner.example')) as { id: number };
  await acme.site.ask(`DELETE /admin/users/${id}/provider`, { as: 'admin' });
  expect((await moved.visitor.ask('GET /admin/auth/me')).status).toBe(401);
  expect((await acme.signIn({ ...lea, sub: 'lea-2' })).url).toBe('/admin/');
});

it('lets in by themselves only people of the domains, and tells others why not', async () => {
  expect((await acme.signIn(newPerson('mia', { email: 'mia@other.example' }))).url).toBe(refusedAs('noAccount'));
  expect((await acme.signIn(newPerson('mia', { email: 'mia@notacme.example' }))).url).toBe(refusedAs('noAccount'));
  expect((await acme.signIn(newPerson('mia', { email: undefined }))).url).toBe(refusedAs('noAccount'));
  expect((await acme.signIn(newPerson('mia', { groups: [] }))).url).toBe(refusedAs('noRoleGiven'));
  expect((await acme.signIn(null, '/media')).url).toBe(`${refusedAs('providerRefused')}&to=%2Fmedia`);
  expect(await findUser('mia@acme.example')).toBeUndefined();
});

it('SEC-47 takes no invitation that has expired, and gives the invited the role of their groups', async () => {
  const body = { email: 'sue@partner.example', role: 'admin' };
  const { data } = (await acme.site.ask('POST /admin/invitations', { as: 'admin', body })).body;
  const sue = newPerson('sue', { email: body.email });
  // The provider has no time but the present one.
  acme.site.setTime(new Date(Date.now() - 80 * 3_600_000).toISOString());
  await acme.site.ask(`POST /admin/invitations/${data.id}/resend`, { as: 'admin' });
  acme.site.setTime(new Date().toISOString());
  expect((await acme.signIn(sue)).url).toBe(refusedAs('noAccount'));
  await acme.site.ask(`POST /admin/invitations/${data.id}/resend`, { as: 'admin' });
  expect((await acme.signIn(sue)).url).toBe('/admin/');
  expect(await findUser(body.email)).toMatchObject({ role: 'editor', hasProvider: true });
});

it('makes one account of two first sign-ins at once', async () => {
  const both = await Promise.all([acme.signIn(newPerson('nora')), acme.signIn(newPerson('nora'))]);
  expect(both.map(({ url }) => url)).toEqual(['/admin/', '/admin/']);
});

it('SEC-45 lets nobody whose role the provider gives come in by a password, nor stay in by an earlier one', async () => {
  const who = { email: 'olaf@partner.example', password: 'correct horse' };
  await acme.site.ask('POST /admin/users', { as: 'admin', body: { ...who, name: 'Olaf', role: 'admin' } });
  const before = acme.visitor();
  expect((await before.ask('POST /admin/auth/login', { ...who, cookie: true })).status).toBe(200);
  expect((await before.ask('GET /admin/auth/me')).status).toBe(200);
  await acme.signIn(newPerson('olaf', { email: who.email }));
  expect((await before.ask('GET /admin/auth/me')).status).toBe(401);
  const { status, body } = await before.ask('POST /admin/auth/login', { ...who, cookie: true });
  expect([status, body]).toEqual([403, { errors: [expect.objectContaining({ code: 'FORBIDDEN' })] }]);
  // The wrong password learns nothing of it.
  expect((await before.ask('POST /admin/auth/login', { ...who, password: 'wrong horse' })).status).toBe(401);
});

it('notes who came in, and who did not', async () => {
  await acme.signIn(newPerson('paula'));
  await acme.signIn(newPerson('paula', { groups: [] }));
  await acme.signIn(null);
  const { body } = await acme.site.ask('GET /admin/audit-logs?action=auth.login&limit=3', { as: 'admin' });
  const { id } = (await findUser('paula@acme.example')) as { id: number };
  expect(body.data).toMatchObject([
    { actor: 'anonymous', records: [], ok: false },
    { actor: 'anonymous', records: [`user/${id}`], ok: false },
    { actor: `user/${id}`, records: [`user/${id}`], ok: true },
  ]);
});

it('SEC-45 proves once more who somebody is at the provider, and takes nobody else for it', async () => {
  const { visitor } = await acme.signIn(newPerson('quinn'));
  const start = '/api/admin/auth/oidc/start?to=/signed-in&prove=true';
  const { url } = await visitor.open(start, (next) => next.startsWith(acme.provider.issuer));
  expect(new URL(url).searchParams.get('prompt')).toBe('login');
  const before = (await visitor.ask('GET /admin/sessions')).body as { data: readonly { id: string }[] };
  expect((await visitor.open(start, isInInterface)).url).toBe(`${SITE_URL}/admin/signed-in`);
  const after = (await visitor.ask('GET /admin/sessions')).body;
  expect(after).toMatchObject({ data: [{ id: before.data[0]?.id, isCurrent: true, method: 'oidc' }] });

  acme.provider.person = newPerson('rita');
  // The same browser, which the provider has forgotten.
  const forgotten = acme.visitor();
  for (const [name, value] of visitor.cookies) forgotten.cookies.set(name, value);
  const other = await forgotten.open(start, isInInterface);
  expect(other.url).toBe(`${SITE_URL}${refusedAs('otherPerson')}&to=%2Fsigned-in`);
  expect(await forgotten.ask('GET /admin/auth/me')).toMatchObject({ body: { data: { name: 'The quinn' } } });
});
