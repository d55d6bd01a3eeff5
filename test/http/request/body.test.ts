import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { anyObject, integer, list, object, text, withDefault } from '../../../src/model/schema/schema.ts';
import { runs } from '../../effort.ts';
import { as, errorOf, makeServer, until } from '../makeServer.ts';

const article = object(
  { title: text({ minLength: 1, maxLength: 20 }) },
  { fields: anyObject(), limit: withDefault(integer(), 3) },
);

const endpoint = (path: string, extra: object = {}) =>
  defineEndpoint({
    method: 'POST',
    path,
    summary: '',
    access: 'editor',
    body: article,
    ...extra,
    handle: ({ body }) => ({ status: 201, data: body }),
  });

const serve = () =>
  makeServer([
    endpoint('/x'),
    endpoint('/small', { body: { json: article, maxBytes: 1024 } }),
    endpoint('/list', { body: list(article) }),
  ]);

const nested = (depth: number): string =>
  `{"title":"x","fields":${'{"a":'.repeat(depth - 1)}1${'}'.repeat(depth - 1)}}`;

test('a valid body reaches the handler without unknown keys and without defaults', async () => {
  const { send } = await serve();
  const response = await send('/x', {
    title: 'Tides',
    id: 7,
    passwordHash: 'x',
    fields: { kept: [1, { deep: null }] },
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({
    data: { title: 'Tides', fields: { kept: [1, { deep: null }] } },
    meta: { ignored: [['id'], ['passwordHash']] },
  });
});

test('all problems of a body are reported at once, each with its path', async () => {
  const { send } = await serve();
  const response = await send('/x', { title: '', limit: 'many', fields: [] });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    errors: [
      { code: 'VALIDATION', message: 'must not be empty', path: ['title'] },
      { code: 'VALIDATION', message: 'must be an object', path: ['fields'] },
      { code: 'VALIDATION', message: 'must be a whole number', path: ['limit'] },
    ],
  });
});

test.each([
  ['malformed JSON', '{"title":', 'The body is not valid JSON'],
  ['JSON with a comment', '{"title":"x"} // why', 'The body is not valid JSON'],
  ['only spaces', '  ', 'The body is not valid JSON'],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), 'The body is not valid UTF-8'],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'The body is not valid UTF-8'],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'The body is not valid UTF-8'],
  ['UTF-16', Buffer.from('{"title":"é"}', 'utf16le'), 'The body is not valid UTF-8'],
  ['an array', '[]', 'must be an object'],
  ['null', 'null', 'must be an object'],
  ['a string', '"title"', 'must be an object'],
])('%s is VALIDATION of the whole body', async (_, body, message) => {
  const { send } = await serve();
  const response = await send('/x', body);
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toEqual({ code: 'VALIDATION', message, path: [] });
});

test('SEC-9 64 levels of nesting pass, more do not, and a million do no harm', async () => {
  const { send } = await serve();
  expect((await send('/x', nested(64))).status).toBe(201);
  for (const body of [nested(65), '['.repeat(1_000_000) + ']'.repeat(1_000_000), '['.repeat(2_000_000)]) {
    const response = await send('/x', body);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('VALIDATION');
  }
  expect((await send('/x', { title: 'still here' })).status).toBe(201);
});

test('a body with too many values is refused before it is parsed', async () => {
  const { send } = await serve();
  const wide = (count: number) => `{"title":"x","fields":{"a":[${'0,'.repeat(count)}0]}}`;
  expect((await send('/x', wide(90_000))).status).toBe(201);
  const response = await send('/x', wide(100_000));
  expect(await errorOf(response)).toEqual({ code: 'VALIDATION', message: 'Holds more than 100000 values', path: [] });
});

test('SEC-36 a body with too many keys in its objects is refused before it is parsed', async () => {
  const { send } = await serve();
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":[{}]`).join();
  const wide = (...counts: readonly number[]) =>
    `{"title":"x","fields":{${counts.map((count, n) => `"a${n}":{${members(count)}}`).join()}}}`;
  expect((await send('/x', wide(10_100))).status).toBe(201);
  expect((await send('/x', wide(...Array(100).fill(100)))).status).toBe(201);
  for (const body of [wide(10_101), wide(5_101, 5_100)]) {
    const response = await send('/x', body);
    expect(await errorOf(response)).toEqual({
      code: 'VALIDATION',
      message: 'Holds objects with too many keys',
      path: [],
    });
  }
});

