import { execFile } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readServerConfig } from '../../../src/config.ts';
import { createApp } from '../../../src/http/app.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createLog } from '../../../src/http/log/log.ts';
import { lingerAfter } from '../../../src/http/server/linger.ts';
import { startServer } from '../../../src/http/server/server.ts';
import { object, text } from '../../../src/model/schema/schema.ts';
import { runs } from '../../effort.ts';
import { content, makeServer, until } from '../makeServer.ts';

/** An endpoint that answers when it is told to. */
function makeSlow() {
  let finish: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const state = { isRunning: false };
  const endpoint = defineEndpoint({
    method: 'GET',
    path: '/slow',
    summary: '',
    access: 'open',
    handle: async () => {
      state.isRunning = true;
      await gate;
      return { data: 'done' };
    },
  });
  return { endpoint, finish, state };
}

const quick = defineEndpoint({
  method: 'GET',
  path: '/quick',
  summary: '',
  access: 'public',
  handle: () => ({ data: 1 }),
});

test('SEC-34 closing lets a request in flight finish and takes no new ones', async () => {
  const { endpoint, finish, state } = makeSlow();
  const { url, close, request } = await makeServer([endpoint, quick]);
  await (await request('/quick')).text();
  const answer = request('/slow');
  await until(() => state.isRunning);
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  await expect(until(() => fetch(`${url}/quick`).then(() => false), 200)).rejects.toThrow('fetch failed');
  expect(isClosed).toBe(false);
  finish();
  expect(await (await answer).json()).toEqual({ data: 'done' });
  await closing;
});

/** Connects and sends requests, says when the system has taken them, and prints the statuses of the answers. */
const CALLERS = `
const [, port, count, mark] = process.argv;
const { connect } = require('node:net');
const { writeFileSync } = require('node:fs');
let waiting = Number(count);
const answers = Array.from({ length: waiting }, () => new Promise((resolve) => {
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write('GET /quick HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => {
      if (--waiting === 0) writeFileSync(mark, '');
    });
  });
  let text = '';
  socket.on('data', (part) => (text += part)).on('error', () => {}).on('close', () => resolve(text.slice(9, 12)));
}));
Promise.all(answers).then((all) => console.log(all.join(' ')));
`;

test('SEC-34 closing also answers callers who are connected but not accepted yet', async () => {
  const { url, close } = await makeServer([quick]);
  const folder = mkdtempSync(join(tmpdir(), 'quire-close-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mark = join(folder, 'mark');
  const callers = promisify(execFile)(process.execPath, ['-e', CALLERS, new URL(url).port, '20', mark]);
  // Nothing is accepted while this thread is blocked.
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(mark)) Atomics.wait(sleeper, 0, 0, 20);
  await close();
  expect((await callers).stdout.trim()).toBe(Array(20).fill('200').join(' '));
});

test('closing ends idle connections at once, and closing twice does no more', async () => {
  const { url, close } = await makeServer([quick]);
  const agent = new Agent({ keepAlive: true });
  const call = httpRequest(`${url}/quick`, { agent });
  call.end();
  const [response] = await once(call, 'response');
  response.resume();
  await once(response, 'end');
  await Promise.all([close(), close()]);
  agent.destroy();
});

test('closing does not wait for a connection without a request', async () => {
  const app = createApp({
    config: readServerConfig({}, '/'),
    log: createLog('silent'),
    identify: () => null,
    endpoints: [quick],
    content,
  });
  const timeouts = { close: 600_000, headers: 600_000, request: 600_000 };
  const server = await startServer({ app, host: '127.0.0.1', port: 0, log: createLog('silent'), timeouts });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  await Promise.all([once(socket, 'close'), server.close()]);
});

test('requests in flight when the time is up are cut', async () => {
  const { endpoint, finish, state } = makeSlow();
  const log = createLog('silent');
  const app = createApp({
    config: readServerConfig({}, '/'),
    log,
    identify: () => null,
    endpoints: [endpoint],
    content,
  });
  const server = await startServer({ app, host: '127.0.0.1', port: 0, log, timeouts: { close: 20 } });
  const answer = fetch(`${server.url}/slow`).catch((error: Error) => error.message);
  await until(() => state.isRunning);
  await server.close();
  expect(await answer).toBe('fetch failed');
  finish();
});

test('a connection that cannot be accepted is logged, and the next ones are', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  let failing: EventEmitter | undefined;
  const callback = (): RequestListener => (request, response) => {
    // A server's socket has this property; the types do not say so.
    failing = (request.socket as unknown as { readonly server: EventEmitter }).server;
    response.end('served');
  };
  const server = await startServer({ app: { callback }, host: '127.0.0.1', port: 0, log });
  await (await fetch(server.url)).text();
  for (const code of ['ENOBUFS', 'ENOMEM']) failing?.emit('error', Object.assign(new Error(code), { code }));
  expect(lines.map((line) => JSON.parse(line).err.code)).toEqual(['ENOBUFS', 'ENOMEM']);
  expect(await (await fetch(server.url)).text()).toBe('served');
  await server.close();
});

