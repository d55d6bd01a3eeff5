import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Answer, defineEndpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { STATUS } from '../../src/http/errors.ts';
import { createLog } from '../../src/http/log/log.ts';
import { CmsError, type ErrorCode, invalid, unavailable } from '../../src/model/errors.ts';
import { as, errorOf, makeServer, until } from './makeServer.ts';

const get = (path: string, handle: Endpoint['handle'], access: Endpoint['access'] = 'public'): Endpoint =>
  defineEndpoint({ method: 'GET', path, summary: '', access, handle });

const fail = (error: unknown) => () => {
  throw error;
};

test('each code has its status, in the envelope', async () => {
  const codes = Object.keys(STATUS) as ErrorCode[];
  const { request } = await makeServer(
    codes.map((code) => get(`/${code}`, fail(new CmsError(code, 'In words', { path: ['a', '0'] })))),
  );
  for (const code of codes) {
    const response = await request(`/${code}`);
    expect(response.status).toBe(STATUS[code]);
    expect(await response.json()).toEqual({ errors: [{ code, message: 'In words', path: ['a', '0'] }] });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test('temporary errors say when to try again', async () => {
  const at = (retryAfterSeconds?: number) =>
    new CmsError('SERVICE_UNAVAILABLE', 'Busy', { ...(retryAfterSeconds && { retryAfterSeconds }) });
  const { request } = await makeServer([
    get('/given', fail(at(7.2))),
    get('/usual', fail(at())),
    get('/limited', fail(new CmsError('RATE_LIMITED', 'x'))),
  ]);
  const retryAfter = async (path: string) => (await request(path)).headers.get('retry-after');
  expect([await retryAfter('/given'), await retryAfter('/usual'), await retryAfter('/limited')]).toEqual([
    '8',
    '5',
    '60',
  ]);
});

test('every problem of a request is an error of its own, with a path only if a value is to blame', async () => {
  const details = [
    { path: ['a'], message: 'is required' },
    { path: [], message: 'must be an object' },
  ];
  const { request } = await makeServer([
    get('/x', fail(invalid(details))),
    get('/y', fail(new CmsError('CONFLICT', 'Taken'))),
  ]);
  expect(await (await request('/x')).json()).toEqual({
    errors: [
      { code: 'VALIDATION', message: 'is required', path: ['a'] },
      { code: 'VALIDATION', message: 'must be an object', path: [] },
    ],
  });
  expect(await (await request('/y')).json()).toEqual({ errors: [{ code: 'CONFLICT', message: 'Taken' }] });
});

test.each([
  ['an error', new Error("ENOENT: no such file or directory, open '/srv/secret/users.yaml'")],
  ['an error that names a status', Object.assign(new Error('/srv/secret'), { status: 404, expose: true })],
  ['a string', '/srv/secret'],
  ['nothing', undefined],
])('%s that nobody expects is logged with its request and shown without details', async (_, thrown) => {
  const { request, lines } = await makeServer([get('/x', fail(thrown))]);
  const response = await request('/x', { headers: { 'X-Request-Id': 'r-1' } });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({ errors: [{ code: 'INTERNAL_ERROR', message: 'Something went wrong' }] });
  expect(text + JSON.stringify([...response.headers])).not.toMatch(/srv|\.ts|at /);
  const line = lines.find(({ msg }) => msg === 'A request failed');
  expect(line).toMatchObject({ requestId: 'r-1', route: '/x', level: 50 });
  if (thrown instanceof Error) expect(line).toMatchObject({ err: { stack: expect.stringContaining('app.test.ts') } });
});

test('the cause of an outage is logged with its request and not shown', async () => {
  const cause = new Error('getaddrinfo ENOTFOUND bucket.internal');
  const { request, lines } = await makeServer([
    get('/x', fail(unavailable('The media storage does not answer', 10, cause))),
    get('/y', fail(unavailable('This server is not ready', 5))),
  ]);
  const response = await request('/x', { headers: { 'X-Request-Id': 'r-1' } });
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain('ENOTFOUND');
  await request('/y');
  const [line, ...others] = lines.filter(({ msg }) => msg === 'A request could not be served');
  expect(line).toMatchObject({ requestId: 'r-1', route: '/x', level: 40 });
  expect(JSON.stringify(line)).toContain('getaddrinfo ENOTFOUND bucket.internal');
  expect(others).toEqual([]);
});

test('an answer that fails halfway ends the connection and is logged', async () => {
  const broken = () => ({
    raw: Readable.from(
      (async function* () {
        yield Buffer.alloc(1024);
        throw new Error('disk on fire');
      })(),
    ),
    type: 'application/octet-stream',
  });
  const { request, lines } = await makeServer([get('/x', broken)]);
  await expect(request('/x').then((response) => response.arrayBuffer())).rejects.toThrow();
  const line = await until(() => lines.find(({ msg }) => msg === 'An answer was cut off'));
  expect(line['level']).toBe(50);
});

test('an answer that fails before its first byte is an error like any other', async () => {
  const failing = (error: Error) => (): Answer => ({
    raw: new Readable({
      read() {
        this.destroy(error);
      },
    }),
    type: 'image/png',
    etag: 'a',
    headers: { 'Content-Length': '5', 'Content-Disposition': 'attachment' },
  });
  const { request, lines } = await makeServer([
    get('/busy', failing(unavailable('The media storage does not answer', 10))),
    get('/broken', failing(new Error('disk on fire'))),
    get('/empty', () => ({ raw: Readable.from([]), type: 'image/png' })),
  ]);
  const busy = await request('/busy');
  expect([busy.status, busy.headers.get('retry-after'), (await errorOf(busy)).code]).toEqual([
    503,
    '10',
    'SERVICE_UNAVAILABLE',
  ]);
  for (const name of ['etag', 'content-disposition']) expect([name, busy.headers.get(name)]).toEqual([name, null]);
  expect((await request('/broken')).status).toBe(500);
  expect(lines.filter(({ msg }) => msg === 'A request failed')).toHaveLength(1);
  expect((await request('/empty')).status).toBe(200);
  // Nothing is read for these.
  expect((await request('/busy', { method: 'HEAD' })).status).toBe(200);
  expect((await request('/busy', { headers: { 'If-None-Match': '"a"' } })).status).toBe(304);
});

test('a stream that nobody waits for any more is closed', async () => {
  let isAsked = false;
  const stream = new Readable({
    read() {
      isAsked = true;
    },
  });
  const { url } = await makeServer([get('/x', () => ({ raw: stream, type: 'image/png' }))]);
  const stop = new AbortController();
  const asked = fetch(`${url}/x`, { signal: stop.signal }).catch(() => undefined);
  await until(() => isAsked);
  stop.abort();
  await asked;
  await until(() => stream.destroyed);
});

test('SEC-35 every answer carries the security headers, also errors', async () => {
  const { request } = await makeServer([get('/x', () => ({ data: 1 })), get('/y', fail(new Error('x')))]);
  for (const path of ['/x', '/y', '/nothing']) {
    const { headers } = await request(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  }
  const secure = await makeServer([], { env: { SITE_URL: 'https://example.org' } });
  expect((await secure.request('/')).headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('a request keeps the id it was sent with, if that is a sane one', async () => {
  const { request } = await makeServer([get('/x', ({ requestId }) => ({ data: requestId }))]);
  const idOf = async (given: string) =>
    (await request('/x', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id');
  expect(await idOf('trace-1.2:3_a')).toBe('trace-1.2:3_a');
  for (const odd of ['', 'a b', '<script>', 'x'.repeat(65)]) expect(await idOf(odd)).toMatch(/^[\da-f-]{36}$/);
  expect(await idOf('')).not.toBe(await idOf(''));
});

test('SEC-35 any page may read the public interface, without credentials', async () => {
  const { request } = await makeServer([get('/api/content/x', () => ({ data: 1 }))]);
  const headers = { Origin: 'https://somewhere.example' };
  expect((await request('/metrics', { headers })).headers.get('access-control-allow-origin')).toBeNull();
  for (const path of ['/api/content/x', '/api/content/nothing', '/api/health']) {
    const answer = (await request(path, { headers })).headers;
    expect(answer.get('access-control-allow-origin')).toBe('*');
    expect(answer.get('access-control-allow-credentials')).toBeNull();
    expect(answer.get('access-control-expose-headers')).toBe(
      'Allow, ETag, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Commit, X-Request-Id',
    );
  }
});

test('SEC-35 only the listed origins may use the admin interface', async () => {
  const env = { CORS_ORIGINS: 'https://admin.example.org,http://localhost:5173' };
  const { request } = await makeServer([get('/api/admin/x', () => ({ data: 1 }), 'viewer')], { env });
  const allowed = async (origin: string) => {
    const { headers } = await request('/api/admin/x', { headers: { Origin: origin } });
    expect(headers.get('vary')).toContain('Origin');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    return headers.get('access-control-allow-origin');
  };
  expect(await allowed('https://admin.example.org')).toBe('https://admin.example.org');
  expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173');
  for (const other of [
    'https://admin.example.org.evil.example',
    'https://evil.example',
    'null',
    'https://ADMIN.example.org',
  ]) {
    expect(await allowed(other)).toBeNull();
  }
});

test('a preflight is answered if the request itself is allowed', async () => {
  const { request } = await makeServer([get('/api/admin/x', () => ({ data: 1 }), 'viewer')], {
    env: { CORS_ORIGINS: 'https://admin.example.org' },
  });
  const preflight = (path: string, origin: string) =>
    request(path, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' } });
  const allowed = await preflight('/api/admin/x', 'https://admin.example.org');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
  expect(allowed.headers.get('access-control-allow-headers')).toBe(
    'Authorization, Content-Type, X-API-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, Quire-Change, Quire-Ref, X-Request-Id',
  );
  const refused = await preflight('/api/admin/x', 'https://evil.example');
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  expect(refused.headers.get('access-control-allow-methods')).toBeNull();
  expect((await preflight('/api/content/x', 'https://evil.example')).headers.get('access-control-allow-origin')).toBe(
    '*',
  );
});

test('SEC-19 a write is logged in one line without its query, body or credentials', async () => {
  const post = defineEndpoint({
    method: 'POST',
    path: '/api/admin/x/:id',
    summary: '',
    access: 'editor',
    handle: () => ({ data: 1 }),
  });
  const { send, lines } = await makeServer([post]);
  await send(
    '/api/admin/x/7?token=s3cret-token',
    { password: 's3cret-password' },
    { headers: { 'X-API-Key': 'sk_s3cret' } },
  );
  const line = await until(() => lines.find(({ msg }) => msg === 'request'));
  expect(line).toMatchObject({
    level: 30,
    method: 'POST',
    path: '/api/admin/x/7',
    route: '/api/admin/x/:id',
    status: 200,
    ip: '127.0.0.1',
  });
  expect(JSON.stringify(lines)).not.toMatch(/s3cret|Bearer/);
});

test('reads are logged at the debug level only, failures always', async () => {
  const { request, lines } = await makeServer([get('/x', () => ({ data: 1 })), get('/y', fail(new Error('x')))]);
  for (const path of ['/x', '/y', '/nothing']) await request(path);
  const levels = await until(() => {
    const requests = lines.filter(({ msg }) => msg === 'request');
    return requests.length === 3 && Object.fromEntries(requests.map(({ path, level }) => [path, level]));
  });
  expect(levels).toEqual({ '/x': 20, '/y': 50, '/nothing': 30 });
});

test('SEC-19 the log redacts credentials in all their usual places', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const headers = { authorization: 's3cret', cookie: 's3cret', 'x-api-key': 's3cret', host: 'kept' };
  log.info({
    req: { headers },
    headers,
    password: 's3cret',
    body: { token: 's3cret', passwordHash: 's3cret' },
    secret: 's3cret',
  });
  expect(lines.join()).not.toContain('s3cret');
  expect(lines.join()).toContain('kept');
});

test('metrics count requests by route, method and status, and read the gauges when asked', async () => {
  let pages = 3;
  const { request } = await makeServer([get('/api/x/:id', () => ({ data: 1 }))], {
    gauges: { quire_pages: { help: 'Pages', value: () => pages } },
  });
  for (const path of ['/api/x/1', '/api/x/2', '/api/nothing/1', '/api/nothing/2']) await request(path);
  await request('/api/x/1', { method: 'PROPFIND' });
  pages = 4;
  const text = await until(async () => {
    const metrics = await (await request('/metrics')).text();
    return metrics.includes('method="other"') && metrics;
  });
  expect(text).toContain('quire_http_requests_total{method="GET",route="/api/x/:id",status="200"} 2');
  expect(text).toContain('quire_http_requests_total{method="GET",route="unmatched",status="404"} 2');
  expect(text).toContain('quire_http_requests_total{method="other",route="/api/x/:id",status="405"} 1');
  expect(text).toContain('quire_http_request_duration_seconds_count{method="GET",route="/api/x/:id",status="200"} 2');
  expect(text).toMatch(/^quire_pages 4$/m);
  expect(text).toMatch(/^process_cpu_user_seconds_total /m);
});

test('metrics have one address, so that a proxy can close it', async () => {
  const { request } = await makeServer([]);
  for (const path of ['/metrics/', '/metrics/?x', '/METRICS', '/metrics%2f', '/metrics/x'])
    expect([path, (await request(path)).status]).toEqual([path, 404]);
});

test('metrics are text for Prometheus and not cached', async () => {
  const { request } = await makeServer([]);
  const { headers } = await request('/metrics');
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('SEC-32 the address is the connection unless a proxy is trusted, and then only what trusted proxies appended', async () => {
  const ipWith = async (env: Record<string, string>, forwarded: string) => {
    const { request } = await makeServer([get('/ip', ({ ip }) => ({ data: ip }))], { env });
    const response = await request('/ip', { headers: { 'X-Forwarded-For': forwarded } });
    return ((await response.json()) as { data: string }).data;
  };
  expect(await ipWith({}, '9.9.9.9')).toBe('127.0.0.1');
  expect(await ipWith({ TRUST_PROXY: 'true' }, '9.9.9.9')).toBe('9.9.9.9');
  expect(await ipWith({ TRUST_PROXY: 'true' }, 'forged, 9.9.9.9')).toBe('9.9.9.9');
  expect(await ipWith({ TRUST_PROXY: '2' }, 'forged, 9.9.9.9, 10.0.0.1')).toBe('9.9.9.9');
});

test('credentials of another scheme do not reach the handler of a public address', async () => {
  const { request } = await makeServer([get('/x', ({ actor }) => ({ data: actor }))]);
  expect(await (await request('/x', { headers: as('admin') })).json()).toEqual({ data: null });
});

test('an error is in the envelope also if the body was never read', async () => {
  const post = defineEndpoint({
    method: 'POST',
    path: '/x',
    summary: '',
    access: 'admin',
    handle: () => ({ data: 1 }),
  });
  const { send } = await makeServer([post]);
  const response = await send('/x', 'x'.repeat(3 * 1024 * 1024), { headers: as('viewer') });
  expect((await errorOf(response)).code).toBe('FORBIDDEN');
});

test('SEC-33 a full disk is reported as such, wherever it shows', async () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    const full = defineEndpoint({
      method: 'POST',
      path: '/full',
      summary: '',
      access: 'open',
      handle() {
        throw Object.assign(new Error('made to fail'), { code, syscall: 'write' });
      },
    });
    const { send } = await makeServer([full]);
    const response = await send('/full', '');
    expect([response.status, await response.json()]).toEqual([
      507,
      { errors: [{ code: 'INSUFFICIENT_STORAGE', message: 'There is no space left on the disk' }] },
    ]);
  }
});
