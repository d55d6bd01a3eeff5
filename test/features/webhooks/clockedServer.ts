// A server in a process of its own whose clock says what stands in the file CLOCK_FILE. Run from its build, which starts quickly.
import { readFileSync } from 'node:fs';
import { createCms } from '../../../src/cms/cms.ts';
import { readServerConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/http/log/log.ts';
import { startServer } from '../../../src/http/server/server.ts';

const clock = (): Date => new Date(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'));
const config = readServerConfig(process.env, process.cwd());
const log = createLog(config.logLevel);
const cms = await createCms({ config, log, version: '0.0.0', clock, passwords: { cost: 4, threads: 1 } });
cms.settle();
const { url } = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
process.stdout.write(`Quire serves ${url}\n`);
