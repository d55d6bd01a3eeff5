// A server in a process of its own whose clock says what stands in the file CLOCK_FILE. Compiled code starts quickly.
import { readFileSync } from 'node:fs';
import { createCms } from '../../../dist/cms.js';
import { readConfig } from '../../../dist/config.js';
import { createLog } from '../../../dist/http/log.js';
import { startServer } from '../../../dist/http/server.js';

const clock = () => new Date(readFileSync(process.env.CLOCK_FILE, 'utf8'));
const config = readConfig(process.env, process.cwd());
const log = createLog(config.logLevel);
const cms = await createCms({ config, log, version: '0.0.0', clock, passwords: { cost: 4, threads: 1 } });
const { url } = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
process.stdout.write(`Quire serves ${url}\n`);
