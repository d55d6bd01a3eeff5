import { expect, it } from 'vitest';
import { type Endpoint, unreadBodyOf } from '../../src/http/endpoint.ts';
import { type BegunRequest, beginRequest, fileForm } from '../http/beginRequest.ts';
import { makeSite, PASSWORD, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const FILES = { ...SMALL_SITE, 'media/dawn.yaml': 'id: 1\nfilename: dawn.txt\n', 'media/files/dawn.txt': 'Dawn' };
const DUSK = fileForm('dusk.txt', 'Dusk');

/** The body that an endpoint is sent, and its type. */
const bodyFor = (endpoint: Endpoint) =>
  unreadBodyOf(endpoint)?.type === 'multipart/form-data'
    ? DUSK
    : { headers: { 'content-type': 'application/json' }, body: '{}' };

/** Keys have no profile: they are refused before they send anything. */
const FOR_PEOPLE = '/api/admin/auth/me/picture';

const hasBody = ({ access, body, path }: Endpoint): boolean =>
  !['public', 'open', 'optional'].includes(access) && body !== undefined && path !== FOR_PEOPLE;

/** An address of the endpoint: ids are 1, and other names as well. */
const addressOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+\*?/g, '1');

function begin(site: Site, endpoint: Endpoint, headers: Readonly<Record<string, string>>): Promise<BegunRequest> {
  const all = { ...headers, ...bodyFor(endpoint).headers };
  return beginRequest(`${site.url}${addressOf(endpoint)}`, { method: endpoint.method, headers: all });
}

async function makeKey(site: Site, key: object): Promise<{ id: number; headers: Readonly<Record<string, string>> }> {
  const { body } = await site.ask('POST /admin/api-keys', { as: 'admin', body: { name: 'Key', ...key } });
  return { id: body.data.id, headers: { 'X-API-Key': body.data.key } };
}

it('SEC-14 accepts no body, of whatever endpoint, whose key is deleted while it comes in', async () => {
  const site = await makeSite(FILES);
  const { id, headers } = await makeKey(site, { permissions: '*' });
  const endpoints = site.cms.endpoints.filter(hasBody);
  expect(endpoints.length).toBeGreaterThan(50);
  const begun = await Promise.all(endpoints.map((endpoint) => begin(site, endpoint, headers)));
  expect((await site.ask(`DELETE /admin/api-keys/${id}`, { as: 'admin' })).status).toBe(200);
  const answers = await Promise.all(
    begun.map(async (one, at) => {
      const { method, path } = endpoints[at]!;
      return [method, path, (await one.finish(bodyFor(endpoints[at]!).body)).status];
    }),
  );
  expect(answers).toEqual(endpoints.map(({ method, path }) => [method, path, 401]));
  expect(site.newCommits()).toEqual([]);
});

/** What may happen to the sender of a body, and what it is answered then. */
const REVOCATIONS: Readonly<
  Record<string, { readonly status: number; revoke(site: Site, id: number): Promise<number> }>
> = {
  'a user who is deleted': {
    status: 401,
    revoke: async (site, id) => (await site.ask(`DELETE /admin/users/${id}`, { as: 'admin' })).status,
  },
  'a user who is demoted': {
    status: 401,
    revoke: async (site, id) =>
      (await site.ask(`PUT /admin/users/${id}`, { as: 'admin', body: { role: 'viewer' } })).status,
  },
  'a user with a new password': {
    status: 401,
    revoke: async (site, id) =>
      (await site.ask(`PUT /admin/users/${id}`, { as: 'admin', body: { password: 'another horse' } })).status,
  },
  'a user whose work others publish from now on': {
    status: 403,
    revoke: async (site, id) =>
      (await site.ask(`PUT /admin/users/${id}`, { as: 'admin', body: { changesOnly: true } })).status,
  },
};

const SENDS = [
  'POST /api/admin/pages',
  'PATCH /api/admin/pages/:id',
  'POST /api/admin/media',
  'POST /api/admin/import',
];

it.each(Object.keys(REVOCATIONS))('SEC-14 accepts no body from %s while it comes in', async (name) => {
  const site = await makeSite(FILES);
  const person = { email: 'bo@example.org', name: 'Bo', password: PASSWORD, role: 'admin' };
  const { id } = (await site.ask('POST /admin/users', { as: 'admin', body: person })).body.data;
  const { token } = (await site.ask('POST /admin/auth/login', { body: { email: person.email, password: PASSWORD } }))
    .body.data;
  const endpoints = site.cms.endpoints.filter(({ method, path }) => SENDS.includes(`${method} ${path}`));
  expect(endpoints).toHaveLength(SENDS.length);
  const begun = await Promise.all(endpoints.map((one) => begin(site, one, { authorization: `Bearer ${token}` })));
  const { status, revoke } = REVOCATIONS[name]!;
  expect(await revoke(site, id)).toBe(200);
  const answers = await Promise.all(begun.map((one, at) => one.finish(bodyFor(endpoints[at]!).body)));
  expect(answers.map((one) => one.status)).toEqual(SENDS.map(() => status));
  expect(site.newCommits()).toEqual([]);
});
