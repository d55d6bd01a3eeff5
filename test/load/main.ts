import { parseArgs } from 'node:util';
import { makeLoadSite } from './loadSite.ts';
import { runConnections, runSlowClients, runUploads } from './runConnections.ts';
import { runMixed } from './runMixed.ts';
import { runStops } from './runStops.ts';

const number = (value: number) => ({ type: 'string', default: String(value) }) as const;
const { values } = parseArgs({
  options: { connections: number(10_000), slow: number(1_000), minutes: number(30), stops: number(50) },
});
const print = (what: string, report: object): void => void process.stdout.write(`${what} ${JSON.stringify(report)}\n`);

const site = await makeLoadSite();
try {
  print('slow clients', await runSlowClients(site, Number(values.slow)));
  print('uploads during reads', await runUploads(site));
  print('connections', await runConnections(site, Number(values.connections)));
  print('mixed traffic', await runMixed(site, Number(values.minutes)));
  print('stops', await runStops(site, { stops: Number(values.stops), settledMs: 250 }));
} finally {
  await site.remove();
}
