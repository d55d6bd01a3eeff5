import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/http/log/log.ts';
import { startServer } from '../../src/http/server/server.ts';
import type { Actor } from '../../src/model/access.ts';
import { createActor } from '../../src/model/rights/createActor.ts';
import { updatePage } from '../../src/write/page/writePage.ts';
import { long } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const ADA: Actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });

/** Blocks the write queue until it is released. */
async function hold({ cms }: Site): Promise<{ held: Promise<void>; open: () => void }> {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  onTestFinished(open);
  let held = Promise.resolve();
  await new Promise<void>((begun) => {
    held = cms.writer.inTurn(() => {
      begun();
      return gate;
    });
  });
  return { held, open };
}

it('SEC-33 writes that do not fit into the queue are 503 with Retry-After; the others are written, and reads go on', async () => {
  const site = await makeSite(SMALL_SITE);
  const { held, open } = await hold(site);
  const action = { ...updatePage({ id: 3 }, { title: 'Queued' }), alwaysCommits: false };
  const queued = Array.from({ length: 500 }, () => site.cms.writer.write(action, ADA));
  const refused = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Too much' } });
  expect([refused.status, refused.body.errors[0].code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await site.ask('GET /content/pages/home')).status).toBe(200);
  open();
  await Promise.all([held, ...queued]);
  expect(site.newCommits()).toEqual(['Update page "Queued" (en/about)']);
  expect((await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Now' } })).status).toBe(200);
});

const SLOW = 1000;

long.it('SEC-34 a thousand clients that never finish keep nobody from being answered, and are let go', async () => {
  const site = await makeSite(SMALL_SITE);
  const server = await startServer({
    app: site.cms.app,
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    timeouts: { headers: 5_000, request: 5_000, check: 50 },
  });
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  const begin = async (index: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const length = index % 2 === 0 ? 'X-Slow: ' : 'Content-Length: 100\r\n\r\n{"email":';
    socket.write(`POST /api/admin/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}`);
    return socket;
  };
  const slow = await Promise.all(Array.from({ length: SLOW }, (_, index) => begin(index)));
  const ended = slow.map((socket) => once(socket.resume(), 'close'));
  for (let round = 0; round < 100; round += 1)
    expect((await fetch(`${server.url}/api/content/pages/home`)).status).toBe(200);
  await Promise.all(ended);
  expect((await fetch(`${server.url}/api/content/pages/home`)).status).toBe(200);
});