test('a port in use is reported in plain words', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const start = startServer({ app: { callback: () => () => {} }, host: '127.0.0.1', port, log: createLog('silent') });
  await expect(start).rejects.toThrow(`127.0.0.1:${port} is in use by another process: stop it or set another PORT`);
  other.close();
});

test('an address of another machine is reported in plain words', async () => {
  const start = startServer({
    app: { callback: () => () => {} },
    host: '192.0.2.1',
    port: 0,
    log: createLog('silent'),
  });
  await expect(start).rejects.toThrow('192.0.2.1:0 is not an address of this machine: set another HOST');
});

/** What the server answers to these bytes, until it ends the connection. */
async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a header that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  [
    'a length beside chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
])('%s is refused in the envelope', async (_, bytes, status) => {
  const { url, request } = await makeServer([quick]);
  const text = await sendRaw(url, bytes);
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).errors[0].code).toBe('VALIDATION');
  expect((await request('/quick')).status).toBe(200);
});

test('what follows an answered request is refused after its answer', async () => {
  const { url } = await makeServer([quick]);
  const get = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const bytes of [`${get}garbage\r\n\r\n`, `${get}${get}garbage\r\n\r\n`]) {
    const statuses = [...(await sendRaw(url, bytes)).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...Array(bytes.split('GET').length - 1).fill('200'), '400']);
  }
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(get);
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /);
  socket.write('garbage\r\n\r\n');
  const [second] = await once(socket, 'data');
  expect(String(second)).toMatch(/^HTTP\/1.1 400 /);
  await once(socket, 'close');
});

test('a body that turns out to be malformed is refused, also after 100-continue', async () => {
  const take = defineEndpoint({
    ...{ method: 'POST', path: '/take', summary: '', access: 'open', body: object({}) },
    handle: () => ({ data: 1 }),
  });
  const { url } = await makeServer([take]);
  const head = 'POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  expect(await sendRaw(url, `${head}\r\nzz\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head}Expect: 100-continue\r\n\r\n`);
  expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('zz\r\n');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 400 /);
  await once(socket, 'close');
});

