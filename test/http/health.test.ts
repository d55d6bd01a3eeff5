import { expect, test } from 'vitest';
import { healthEndpoints } from '../../src/http/health.ts';
import { as, makeServer } from './makeServer.ts';

async function serve() {
  const state = { now: new Date('2026-01-05T09:00:00Z'), isReady: true };
  const details = () => ({ commit: 'c0ffee', records: 12, problems: 1 });
  const endpoints = healthEndpoints({
    version: '1.2.3',
    clock: () => state.now,
    isReady: () => state.isReady,
    details,
  });
  return { state, ...(await makeServer(endpoints)) };
}

test('everybody sees that the server is alive, callers with a credential see its content figures', async () => {
  const { request, state } = await serve();
  state.now = new Date('2026-01-05T09:01:30.900Z');
  expect(await (await request('/api/health')).json()).toEqual({ status: 'ok', version: '1.2.3', uptime: 90 });
  expect(await (await request('/api/health', { headers: as('viewer') })).json()).toEqual({
    status: 'ok',
    version: '1.2.3',
    uptime: 90,
    commit: 'c0ffee',
    records: 12,
    problems: 1,
  });
});

test('a bad credential is 401, and health is never cached', async () => {
  const { request } = await serve();
  expect((await request('/api/health', { headers: as('forged') })).status).toBe(401);
  expect((await request('/api/health')).headers.get('cache-control')).toBe('private, no-store');
});

test('ready is 200 or 503', async () => {
  const { request, state } = await serve();
  const ready = await request('/api/ready');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  state.isReady = false;
  const not = await request('/api/ready');
  expect([not.status, not.headers.get('retry-after'), not.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ]);
});
