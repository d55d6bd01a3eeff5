import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createPortableHttp } from '../../../src/git/remote/portableHttp.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (url: string, bytes: Buffer, silentMs: number) =>
  createPortableHttp(silentMs).request({
    url,
    method: 'POST',
    headers: { 'content-type': 'x/y' },
    body: [bytes] as never,
  });

afterEach(() => void vi.useRealTimers());

it('sends a pack for longer than a host may be silent, as long as the host reads it', async () => {
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      await wait(8);
    }
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type } = request.headers;
    seen.push(bytes, length, coding, type);
    response.end('done');
  });
  const pack = Buffer.alloc(40 * 1024 * 1024, 'x');
  const began = performance.now();
  const { body = [] } = await post(url, pack, 2500);
  expect(performance.now() - began).toBeGreaterThan(2500);
  const heard: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) heard.push(chunk);
  expect(Buffer.concat(heard).toString()).toBe('done');
  expect(seen).toEqual([pack.length, String(pack.length), undefined, 'x/y']);
});

it('gives up on a host that reads no more of a pack', async () => {
  const url = await serve(() => undefined);
  await expect(post(url, Buffer.alloc(40 * 1024 * 1024), 200)).rejects.toThrow('the host went silent');
});

it('leaves no timer behind when the host cannot be reached or has moved', async () => {
  const moved = await serve((_, response) => response.writeHead(301, { location: 'https://example.org' }).end());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(post(moved, Buffer.from('x'), 60_000)).rejects.toThrow('has moved');
  await expect(post('http://127.0.0.1:1/', Buffer.from('x'), 60_000)).rejects.toThrow('fetch failed');
  expect(vi.getTimerCount()).toBe(0);
});