test('brackets and commas inside strings are neither nesting nor values', async () => {
  const { send } = await serve();
  const title = '[{",\\"\\\\';
  const response = await send('/x', { title, fields: { a: `${'[,'.repeat(200_000)}\\"[` } });
  expect(response.status).toBe(201);
});

test.each(['__proto__', 'constructor', 'prototype'])('SEC-9 the key %s is refused at any depth', async (key) => {
  const { send } = await serve();
  for (const body of [`{"title":"x","${key}":{"admin":true}}`, `{"title":"x","fields":{"a":[{"${key}":1}]}}`]) {
    const response = await send('/x', body);
    expect(response.status).toBe(400);
    const { path } = await errorOf(response);
    expect(path?.at(-1)).toBe(key);
  }
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('SEC-9 an escaped spelling of such a key is the same key', async () => {
  const { send } = await serve();
  expect((await send('/x', '{"title":"x","fields":{"__pr\\u006fto__":{}}}')).status).toBe(400);
});

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/jsonp', 415],
  ['application/json; charset=latin1', 415],
  ['', 415],
  ['application/json', 201],
  ['application/json; charset=utf-8', 201],
  ['APPLICATION/JSON;charset="UTF-8"', 201],
  ['application/vnd.quire+json', 201],
])('content type "%s" answers %i', async (type, status) => {
  const { send } = await serve();
  const response = await send('/x', Buffer.from('{"title":"x"}'), { headers: { 'Content-Type': type } });
  expect(response.status).toBe(status);
  if (status === 415) expect((await errorOf(response)).code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

test('SEC-9 an encoded body is 415', async () => {
  const { send } = await serve();
  const response = await send('/x', gzipSync('{"title":"x"}'), { headers: { 'Content-Encoding': 'gzip' } });
  expect(response.status).toBe(415);
  expect((await send('/x', { title: 'x' }, { headers: { 'Content-Encoding': 'identity' } })).status).toBe(201);
});

test('SEC-9 a body beyond the limit is 413, declared or streamed', async () => {
  const { send, request } = await serve();
  const big = JSON.stringify({ title: 'x', fields: { a: 'x'.repeat(3 * 1024 * 1024) } });
  const declared = await send('/x', big);
  expect(declared.status).toBe(413);
  expect(await errorOf(declared)).toEqual({ code: 'PAYLOAD_TOO_LARGE', message: 'The body must be at most 2 MiB' });
  const streamed = await request('/x', {
    method: 'POST',
    headers: { ...as('editor'), 'Content-Type': 'application/json' },
    body: new Blob([big]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
  expect((await send('/small', { title: 'x', fields: { a: 'x'.repeat(1024) } })).status).toBe(413);
  expect((await send('/x', { title: 'x', fields: { a: 'x'.repeat(1_900_000) } })).status).toBe(201);
});

test('no body counts as an empty object, also without a content type', async () => {
  const { request } = await serve();
  const response = await request('/x', { method: 'POST', headers: as('editor') });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toEqual({ code: 'VALIDATION', message: 'is required', path: ['title'] });
});

test('an endpoint may take a list', async () => {
  const { send, request } = await serve();
  expect((await send('/list', [{ title: 'a' }, { title: 'b' }])).status).toBe(201);
  expect((await errorOf(await send('/list', [{ title: 'a' }, {}]))).path).toEqual(['1', 'title']);
  expect((await errorOf(await send('/list', {}))).message).toBe('must be a list');
  expect((await request('/list', { method: 'POST', headers: as('editor') })).status).toBe(400);
});

test('any bytes are answered with their problems', async () => {
  const { send } = await serve();
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map(Buffer.from),
    fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0e-1 tfn\n') }).map(Buffer.from),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('/x', '/list', '/small'), async (body, path) => {
      expect([201, 400]).toContain((await send(path, body)).status);
    }),
    { numRuns: runs(200) },
  );
});

test('a caller who hangs up in the middle of a body does no harm', async () => {
  const { url, send, lines } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head =
    'POST /x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ti';
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  socket.destroy();
  await until(() => lines.some(({ isCut }) => isCut));
  expect((await send('/x', { title: 'x' })).status).toBe(201);
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('SEC-9 a body compressed as a transfer encoding is refused like any compressed one', async () => {
  const { url } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const head = ['POST /x HTTP/1.1', 'Host: x', 'Authorization: Bearer editor', 'Content-Type: application/json'];
  socket.write(`${[...head, 'Transfer-Encoding: gzip, chunked'].join('\r\n')}\r\n\r\nb\r\n{"title":1}\r\n0\r\n\r\n`);
  await until(() => answer.includes('errors'));
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 415 /);
});
