// A server in a process of its own. Once there is a file ARMED, it kills itself after as many steps on the disk as that says.
import { existsSync, readFileSync } from 'node:fs';
import { createCms } from '../../../src/cms/cms.ts';
import { readServerConfig } from '../../../src/config.ts';
import { loadSiteCode } from '../../../src/extend/load/loadSiteCode.ts';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import { createLog } from '../../../src/http/log/log.ts';
import { startServer } from '../../../src/http/server/server.ts';

const armed = process.env['ARMED'] ?? '';
let steps = 0;

function countStep(): void {
  if (!existsSync(armed)) return;
  steps += 1;
  if (steps === Number(readFileSync(armed, 'utf8'))) process.kill(process.pid, 'SIGKILL');
}

type AnyStep = (...given: unknown[]) => unknown;

const counted =
  (step: AnyStep): AnyStep =>
  (...given) => {
    const result = step(...given);
    if (result instanceof Promise) return result.finally(countStep);
    countStep();
    return result;
  };

// Each step is wrapped by a function of the same type.
const fs = Object.fromEntries(
  Object.entries(durableFs).map(([name, step]) => [name, counted(step as AnyStep)]),
) as unknown as DurableFs;

const config = readServerConfig(process.env, process.cwd());
const log = createLog(config.logLevel);
const code = await loadSiteCode(config, process.env);
const cms = await createCms({
  ...{ config, log, version: '0.0.0', fs, ...code },
  clock: () => new Date('2026-02-01T12:00:00.000Z'),
  passwords: { cost: 4, threads: 1 },
});
cms.settle();
const { url } = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
process.stdout.write(`Quire serves ${url}\n`);
