import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../../../src/http/endpoint.ts';
import { bytesResult, dataResult } from '../../../src/http/result.ts';
import { notFound } from '../../../src/model/errors.ts';
import { anything, object } from '../../../src/model/schema/schema.ts';
import type { Edition } from '../../../src/view/edition.ts';
import { askRaw } from '../askRaw.ts';
import { makeServer, until } from '../makeServer.ts';

/** Content that stays the same until it is told to change. */
function makeContent() {
  let edition: Edition = { endsAt: Number.POSITIVE_INFINITY };
  let seconds: number | undefined;
  return {
    edition: () => edition,
    secondsToNextChange: () => seconds,
    change: () => {
      edition = { ...edition };
    },
    setSeconds: (next: number) => {
      seconds = next;
    },
  };
}

/** A server with one public endpoint at `/x`, which counts its calls. */
async function makeLane(
  handle: (call: Call, times: number) => Answer | Promise<Answer>,
  { endpoint = {}, env = {} }: { endpoint?: Partial<Endpoint>; env?: Record<string, string> } = {},
) {
  const content = makeContent();
  const asked = { times: 0 };
  const counted = defineEndpoint({
    method: 'GET',
    path: '/x',
    summary: '',
    access: 'public',
    ...endpoint,
    handle: (call) => {
      asked.times += 1;
      return handle(call as Call, asked.times);
    },
  });
  const server = await makeServer([counted], { content, env });
  return { ...server, content, asked, x: `${server.url}/x` };
}

const PLAIN: Answer = { data: 1 };
const LONG = 'Where the tide turns. '.repeat(200);

/** Asks twice, because an answer is kept when it is asked for a second time. */
async function teach(url: string, asked: Parameters<typeof askRaw>[1] = {}) {
  await askRaw(url, asked);
  return askRaw(url, asked);
}

test('an answer that is asked for twice is kept while nothing changes, for GET, HEAD and conditional requests', async () => {
  const { x, asked, content } = await makeLane((_, times) => ({ data: times }));
  expect((await askRaw(x)).bytes.toString()).toBe('{"data":1}');
  const first = await askRaw(x);
  expect(first.bytes.toString()).toBe('{"data":2}');
  expect((await askRaw(x)).bytes).toEqual(first.bytes);
  const head = await askRaw(x, { method: 'HEAD' });
  expect([head.status, head.headers['Content-Length'], head.bytes.length]).toEqual([200, '10', 0]);
  expect((await askRaw(x, { headers: { 'if-none-match': first.headers['ETag'] ?? '' } })).status).toBe(304);
  expect(asked.times).toBe(2);
  content.change();
  // It has been asked for before.
  for (const _ of [1, 2]) expect((await askRaw(x)).bytes.toString()).toBe('{"data":3}');
  expect(asked.times).toBe(3);
});

/** An endpoint that reads parameters of these names. */
const asking = (...names: readonly string[]): Partial<Endpoint> => ({
  query: { unread: object({}, Object.fromEntries(names.map((name) => [name, anything()]))) },
});

test('addresses are distinguished by the parameters that the endpoint reads', async () => {
  const { x, asked } = await makeLane(({ search }) => ({ data: [search.getAll('a'), search.get('filter[x]')] }), {
    endpoint: asking('a', 'b', 'filter'),
  });
  const queries = ['', '?a=1', '?a=2', '?a=1&b=2', '?a=1&a=2', '?a=2&a=1', '?a', '?filter[x]=1', '?filter-x', '?a=+'];
  for (const query of queries) for (const _ of [1, 2, 3]) await askRaw(x + query);
  expect(asked.times).toBe(2 * queries.length);
});

test('SEC-36 unread parameters and other spellings make no other address', async () => {
  const endpoint = { ...asking('a', 'b'), path: '/x/:slug*' };
  const { x, asked } = await makeLane(({ params }) => ({ data: params }), { endpoint });
  const first = await teach(`${x}/some/where?a=1%202&b=3`);
  for (let times = 0; times < 20; times += 1) {
    const z = Math.random();
    for (const spelling of [
      `some/where?z=${z}&a=1+2&b=3`,
      `some/where?b=3&${z}&a=1%202`,
      `some/where/?%61=1%202&b=%33&[a]=${z}`,
      `s%6Fme/where?a=1+2&b=3&Z=${z}`,
    ])
      expect((await askRaw(`${x}/${spelling}`)).bytes).toEqual(first.bytes);
  }
  expect(asked.times).toBe(2);
});