test('SEC-36 a body is asked for only after the headers have been accepted', async () => {
  const take = defineEndpoint({
    ...{
      method: 'POST',
      path: '/take',
      summary: '',
      access: 'editor',
      body: { json: object({}, { a: text({}) }), maxBytes: 1000 },
    },
    handle: ({ body }) => ({ data: body }),
  });
  const { url } = await makeServer([take]);
  const head = (length: number, role: string, type = 'application/json') =>
    `POST /take HTTP/1.1\r\nHost: x\r\n${role === '' ? '' : `Authorization: Bearer ${role}\r\n`}Content-Type: ${type}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
  for (const [status, bytes] of [
    [401, head(9, '')],
    [403, head(9, 'viewer')],
    [413, head(1001, 'editor')],
    [415, head(9, 'editor', 'text/plain')],
  ] as const) {
    // The connection ends, because what comes next could be the body or another request.
    const answer = await sendRaw(url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.split('HTTP/1.1')).toHaveLength(2);
  }
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(head(9, 'editor'));
  expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('{"a":"b"}');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 .*\{"data":\{"a":"b"\}\}$/s);
  socket.destroy();
  // A caller who does not wait is not asked.
  expect(await sendRaw(url, `${head(9, 'editor')}{"a":"c"}`)).toMatch(/^HTTP\/1.1 200 /);
});

test('SEC-34 connections beyond the bound are refused, and idle ones make room', async () => {
  const app = { callback: () => (_: unknown, response: ServerResponse) => void response.end('ok') };
  const server = await startServer({ app, host: '127.0.0.1', port: 0, log: createLog('silent'), maxConnections: 2 });
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  const asked = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const socket of asked) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  }
  const third = connect(port, '127.0.0.1').on('error', () => {});
  await Promise.all([third, ...asked].map((socket) => once(socket, 'close')));
  expect((await fetch(server.url)).status).toBe(200);
});

const TARGETS = [
  '*',
  '//',
  'http://[',
  '//a@#',
  '/\\|@[z:*:#',
  '/quick?%',
  'x:y',
  'HTTP://x/quick',
  `/${'%2e%2e/'.repeat(50)}etc/passwd`,
];

test('SEC-1 a malformed address does no harm', async () => {
  const { url, request, lines } = await makeServer([quick]);
  const get = (target: string) => sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  for (const target of TARGETS) expect(await get(target)).toMatch(/^HTTP\/1.1 (200|400|404) /);
  const odd = fc.string({ unit: fc.constantFrom(...'/\\?#%[]@:.*"\'<>{}|^`\u00a0éaZ~;=&$!-'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(odd, fc.constantFrom('/', '//', '', 'http:', '/quick'), async (rest, start) => {
      expect(await get(start + rest)).toMatch(/^(HTTP\/1.1 (200|400|404) |$)/);
    }),
    { numRuns: runs(150) },
  );
  expect((await request('/quick')).status).toBe(200);
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

const silent = createLog('silent');

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow'],
  ['body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'],
])('SEC-34 a caller whose %s never arrive completely is told and disconnected', async (_, bytes) => {
  const timeouts = { headers: 40, request: 60, check: 10 };
  const server = await startServer({
    app: { callback: () => () => {} },
    host: '127.0.0.1',
    port: 0,
    log: silent,
    timeouts,
  });
  onTestFinished(() => server.close());
  const text = await sendRaw(server.url, bytes);
  expect(text).toMatch(/^HTTP\/1.1 408 Request Timeout/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toEqual({
    errors: [{ code: 'VALIDATION', message: 'Request Timeout', path: [] }],
  });
});

test('SEC-34 an idle connection is closed', async () => {
  const { callback } = { callback: () => (_: unknown, response: ServerResponse) => void response.end('ok') };
  const server = await startServer({
    app: { callback },
    host: '127.0.0.1',
    port: 0,
    log: silent,
    timeouts: { keepAlive: 20 },
  });
  onTestFinished(() => server.close());
  expect(await sendRaw(server.url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('ok');
});

test('SEC-34 a caller who goes on sending after the answer is disconnected', async () => {
  const app = {
    callback: (): RequestListener => (request, response) => {
      lingerAfter({ request, response }, 20);
      response.writeHead(204).end();
    },
  };
  const server = await startServer({ app, host: '127.0.0.1', port: 0, log: silent });
  onTestFinished(() => server.close());
  const text = await sendRaw(server.url, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc');
  expect(text).toContain('204 No Content');
});

test('a connection is left open while the server works on an answer, and not while the caller sends nothing', async () => {
  const app = {
    callback: (): RequestListener => (request, response) => {
      // It has been idle for the maximum time.
      request.socket.once('timeout', () => response.end('done'));
    },
  };
  const server = await startServer({
    app,
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    timeouts: { idle: 20 },
  });
  onTestFinished(() => server.close());
  expect(await (await fetch(server.url)).text()).toBe('done');
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n');
  let said = '';
  socket.on('data', (bytes) => {
    said += bytes;
  });
  await once(socket, 'close');
  expect(said).toBe('');
});
