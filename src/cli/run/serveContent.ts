import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { createCms } from '../../cms/cms.ts';
import type { ServerConfig } from '../../config.ts';
import type { LoadedCode } from '../../extend/load/loadSiteCode.ts';
import { createLog, type Log } from '../../http/log/log.ts';
import { startServer } from '../../http/server/server.ts';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { readPackageVersion } from '../../lib/disk/readPackageVersion.ts';
import type { PackedWalk } from '../../store/file/packedWalk.ts';
import { stopSignal } from './stopSignal.ts';

/** Requests that take longer are cut off, to save everything within the ten seconds that service managers allow. */
const CLOSE_TIMEOUT_MS = 8_000;

/** Serves until it is told to stop. @returns the exit code */
export async function serveContent(
  config: ServerConfig,
  walk: Promise<PackedWalk | null>,
  code: LoadedCode,
): Promise<number> {
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const environment = process.env;
  const cms = await createCms({ config, log, version: readPackageVersion(), walk, environment, ...code });
  keepServing(log);
  try {
    const timeouts = { close: CLOSE_TIMEOUT_MS };
    const { host, port, siteUrl } = config;
    const server = await startServer({ app: cms.app, host, port, log, siteUrl, timeouts });
    goFirst();
    // A replica is read-only: no admin can be made there.
    const setupToken = config.readOnly ? null : cms.setup.setupToken();
    announce(server.url, { setupToken, servesUi: config.servesUi });
    cms.settle();
    log.info({ signal: await stopping }, 'Stopping');
    cms.drain();
    await server.close();
  } finally {
    await cms.close();
  }
  return 0;
}

interface StartupNotice {
  /** Null if there is a user. */
  readonly setupToken: string | null;
  readonly servesUi: boolean;
}

/** Prints the address. A browser sends no server what follows `#`, so the token appears in no log. */
function announce(address: string, { setupToken, servesUi }: StartupNotice): void {
  // A browser cannot open the address that stands for all addresses of a machine.
  const url = address.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost');
  const page = servesUi ? `  browser     ${url}/admin/setup#${setupToken}\n` : '';
  const setup = `There is no user yet. Make the first admin with this one-time token:

${page}  setupToken  ${setupToken}
  address     POST ${url}/api/admin/setup

`;
  process.stdout.write(`Quire serves ${url}\n${setupToken === null ? '' : setup}`);
}

/**
 * Keeps the process alive when an error is not caught: no request may stop the server for everybody else. Each is a bug
 * and is logged with its stack.
 */
export function keepServing(log: Pick<Log, 'error'>): void {
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, (error) => log.error({ err: error, event }, 'An error was not caught'));
}

/** Linux lists the threads of this process here; the first has the number of the process. */
const THREADS = '/proc/self/task';
/** V8's own threads, however few processors there are. */
const HELPERS = 4;

/**
 * Gives the thread that answers requests priority over all other threads the process has now. With fewer processors than
 * threads, those that optimize code, collect garbage and wait for the disk hold it up for milliseconds at a time. It
 * must not wait for them then, so it collects young garbage without their help. Does nothing on systems that do not list
 * threads.
 */
function goFirst(): void {
  if (availableParallelism() > HELPERS || !existsSync(THREADS)) return;
  setFlagsFromString('--no-parallel-scavenge');
  for (const thread of readdirSync(THREADS).map(Number)) if (thread !== process.pid) standBack(thread);
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Gives a process or thread, by its number, a lower priority than this one. Does nothing if that is not allowed or it
 * has ended.
 */
function standBack(pid: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch (error) {
    if (!hasErrorCode(error, 'ERR_SYSTEM_ERROR')) throw error;
  }
}