test('SEC-36 an answer is shared between simultaneous requests that differ in unread parameters', async () => {
  let finish = (): void => {};
  const { x, asked } = await makeLane(async (_, times) => {
    await new Promise<void>((resolve) => (finish = resolve));
    return { data: times };
  });
  const answers = Array.from({ length: 20 }, () => askRaw(`${x}?z=${Math.random()}`));
  await until(() => asked.times === 1);
  await askRaw(x.replace('/x', '/none'));
  finish();
  await Promise.all(answers);
  expect(asked.times).toBe(1);
});

test('an answer begun before a change is not kept after it, and is replaced by a newer one', async () => {
  const finish: (() => void)[] = [];
  const { x, asked, content } = await makeLane(async (_, times) => {
    if (times <= 2) await new Promise<void>((resolve) => finish.push(resolve));
    return { data: times };
  });
  const texts = [];
  for (const times of [1, 2]) {
    const slow = askRaw(x);
    await until(() => asked.times === times);
    content.change();
    if (times === 2) texts.push((await askRaw(x)).bytes.toString());
    finish[times - 1]?.();
    texts.push((await slow).bytes.toString());
  }
  expect(texts).toEqual(['{"data":1}', '{"data":3}', '{"data":3}']);
  expect((await askRaw(x)).bytes.toString()).toBe('{"data":3}');
  expect(asked.times).toBe(3);
});

test('an answer that many ask for at once is made once', async () => {
  let finish = (): void => {};
  const { x, asked } = await makeLane(async (_, times) => {
    await new Promise<void>((resolve) => (finish = resolve));
    return { data: times };
  });
  const answers = Array.from({ length: 20 }, () => askRaw(x));
  await until(() => asked.times === 1);
  // All have arrived when this later request is answered.
  await askRaw(x.replace('/x', '/none'));
  finish();
  for (const { bytes } of await Promise.all(answers)) expect(bytes.toString()).toBe('{"data":1}');
  expect(asked.times).toBe(1);
});

test('errors, uncertain answers and files are made again each time', async () => {
  const rows: [Parameters<typeof makeLane>[0], Partial<Endpoint>, string | undefined][] = [
    [() => Promise.reject(notFound('Page')), {}, 'no-store'],
    [() => ({ status: 400, body: { errors: [] } }), {}, 'private, no-store'],
    [() => ({ data: null, isUncertain: true }), {}, 'private, no-store'],
    [() => ({ data: 1 }), { result: bytesResult('*/*', [200, 206]) }, undefined],
    [() => ({ data: 1 }), { access: 'open' }, 'private, no-store'],
    [() => ({ data: 1 }), { access: 'optional' }, 'private, no-store'],
  ];
  for (const [handle, endpoint, cacheControl] of rows) {
    const { x, asked } = await makeLane(handle, { endpoint });
    for (const times of [1, 2]) {
      const { headers } = await askRaw(x);
      expect(asked.times).toBe(times);
      if (cacheControl) expect(headers['Cache-Control']).toBe(cacheControl);
    }
  }
});

test('an answer that cannot be sent again is made once for each request', async () => {
  const rows: [query: string, answer: Answer, status: number, cacheControl: string][] = [
    ['?bad', { status: 400, body: { errors: [] } }, 400, 'private, no-store'],
    ['?part', { data: null, isUncertain: true }, 200, 'private, no-store'],
    ['?gone', { status: 302, headers: { Location: '/y' }, data: null }, 302, 'public, max-age=60'],
  ];
  const { x, asked } = await makeLane(({ search }) => rows.find(([query]) => search.has(query.slice(1)))?.[1] ?? PLAIN);
  await askRaw(x);
  for (const [query, , status, cacheControl] of rows) {
    const answer = await askRaw(x + query);
    expect([query, answer.status]).toEqual([query, status]);
    expect(answer.headers['Cache-Control']).toContain(cacheControl);
  }
  expect(asked.times).toBe(1 + rows.length);
});

