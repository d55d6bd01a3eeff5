import type { IncomingMessage, RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../src/http/log/log.ts';
import type { AnswerBounds } from '../../../src/http/server/boundAnswers.ts';
import { startServer } from '../../../src/http/server/server.ts';
import { until } from '../makeServer.ts';

async function serve(listener: RequestListener, bounds?: AnswerBounds) {
  const app = { callback: () => listener };
  const log = createLog('silent');
  const server = await startServer({ app, host: '127.0.0.1', port: 0, log, ...(bounds && { bounds }) });
  onTestFinished(() => server.close());
  return server;
}

/** Connects and sends; reads what comes back only if asked to. */
function send(url: string, text: string, { reads = true } = {}) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const client = { socket, said: '' };
  socket.on('error', () => undefined);
  if (reads) {
    socket.on('data', (bytes) => {
      client.said += bytes.toString('latin1');
    });
  } else socket.pause();
  socket.write(text);
  return client;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const MIB = 1024 * 1024;

test('SEC-36 callers who ask for much and read nothing are cut off, and those who read are not', async () => {
  const sockets = new Set<Socket>();
  const listener = ({ socket }: IncomingMessage, response: Parameters<RequestListener>[1]) => {
    sockets.add(socket);
    response.end(Buffer.alloc(8 * MIB, 'x'));
  };
  const { url } = await serve(listener, { maxBytes: 16 * MIB, lookMs: 20 });
  for (let n = 0; n < 12; n += 1) send(url, get('/'), { reads: false });
  await until(() => sockets.size === 12);
  const waiting = () =>
    [...sockets].reduce((sum, { writableLength, destroyed }) => sum + (destroyed ? 0 : writableLength), 0);
  await until(() => waiting() <= 16 * MIB);
  expect([...sockets].filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
  expect([...sockets].filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(0);
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(8 * MIB);
});

test('SEC-36 requests in one packet are answered one after the other, with other work between them', async () => {
  const order: string[] = [];
  let [running, most] = [0, 0];
  const { url } = await serve((request, response) => {
    running += 1;
    most = Math.max(most, running);
    order.push(request.url ?? '');
    response.once('close', () => {
      running -= 1;
    });
    response.end(`<${request.url}>`);
  });
  const other = send(url, get('/first'));
  await until(() => other.said.includes('</first>'));
  const many = send(url, Array.from({ length: 900 }, (_, n) => get(`/${n}`)).join(''));
  await until(() => order.length > 2);
  other.socket.write(get('/other'));
  await until(() => many.said.includes('</899>') && other.said.includes('</other>'));
  expect([...many.said.matchAll(/<\/(\d+)>/g)].map(([, n]) => Number(n))).toEqual([...Array(900).keys()]);
  expect(order.indexOf('/other')).toBeLessThan(order.indexOf('/899'));
  expect(most).toBeLessThanOrEqual(2);
});
