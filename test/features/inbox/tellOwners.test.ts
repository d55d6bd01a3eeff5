import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const LOOK_MS = 60_000;

it('tells people that what they have begun could not be published on time, also if nobody else has edited it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const site = await makeSite(SMALL_SITE);
  vi.advanceTimersByTime(LOOK_MS);
  await until(() => existsSync(join(site.privateDir, 'state', 'toldProblems.json')));
  const body = { typeId: 1, title: 'Unready', scheduledAt: '2026-02-01T13:00:00.000Z' };
  const { id } = (await site.ask('POST /admin/pages', { as: 'editor', body })).body.data;
  site.setTime('2026-02-01T13:00:00.000Z');
  await until(async () =>
    JSON.stringify((await site.ask('GET /admin/problems', { as: 'admin' })).body).includes('SCHEDULE'),
  );
  vi.advanceTimersByTime(LOOK_MS);
  const told = await until(async () => {
    const { data } = (await site.ask('GET /admin/inbox', { as: 'editor' })).body;
    return data.length > 0 && data;
  });
  expect(told).toMatchObject([{ reason: 'publishFailed', record: { kind: 'page', id }, about: 'Unready' }]);
});