test('cache times shrink with the time to the next scheduled change', async () => {
  const { x, asked, content } = await makeLane(() => ({ data: 1, maxAgeSeconds: 100 }));
  const times = async () => (await askRaw(x)).headers['Cache-Control'];
  content.setSeconds(100);
  expect(await times()).toBe('public, max-age=60, s-maxage=100, stale-while-revalidate=0');
  content.setSeconds(41.9);
  expect(await times()).toBe('public, max-age=41, s-maxage=41, stale-while-revalidate=0');
  content.setSeconds(4000);
  expect(await times()).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=3400');
  content.setSeconds(0.4);
  expect(await times()).toBe('public, max-age=0, s-maxage=0, stale-while-revalidate=0');
  expect(asked.times).toBe(2);
});

test('an answer that depends on a header is sent to callers with the same header', async () => {
  const { x, asked } = await makeLane(({ headers }) => ({ data: headers.accept ?? null }), {
    endpoint: { result: { ...dataResult(anything()), variesBy: ['Accept'] } },
  });
  for (const accept of ['a/b', 'a/b', 'c/d', 'c/d']) {
    const { bytes, headers } = await askRaw(x, { headers: { accept } });
    expect(bytes.toString()).toBe(`{"data":"${accept}"}`);
    expect(headers['Vary']).toBe('Accept-Encoding, Accept');
  }
  expect((await askRaw(x)).bytes.toString()).toBe('{"data":null}');
  expect(asked.times).toBe(4);
});

test('requests with a body, and other methods, are answered anew', async () => {
  const { x, asked } = await makeLane(() => ({ data: 1 }));
  await askRaw(x);
  expect((await askRaw(x, { headers: { 'content-length': '2' }, body: '{}' })).status).toBe(200);
  expect((await askRaw(x, { method: 'POST' })).status).toBe(405);
  expect((await askRaw(x, { method: 'OPTIONS' })).status).toBe(204);
  expect(asked.times).toBe(2);
});

test('SEC-32 the public limit counts answers from memory', async () => {
  const { x, asked } = await makeLane(() => ({ data: 1 }), { env: { RATE_LIMIT_PUBLIC: '3' } });
  const answers = [];
  for (let times = 0; times < 5; times += 1) answers.push(await askRaw(x));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => headers['RateLimit-Remaining'])).toEqual(['2', '1', '0', '0', '0']);
  expect(JSON.parse(answers[4]!.bytes.toString()).errors[0].code).toBe('RATE_LIMITED');
  expect(Number(answers[4]!.headers['Retry-After'])).toBeGreaterThan(0);
  expect(answers[4]!.headers['Cache-Control']).toBe('no-store');
  expect(asked.times).toBe(2);
});

test('SEC-32 the public limit counts each request once, and no answers are made beyond it', async () => {
  const { x, asked } = await makeLane(
    ({ search }) => {
      if (search.has('none')) throw notFound('Page');
      return { data: 1 };
    },
    { endpoint: asking('a', 'b', 'c', 'd', 'none'), env: { RATE_LIMIT_PUBLIC: '6' } },
  );
  const queries = ['?a', '?b', '?none', '?none', '?other&none', '?c', '?d', '?none'];
  const answers = [];
  for (const query of queries) answers.push(await askRaw(x + query));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 200, 429, 429]);
  const remaining = answers.map(({ headers }) => headers['RateLimit-Remaining']);
  expect(remaining).toEqual(['5', '4', '3', '2', '1', '0', '0', '0']);
  expect(answers.map(({ headers }) => headers['RateLimit-Limit'])).toEqual(Array(8).fill('6'));
  expect(asked.times).toBe(3 + 3);
});

