import { createCms } from '../cms.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../http/log.ts';
import { startServer } from '../http/server.ts';
import { keepTick } from '../lib/keepTick.ts';
import type { Command } from './command.ts';
import { misuse } from './misuse.ts';
import { readVersion } from './readVersion.ts';
import { stopSignal } from './stopSignal.ts';

const HELP = `quire serve

Serves the content folder: the public interface at /api/content, the admin interface at /api/admin.
Everything is set by environment variables; README.md lists them. SIGTERM or SIGINT ends it: what is in
flight is finished, then it exits with 0.
`;

/** What is in flight then is cut off, so that all is saved within the ten seconds that service managers give. */
const CLOSE_TIMEOUT_MS = 8_000;

async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misuse(`quire serve takes no arguments, but got ${args.join(' ')}`, HELP);
  await keepTick();
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const cms = await createCms({ config, log, version: readVersion() });
  try {
    const timeouts = { close: CLOSE_TIMEOUT_MS };
    const { host, port, siteUrl } = config;
    const server = await startServer({ app: cms.app, host, port, log, siteUrl, timeouts });
    announce(server.url, cms.setup.setupToken());
    log.info({ signal: await stopping }, 'Stopping');
    cms.drain();
    await server.close();
  } finally {
    await cms.close();
  }
  return 0;
}

function announce(url: string, setupToken: string | null): void {
  const setup = `There is no user yet. Make the first admin with this one-time token:

  setupToken  ${setupToken}
  address     POST ${url}/api/admin/setup

`;
  process.stdout.write(`Quire serves ${url}\n${setupToken === null ? '' : setup}`);
}

export const serve: Command = { help: HELP, run };
