import { expect, it, onTestFinished } from 'vitest';
import { effort } from '../effort.ts';
import { makeLoadSite } from './loadSite.ts';
import { runConnections } from './runConnections.ts';
import { runStops } from './runStops.ts';

it('answers over hundreds of kept connections, on each more than once', async () => {
  const site = await makeLoadSite();
  onTestFinished(() => site.remove());
  const connections = effort(500, 40);
  expect(await runConnections(site, connections)).toMatchObject({ connections, failed: 0 });
});

it('SEC-34 a stop under load ends with 0, answers the requests in progress and loses no acknowledged write', async () => {
  const site = await makeLoadSite();
  onTestFinished(() => site.remove());
  const { stops, acknowledged } = await runStops(site, { stops: effort(5, 1), settledMs: 2_000 });
  expect([stops > 0, acknowledged > 0]).toEqual([true, true]);
});
