import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cacheControl } from '../../src/http/answer/cacheControl.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { notFound } from '../../src/model/errors.ts';
import { askRaw } from './askRaw.ts';
import { as, makeServer } from './makeServer.ts';

const get = (path: string, access: Endpoint['access'], answer: () => Answer): Endpoint =>
  defineEndpoint({ method: 'GET', path, summary: '', access, handle: answer });

test('a public answer carries a strong ETag of its bytes and the documented Cache-Control', async () => {
  let title = 'Tides';
  const { request } = await makeServer([get('/x', 'public', () => ({ data: { title }, meta: { total: 1 } }))]);
  const first = await request('/x');
  expect(await first.text()).toBe('{"data":{"title":"Tides"},"meta":{"total":1}}');
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=3600');
  expect(first.headers.get('vary')).toBe('Accept-Encoding');
  const etag = first.headers.get('etag');
  expect(etag).toMatch(/^"[\w-]{20}"$/);
  expect((await request('/x')).headers.get('etag')).toBe(etag);
  title = 'Stars';
  expect((await request('/x')).headers.get('etag')).not.toBe(etag);
});

test('If-None-Match answers 304 for the tag, a weak tag, a list with it, and *', async () => {
  const { request } = await makeServer([get('/x', 'public', () => ({ data: 1, etag: 'rev1' }))]);
  for (const tag of ['"rev1"', 'W/"rev1"', '"other", W/"rev1"', '*', ' * ']) {
    for (const method of ['GET', 'HEAD']) {
      const response = await request('/x', { method, headers: { 'If-None-Match': tag } });
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect(response.headers.get('etag')).toBe('"rev1"');
      expect(response.headers.get('cache-control')).toContain('public');
      expect(response.headers.get('content-type')).toBeNull();
    }
  }
  for (const tag of ['"rev2"', 'rev1', '"rev1', '', '"rev"']) {
    expect((await request('/x', { headers: { 'If-None-Match': tag } })).status).toBe(200);
  }
});