test('SEC-32 behind trusted proxies callers are distinguished by the address that the proxies saw', async () => {
  const env = { RATE_LIMIT_PUBLIC: '1', TRUST_PROXY: '1' };
  const { x } = await makeLane(() => ({ data: 1 }), { env });
  const ask = async (forwarded: string) => (await askRaw(x, { headers: { 'x-forwarded-for': forwarded } })).status;
  expect(await ask('192.0.2.1')).toBe(200);
  expect(await ask('192.0.2.2')).toBe(200);
  expect(await ask('192.0.2.3, 192.0.2.2')).toBe(429);
  expect(await ask('192.0.2.2, 192.0.2.4')).toBe(200);
});

test('answers from memory are logged and counted like any other', async () => {
  const { x, url, lines } = await makeLane(() => ({ data: 1 }));
  const headers = { 'x-request-id': 'mine' };
  for (const path of ['?token=secret', '?token=secret', '?token=secret']) {
    expect((await askRaw(x + path, { headers })).headers['X-Request-Id']).toBe('mine');
  }
  const logged = () => lines.filter(({ msg }) => msg === 'request');
  await until(() => logged().length === 3);
  for (const line of logged()) {
    expect(line).toMatchObject({ level: 20, requestId: 'mine', route: '/x', method: 'GET', path: '/x', status: 200 });
    expect(line['ip']).toBe('127.0.0.1');
    expect(Number.isInteger(line['ms'])).toBe(true);
  }
  expect(JSON.stringify(lines)).not.toContain('secret');
  const metrics = (await askRaw(`${url}/metrics`)).bytes.toString();
  expect(metrics).toContain('quire_http_requests_total{method="GET",route="/x",status="200"} 3');
  expect(metrics).toContain('quire_http_request_duration_seconds_count{method="GET",route="/x",status="200"} 3');
});

test('every request gets a unique id if it brings no sane one', async () => {
  const { x } = await makeLane(() => ({ data: 1 }));
  const ids = [];
  for (const id of ['', 'a b', 'x'.repeat(65)]) {
    ids.push((await askRaw(x, { headers: { 'x-request-id': id } })).headers['X-Request-Id']);
  }
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test('callers with the same encoding share one compression, and a caller who leaves stops nobody', async () => {
  const { x, asked } = await makeLane(() => ({ data: LONG }));
  await teach(x);
  const leaving = openRequest(x, { headers: { 'accept-encoding': 'br' } });
  leaving.once('error', () => {});
  leaving.end();
  leaving.destroy();
  const headers = { 'accept-encoding': 'br' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => askRaw(x, { headers })));
  for (const answer of answers) {
    expect([answer.status, answer.headers['Content-Encoding']]).toEqual([200, 'br']);
    expect(answer.bytes.equals(answers[0]!.bytes)).toBe(true);
  }
  expect(asked.times).toBe(2);
});

/** A lane whose endpoint answers the bodies that are posted to it. */
const makeEcho = (options: { endpoint?: Partial<Endpoint>; env?: Record<string, string> } = {}) =>
  makeLane(({ body }, times) => ({ data: { body, times } }), {
    ...options,
    endpoint: { method: 'POST', body: { json: anything(), maxBytes: 64 * 1024 }, ...options.endpoint },
  });

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  askRaw(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
  });

test('a body that is posted twice is answered from memory, by its exact bytes, while nothing changes', async () => {
  const { x, asked, content } = await makeEcho();
  const bodies = ['{"a":"ü"}', '{"a":"ü" }', '{"a":"\\u00fc"}', '{"a":"ʟ"}'];
  for (const [index, body] of bodies.entries()) {
    const answers = [await post(x, body), await post(x, body), await post(x, body)];
    const [, second, third] = answers.map(({ headers: { Date: _, 'X-Request-Id': id, ...headers }, bytes }) => {
      expect(JSON.parse(bytes.toString()).data.body).toEqual(JSON.parse(body));
      return [headers, bytes, id === undefined];
    });
    expect(third).toEqual(second);
    expect(answers[2]!.headers).toMatchObject({
      'Cache-Control': 'public, max-age=60, s-maxage=600, stale-while-revalidate=3600',
      'Content-Length': expect.any(String),
      ETag: expect.any(String),
      Vary: 'Accept-Encoding',
    });
    expect(asked.times).toBe(2 * (index + 1));
  }
  content.change();
  await post(x, bodies[0]!);
  expect(asked.times).toBe(2 * bodies.length + 1);
});

