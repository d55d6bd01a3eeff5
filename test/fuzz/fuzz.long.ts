import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { effort } from '../effort.ts';
import { makeFuzzSite } from './fuzzSite.ts';
import { runFiles } from './runFiles.ts';
import { runRequests } from './runRequests.ts';

const SEED = 1;

it('answers any request as documented, and leaves a sound and readable repository', async () => {
  const site = await makeFuzzSite();
  onTestFinished(() => site.remove());
  const { failures, statuses } = await runRequests(site, { requests: effort(1_000, 500), seed: SEED });
  expect(failures).toEqual([]);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '403', '404', '409']));
  const queries = await runRequests(site, { requests: effort(500, 30), seed: SEED, plan: site.planQuery });
  expect(queries.failures).toEqual([]);
  expect(Object.keys(queries.statuses)).toEqual(expect.arrayContaining(['200', '400']));
  await site.requireWhole();
});

it('reads any files without a crash, and runs none of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-fuzz-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const { failures, outcomes } = await runFiles({ files: effort(200, 8), seed: SEED, folder });
  expect(failures).toEqual([]);
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['record', 'SYNTAX', 'SCHEMA']));
});
