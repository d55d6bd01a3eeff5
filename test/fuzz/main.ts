import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFuzzSite } from './fuzzSite.ts';
import { runFiles } from './runFiles.ts';
import { runRequests } from './runRequests.ts';

const number = (value: number) => ({ type: 'string', default: String(value) }) as const;
const { values } = parseArgs({
  options: {
    requests: number(50_000),
    queries: number(5_000),
    files: number(5_000),
    seed: number(Date.now() % 1_000_000),
  },
});
const [requests, queries, files, seed] = [values.requests, values.queries, values.files, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
];

function print(
  what: string,
  report: { readonly failures: readonly string[]; readonly slow?: readonly string[] },
): void {
  process.stdout.write(`${what} ${JSON.stringify(report, null, 2)}\n`);
  if (report.failures.length + (report.slow?.length ?? 0) > 0) process.exitCode = 1;
}

process.stdout.write(`seed ${seed}\n`);
if (requests + queries > 0) {
  const site = await makeFuzzSite();
  try {
    print('requests', await runRequests(site, { requests, seed }));
    print('queries', await runRequests(site, { requests: queries, seed, plan: site.planQuery }));
    await site.requireWhole();
  } finally {
    await site.remove();
  }
}
if (files > 0) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-fuzz-'));
  print('files', await runFiles({ files, seed, folder }));
  // A failed site is kept for inspection.
  if (process.exitCode) process.stdout.write(`kept in ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
}
