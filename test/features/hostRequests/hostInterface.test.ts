import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { HostFailure } from '../../../src/features/hostRequests/host/hostFailure.ts';
import { createHostInterface } from '../../../src/features/hostRequests/host/hostInterface.ts';

const TOKEN = 'a-token-that-nobody-may-see';
const NOW = Date.parse('2026-02-01T12:00:00.000Z');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers so, and the interface that asks it; the clock can be moved. */
async function makeInterface(answer: Answer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  let now = NOW;
  const made = createHostInterface({
    ...{ url, token: TOKEN, clock: () => new Date(now) },
    limits: { timeoutMs: 300, maxBytes: 100_000 },
  });
  onTestFinished(made.close);
  const ask = (path = '/x', init: RequestInit = {}) =>
    made.fetch(`${url}${path}`, { ...init, headers: { authorization: `token ${TOKEN}` } });
  const failure = async (path?: string, init?: RequestInit): Promise<HostFailure> => {
    const error = await ask(path, init).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(HostFailure);
    return error as HostFailure;
  };
  const wait = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { asked, ask, failure, wait, made };
}

it.each([
  [401, {}, 'token'],
  [403, {}, 'forbidden'],
  [403, { 'x-ratelimit-remaining': '0' }, 'busy'],
  [403, { 'retry-after': '30' }, 'busy'],
  [429, {}, 'busy'],
  [404, {}, 'missing'],
  [410, {}, 'missing'],
  [400, {}, 'refused'],
  [409, {}, 'refused'],
  [422, {}, 'refused'],
  [500, {}, 'down'],
  [503, {}, 'down'],
] as const)('takes %i with %o as %s, and repeats no secret', async (status, headers, reason) => {
  const { failure } = await makeInterface((_, response) =>
    response.writeHead(status, headers).end(`{"message":"Bad credentials: ${TOKEN}\\u0007"}`),
  );
  const failed = await failure();
  expect(failed.reason).toBe(reason);
  expect(failed.message).toContain('Bad credentials');
  expect(failed.message).not.toContain(TOKEN);
});

it.each([
  ['Retry-After', { 'retry-after': '30' }, 30],
  ['the end of the window', { 'x-ratelimit-reset': String(NOW / 1000 + 120) }, 120],
  ['a minute, if it is not told', {}, 60],
  ['an hour at most', { 'retry-after': '999999' }, 3600],
] as const)('leaves a host alone that has had too many requests until %s', async (_, headers, seconds) => {
  let isBusy = true;
  const { asked, ask, failure, wait, made } = await makeInterface((_, response) =>
    isBusy ? response.writeHead(429, headers).end() : response.end('{}'),
  );
  expect((await failure()).retryAt).toBe(NOW + seconds * 1000);
  isBusy = false;
  wait(seconds - 1);
  expect((await failure()).reason).toBe('busy');
  expect(asked).toHaveLength(1);
  expect(made.busyUntil()).toBe(NOW + seconds * 1000);
  wait(1);
  expect((await ask()).status).toBe(200);
});

it('gives up on a host that is silent, breaks off, sends without end, or is not there', async () => {
  const answers: Readonly<Record<string, Answer>> = {
    '/api/silent': () => undefined,
    '/api/broken': (_, response) =>
      response.writeHead(200, { 'content-length': '10' }).write('{', () => response.destroy()),
    '/api/endless': (_, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write(' '.repeat(50_000)));
      };
      response.on('drain', send);
      send();
    },
  };
  const { failure } = await makeInterface((request, response) => answers[request.url!]!(request, response));
  for (const path of ['/silent', '/broken', '/endless']) {
    const failed = await failure(path);
    expect([path, failed.reason]).toEqual([path, 'down']);
    expect(failed.message).not.toContain('127.0.0.1');
  }
  const away = createHostInterface({ url: 'http://127.0.0.1:1/api', token: TOKEN, clock: () => new Date(NOW) });
  await expect(away.fetch('http://127.0.0.1:1/api/x')).rejects.toMatchObject({ reason: 'down' });
});

it('follows a renamed repository to the same host, with the request as it was', async () => {
  let got = '';
  const { asked, ask } = await makeInterface((request, response) => {
    if (request.url === '/api/old') return void response.writeHead(301, { location: '/api/new' }).end();
    request.on('data', (chunk) => {
      got += String(chunk);
    });
    request.on('end', () => response.end('{}'));
  });
  await ask('/old', { method: 'POST', body: '{"title":"Menu"}' });
  expect(asked).toEqual(['POST /api/old', 'POST /api/new']);
  expect(got).toBe('{"title":"Menu"}');
});

it('SEC-53 takes the token to no other host, and not round and round', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const targets: Readonly<Record<string, string>> = {
    '/api/away': `http://127.0.0.1:${port}/api/x`,
    '/api/round': '/api/round',
    '/api/nowhere': 'http://',
  };
  const { asked, failure, made } = await makeInterface((request, response) =>
    response.writeHead(302, { location: targets[request.url!] }).end(),
  );
  for (const path of ['/away', '/round', '/nowhere'])
    expect([path, (await failure(path)).reason]).toEqual([path, 'moved']);
  expect(asked.length).toBeLessThan(8);
  await expect(made.fetch(`http://127.0.0.1:${port}/api/x`)).rejects.toMatchObject({ reason: 'moved' });
  expect(seen).toEqual([]);
});

it('asks again only for what has changed', async () => {
  const { ask } = await makeInterface((request, response) => {
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    response.writeHead(200, { etag: '"1"', 'content-type': 'application/json' }).end('{"number":1}');
  });
  expect(await (await ask()).json()).toEqual({ number: 1 });
  const again = await ask();
  expect([again.status, again.headers.get('content-type'), await again.json()]).toEqual([
    200,
    'application/json',
    { number: 1 },
  ]);
});
