import { expect, expectTypeOf, test } from 'vitest';
import { readServerConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import { type Call, defineEndpoint, type Endpoint, type PathParams } from '../../src/http/endpoint.ts';
import { createLog } from '../../src/http/log/log.ts';
import { flag, integer, object, text } from '../../src/model/schema/schema.ts';
import type { Caller } from '../../src/write/queue/lateSave.ts';
import { as, content, errorOf, identify, makeServer } from './makeServer.ts';

/** An endpoint that answers with its call. */
const echo = (method: Endpoint['method'], path: string, access: Endpoint['access'] = 'public'): Endpoint =>
  defineEndpoint({
    method,
    path,
    summary: `${method} ${path}`,
    access,
    handle: ({ params, actor, ifMatch }) => ({ data: { at: `${method} ${path}`, params, role: actor?.role, ifMatch } }),
  });

const read = async (response: Response) => ((await response.json()) as { data: Record<string, unknown> }).data;

test('the types of parameters, query, body and actor follow from the declaration', () => {
  const plural: string = 'pages';
  defineEndpoint({
    method: 'PUT',
    path: `/api/${plural}/:id/blocks/:pbId/:slug*`,
    summary: '',
    access: 'editor',
    query: object({}, { limit: integer() }),
    body: object({ title: text() }),
    handle: (call) => {
      expectTypeOf(call.params).toEqualTypeOf<{ readonly id: number; readonly pbId: number; readonly slug: string }>();
      expectTypeOf(call.query).toEqualTypeOf<{ readonly limit?: number }>();
      expectTypeOf(call.body).toEqualTypeOf<{ readonly title: string }>();
      expectTypeOf(call.actor).toEqualTypeOf<Caller>();
      return { data: null };
    },
  });
  expectTypeOf<Call<'/x', 'public'>['actor']>().toEqualTypeOf<null>();
  expectTypeOf<Call<'/x', 'optional'>['actor']>().toEqualTypeOf<Caller | null>();
  expectTypeOf<PathParams<'/x/:commit'>>().toEqualTypeOf<{ readonly commit: string }>();
});

test('a static path comes before a parameter, whatever the order of declaration', async () => {
  const endpoints = [
    echo('GET', '/api/x/:slug*'),
    echo('GET', '/api/x/:id'),
    echo('GET', '/api/x/folders'),
    echo('GET', '/api/x/:id/y'),
  ];
  const { request } = await makeServer(endpoints);
  expect(await read(await request('/api/x/folders'))).toEqual({ at: 'GET /api/x/folders', params: {} });
  expect(await read(await request('/api/x/7'))).toEqual({ at: 'GET /api/x/:id', params: { id: 7 } });
  expect(await read(await request('/api/x/7/y'))).toEqual({ at: 'GET /api/x/:id/y', params: { id: 7 } });
  expect(await read(await request('/api/x/7/z'))).toEqual({ at: 'GET /api/x/:slug*', params: { slug: '7/z' } });
});

test('a rest parameter contains slashes and is decoded once', async () => {
  const { request } = await makeServer([echo('GET', '/api/pages/:slug*')]);
  const slugOf = async (path: string) => (await read(await request(`/api/pages/${path}`)))['params'];
  expect(await slugOf('about')).toEqual({ slug: 'about' });
  expect(await slugOf('docs/setup/')).toEqual({ slug: 'docs/setup' });
  expect(await slugOf('docs%2Fsetup')).toEqual({ slug: 'docs/setup' });
  expect(await slugOf('%C3%BCber%252f')).toEqual({ slug: 'über%2f' });
  expect((await request('/api/pages')).status).toBe(404);
});

test.each(['abc', '0', '-1', '1.5', '01', '12345678901', '1e3', '%31x', '0x10', 'pb_7', '1%00'])(
  'id %s is NOT_FOUND',
  async (id) => {
    const { request } = await makeServer([echo('GET', '/api/x/:id')]);
    const response = await request(`/api/x/${id}`);
    expect(response.status).toBe(404);
    expect((await errorOf(response)).code).toBe('NOT_FOUND');
  },
);

test("a placement's id is accepted in both spellings", async () => {
  const { request } = await makeServer([echo('GET', '/api/x/:id/blocks/:pbId')]);
  for (const id of ['12', 'pb_12'])
    expect((await read(await request(`/api/x/3/blocks/${id}`)))['params']).toEqual({ id: 3, pbId: 12 });
});

test('an address with invalid UTF-8 is VALIDATION', async () => {
  const { request } = await makeServer([echo('GET', '/api/x/:name')]);
  const response = await request('/api/x/%ff');
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toEqual({
    code: 'VALIDATION',
    message: 'The address is not valid percent-encoded UTF-8',
    path: [],
  });
});

test('unknown addresses are NOT_FOUND in the envelope', async () => {
  const { request } = await makeServer([echo('GET', '/api/x')]);
  for (const path of ['/api/nothing', '/api', '/', '/API/x', '/api/x/y', '//evil/api/x']) {
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toEqual({ code: 'NOT_FOUND', message: 'Address not found' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('a known path with another method is 405 with Allow', async () => {
  const { request } = await makeServer([
    echo('GET', '/api/x/:id'),
    echo('PUT', '/api/x/:id', 'admin'),
    echo('POST', '/api/x/upsert'),
  ]);
  const response = await request('/api/x/1', { method: 'DELETE' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PUT');
  expect((await errorOf(response)).code).toBe('METHOD_NOT_ALLOWED');
  expect((await request('/api/x/upsert', { method: 'PATCH' })).headers.get('allow')).toBe('OPTIONS, POST');
});

test('HEAD answers like GET without a body', async () => {
  const { request } = await makeServer([echo('GET', '/api/x')]);
  const [get, head] = [await request('/api/x'), await request('/api/x', { method: 'HEAD' })];
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect(head.headers.get(name)).not.toBeNull();
  }
});

test('a failing HEAD has the status and no body', async () => {
  const { request } = await makeServer([echo('GET', '/api/x/:id', 'viewer')]);
  const response = await request('/api/x/1', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([401, '']);
});

test('OPTIONS answers with Allow', async () => {
  const { request } = await makeServer([echo('GET', '/api/x')]);
  const response = await request('/api/x', { method: 'OPTIONS' });
  expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test('each role may call endpoints for itself and lower roles', async () => {
  const { request } = await makeServer(
    (['viewer', 'editor', 'admin'] as const).map((role) => echo('GET', `/api/admin/${role}`, role)),
  );
  const table: Record<string, number[]> = {};
  for (const caller of ['nobody', 'viewer', 'editor', 'admin', 'forged']) {
    const headers = caller === 'nobody' ? {} : as(caller);
    const statuses = ['viewer', 'editor', 'admin'].map(
      async (role) => (await request(`/api/admin/${role}`, { headers })).status,
    );
    table[caller] = await Promise.all(statuses);
  }
  expect(table).toEqual({
    nobody: [401, 401, 401],
    viewer: [200, 403, 403],
    editor: [200, 200, 403],
    admin: [200, 200, 200],
    forged: [401, 401, 401],
  });
});

test('SEC-16 a bad credential is 401 wherever credentials are read, and ignored where they are not', async () => {
  const { request } = await makeServer([
    echo('GET', '/public', 'public'),
    echo('POST', '/open', 'open'),
    echo('GET', '/optional', 'optional'),
  ]);
  const headers = as('forged');
  expect((await request('/public', { headers })).status).toBe(200);
  expect((await request('/open', { method: 'POST', headers })).status).toBe(200);
  const response = await request('/optional', { headers });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect((await read(await request('/optional', { headers: as('editor') })))['role']).toBe('editor');
  expect((await read(await request('/optional')))['role']).toBeUndefined();
});

test('SEC-17 401 and 403 come before 404 and before the body is read', async () => {
  const endpoint = defineEndpoint({
    method: 'POST',
    path: '/api/admin/x/:id',
    summary: '',
    access: 'admin',
    query: object({ limit: integer() }),
    body: object({ title: text() }),
    handle: () => ({ data: null }),
  });
  const { send } = await makeServer([endpoint]);
  const attempt = async (headers: Record<string, string>, path = '/api/admin/x/abc') =>
    (await send(path, '{broken', { headers })).status;
  expect(await attempt(as('forged'))).toBe(401);
  expect(await attempt(as('editor'))).toBe(403);
  expect(await attempt(as('admin'))).toBe(404);
  expect(await attempt(as('admin'), '/api/admin/x/1')).toBe(400);
});

test('If-Match gives the handler the revision', async () => {
  const { request } = await makeServer([echo('PUT', '/api/x', 'editor'), echo('GET', '/api/x', 'viewer')]);
  const put = (tag: string) => request('/api/x', { method: 'PUT', headers: { ...as('editor'), 'If-Match': tag } });
  for (const tag of ['"abc"', 'W/"abc"', 'abc']) expect((await read(await put(tag)))['ifMatch']).toBe('abc');
  expect((await read(await put('*')))['ifMatch']).toBeUndefined();
  for (const tag of ['"a", "b"', '"', 'a b']) expect((await put(tag)).status).toBe(400);
  const get = await request('/api/x', { headers: { ...as('viewer'), 'If-Match': '"stale", "a b' } });
  expect(get.status).toBe(200);
});

test('SEC-33 writes are refused while the server is read-only or shutting down, reads and log-in are not', async () => {
  const login = { ...echo('POST', '/api/admin/auth/login', 'open'), changes: 'server' as const };
  const endpoints = [
    echo('GET', '/api/x'),
    echo('POST', '/api/content/batch'),
    echo('POST', '/api/admin/x', 'editor'),
    login,
  ];
  for (const options of [{ env: { READ_ONLY: 'true' } }, { isDraining: () => true }]) {
    const { request } = await makeServer(endpoints, options);
    const post = (path: string, headers = {}) => request(path, { method: 'POST', headers });
    expect((await request('/api/x')).status).toBe(200);
    expect((await post('/api/content/batch')).status).toBe(200);
    expect((await post('/api/admin/auth/login')).status).toBe(200);
    expect((await post('/api/admin/x')).status).toBe(401);
    const refused = await post('/api/admin/x', as('editor'));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await errorOf(refused)).code).toBe('SERVICE_UNAVAILABLE');
  }
});

test('two endpoints for one address fail at start', () => {
  const mount = (...endpoints: Endpoint[]) =>
    createApp({ config: readServerConfig({}, '/'), log: createLog('silent'), identify, endpoints, content });
  expect(() => mount(echo('GET', '/x'), echo('GET', '/x'))).toThrow('GET /x is declared twice');
  expect(() => mount(echo('GET', '/x/:id'), echo('PUT', '/x/:name'))).toThrow('name their parameters alike');
  expect(() => mount(echo('GET', '/x/:id'), echo('GET', '/x/:id/y'), echo('PUT', '/x/:id'))).not.toThrow();
});

test('a query is coerced by its schema, with defaults', async () => {
  const endpoint = defineEndpoint({
    method: 'GET',
    path: '/api/x',
    summary: '',
    access: 'public',
    query: object({}, { n: integer({ default: 5 }), on: flag(), q: text({ maxLength: 5 }) }),
    handle: ({ query, search }) => ({ data: { query, raw: search.get('filter[a][eq]') } }),
  });
  const { request } = await makeServer([endpoint]);
  const at = async (query: string) => (await request(`/api/x?${query}`)).json();
  expect(await at('')).toEqual({ data: { query: { n: 5 }, raw: null } });
  expect(await at('n=-7&on=true&q=5&unknown=1&unknown=2')).toEqual({
    data: { query: { n: -7, on: true, q: '5' }, raw: null },
  });
  expect(await at('filter[a][eq]=x')).toEqual({ data: { query: { n: 5 }, raw: 'x' } });
});