test('bodies with other media types or for writes are kept apart', async () => {
  const { x, asked } = await makeEcho();
  const rows = [{}, { 'content-type': 'application/json; charset=utf-8' }, { 'content-type': 'application/x+json' }];
  for (const headers of rows)
    for (const path of ['', '?a']) for (const _ of [1, 2, 3]) await post(x + path, '{}', headers);
  // No public POST reads a query.
  expect(asked.times).toBe(2 * rows.length);
  const written = await makeEcho({ endpoint: { access: 'open' } });
  for (const _ of [1, 2, 3]) await post(written.x, '{}');
  expect(written.asked.times).toBe(3);
});

test('a body that was looked up in memory reaches the handler whole, however it arrives', async () => {
  const { x, asked } = await makeEcho();
  const large = JSON.stringify('ʟ'.repeat(21_000));
  for (const body of [large, '[1]', large])
    expect(JSON.parse((await post(x, body)).bytes.toString()).data.body).toEqual(JSON.parse(body));
  const socket = connect(Number(new URL(x).port), '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (text) => (received += text));
  for (const [index, last] of ['"b"', '"c"', '"b"', '"b"'].entries()) {
    socket.write(`POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n["a"`);
    await until(() => socket.bytesWritten > 0 && socket.writableLength === 0);
    socket.write(`,${last}]`);
    await until(() => received.split('HTTP/1.1 ').length === index + 2 || socket.destroyed);
  }
  socket.destroy();
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(Array(4).fill('HTTP/1.1 200'));
  expect(received.match(/\["a","."\]/g)).toEqual(['["a","b"]', '["a","c"]', '["a","b"]', '["a","b"]']);
  expect(asked.times).toBe(3 + 3);
});

test('problems of a body are reported each time', async () => {
  const { x, asked } = await makeEcho();
  const rows: [string, Record<string, string>, number][] = [
    ['{', {}, 400],
    ['{"__proto__":1}', {}, 400],
    ['{}', { 'content-type': 'text/plain' }, 415],
    ['{}', { 'content-encoding': 'gzip' }, 415],
    [JSON.stringify('a'.repeat(64 * 1024)), {}, 413],
  ];
  for (const [body, headers, status] of rows) {
    for (const _ of [1, 2, 3])
      expect([body.slice(0, 20), (await post(x, body, headers)).status]).toEqual([body.slice(0, 20), status]);
  }
  expect(asked.times).toBe(0);
  const cut = connect(Number(new URL(x).port), '127.0.0.1');
  cut.end('POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n["a"');
  await text(cut);
  expect((await post(x, '{}')).status).toBe(200);
});

test('SEC-32 the public limit counts POSTs, too', async () => {
  const { x, asked } = await makeEcho({ env: { RATE_LIMIT_PUBLIC: '3' } });
  const answers = [];
  for (let times = 0; times < 5; times += 1) answers.push(await post(x, '{}'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => headers['RateLimit-Remaining'])).toEqual(['2', '1', '0', '0', '0']);
  expect(asked.times).toBe(2);
});

test('while the server closes, an answer from memory ends its connection', async () => {
  let finish = (): void => {};
  const { url, close, asked } = await makeLane(
    async (_, times) => {
      if (times === 3) await new Promise<void>((resolve) => (finish = resolve));
      return { data: times };
    },
    { endpoint: asking('slow') },
  );
  await teach(`${url}/x`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  ask('/x?slow');
  await until(() => asked.times === 3);
  const closed = close();
  ask('/x');
  finish();
  const [, first = '', second = ''] = (await text(socket)).split('HTTP/1.1 200 OK');
  expect(first).toContain('{"data":3}');
  expect(second).toContain('Connection: close');
  expect(second).toContain('{"data":2}');
  await closed;
});