test('SEC-23 answers that are not public are private, no-store and never 304', async () => {
  const endpoints = (['open', 'optional', 'viewer'] as const).map((access) =>
    get(`/${access}`, access, () => ({ data: 1, etag: 'rev1' })),
  );
  const { request } = await makeServer(endpoints);
  for (const access of ['open', 'optional', 'viewer']) {
    const response = await request(`/${access}`, { headers: { ...as('viewer'), 'If-None-Match': '"rev1"' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBe('"rev1"');
    if (access !== 'open') expect(response.headers.get('vary')).toContain('Authorization');
  }
});

test('private JSON of more than a kilobyte is compressed for whoever accepts that, under the same tag', async () => {
  const data = Array.from({ length: 100 }, (_, index) => ({ id: index, title: `Page ${index}` }));
  const { url } = await makeServer([get('/x', 'viewer', () => ({ data, etag: 'rev1' }))]);
  const whole = await askRaw(`${url}/x`, { headers: as('viewer') });
  expect([whole.headers['Content-Encoding'], whole.headers['Content-Length']]).toEqual([
    undefined,
    String(JSON.stringify({ data }).length),
  ]);
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await askRaw(`${url}/x`, { headers: { ...as('viewer'), 'accept-encoding': encoding } });
    expect(packed.headers).toMatchObject({
      'Content-Encoding': encoding,
      'Content-Length': String(packed.bytes.length),
      ETag: '"rev1"',
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization, X-API-Key, Cookie, Accept-Encoding',
    });
    expect(JSON.parse(decode(packed.bytes).toString())).toEqual({ data });
  }
});

test('the answer to a public POST is cached like any other, and always sent whole', async () => {
  const post = defineEndpoint({
    method: 'POST',
    path: '/x',
    summary: '',
    access: 'public',
    handle: () => ({ data: 1, maxAgeSeconds: 30 }),
  });
  const { request } = await makeServer([post]);
  // Chunked bodies are not looked up in memory.
  for (const body of [undefined, '{"a":1}', '{"a":1}', '{"a":1}', new Blob(['{"a":1}']).stream()]) {
    const headers = { 'If-None-Match': '*', 'Content-Type': 'application/json' };
    const answer = await request('/x', { method: 'POST', headers, ...(body && { body, duplex: 'half' }) });
    expect([answer.status, await answer.json()]).toEqual([200, { data: 1 }]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30, s-maxage=30, stale-while-revalidate=0');
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{20}(-\w+)?"$/);
  }
});

test('a public error is not cached', async () => {
  const missing = get('/missing', 'public', () => {
    throw notFound('Page');
  });
  const failed = get('/failed', 'public', () => ({ status: 400, body: { errors: [] } }));
  const { request } = await makeServer([missing, failed]);
  const gone = await request('/missing', { headers: { 'If-None-Match': '*' } });
  expect([gone.status, gone.headers.get('cache-control'), gone.headers.get('etag')]).toEqual([404, 'no-store', null]);
  expect((await request('/failed')).headers.get('cache-control')).toBe('private, no-store');
});

test('SEC-21 the times come from the configuration and end with the next scheduled change', async () => {
  const env = { CACHE_MAX_AGE: '10', CACHE_S_MAXAGE: '20', CACHE_SWR: '30' };
  const { request } = await makeServer([get('/x', 'public', () => ({ data: 1, maxAgeSeconds: 15.9 }))], { env });
  expect((await request('/x')).headers.get('cache-control')).toBe(
    'public, max-age=10, s-maxage=15, stale-while-revalidate=0',
  );
});

test('SEC-21 no cache time of an answer outlives its validity', () => {
  const seconds = fc.nat(100_000);
  const cache = fc.record({ maxAgeSeconds: seconds, sharedMaxAgeSeconds: seconds, staleSeconds: seconds });
  fc.assert(
    fc.property(cache, fc.double({ min: -100, max: 100_000, noNaN: true }), (config, maxAgeSeconds) => {
      const times = [...cacheControl({ maxAgeSeconds }, config).matchAll(/=(\d+)/g)].map(([, time]) => Number(time));
      expect(times).toHaveLength(3);
      const [own = 0, shared = 0, stale = 0] = times;
      // After its fresh time an answer may be served stale for as long again.
      expect(Math.max(own, shared) + stale).toBeLessThanOrEqual(Math.max(0, maxAgeSeconds));
      expect(Math.min(own, shared, stale)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('raw answers keep their bytes, type and headers; versioned ones may be cached for a year', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  const endpoints = [
    get('/png', 'public', () => ({
      raw: png,
      type: 'image/png',
      isImmutable: true,
      headers: { 'Content-Security-Policy': 'sandbox' },
    })),
    get('/stream', 'public', () => ({ raw: Readable.from([png]), type: 'image/png', etag: 'v1' })),
    get('/moved', 'public', () => ({
      status: 302,
      raw: '',
      type: 'text/plain',
      headers: { Location: 'https://cdn.example.org/x' },
    })),
  ];
  const { request } = await makeServer(endpoints);
  const image = await request('/png');
  expect(Buffer.from(await image.arrayBuffer())).toEqual(png);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(image.headers.get('content-security-policy')).toBe('sandbox');
  expect(Buffer.from(await (await request('/stream')).arrayBuffer())).toEqual(png);
  expect((await request('/stream', { headers: { 'If-None-Match': '"v1"' } })).status).toBe(304);
  const moved = await request('/moved', { headers: { 'If-None-Match': '*' } });
  expect([moved.status, moved.headers.get('location')]).toEqual([302, 'https://cdn.example.org/x']);
});

test('a write answers its commit', async () => {
  const put = defineEndpoint({
    method: 'PUT',
    path: '/x',
    summary: '',
    access: 'editor',
    handle: () => ({ data: {}, etag: 'rev2', commit: 'c0ffee' }),
  });
  const { request } = await makeServer([put]);
  const { headers } = await request('/x', { method: 'PUT', headers: as('editor') });
  expect([headers.get('x-commit'), headers.get('etag')]).toEqual(['c0ffee', '"rev2"']);
});
