import { expect, it, onTestFinished } from 'vitest';
import { makeLoadSite } from './loadSite.ts';
import { runConnections } from './runConnections.ts';
import { runStops } from './runStops.ts';

it('answers over hundreds of connections that are kept, each more than once', async () => {
  const site = await makeLoadSite();
  onTestFinished(() => site.remove());
  expect(await runConnections(site, 500)).toMatchObject({ connections: 500, failed: 0 });
});

it('SEC-34 a stop under load ends with 0, answers what is under way and loses no acknowledged write', async () => {
  const site = await makeLoadSite();
  onTestFinished(() => site.remove());
  const { stops, acknowledged } = await runStops(site, { stops: 2, settledMs: 2_000 });
  expect([stops, acknowledged > 0]).toEqual([2, true]);
});
