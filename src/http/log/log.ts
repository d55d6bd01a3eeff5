import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../../config.ts';
import type { FinishedRequest, Observer } from './report.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

/** Slower requests are logged as warnings. */
const SLOW_MS = 500;

const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'passwordHash', 'hash', 'key'];
const HEADERS = ['authorization', 'cookie', '["x-api-key"]', '["set-cookie"]'];

/**
 * A log with one JSON line an event, on standard output by default. Credentials are redacted in all their usual places.
 */
export function createLog(level: LogLevel, stream: DestinationStream = openStandardOutput()): Logger {
  const paths = [
    ...SECRETS.flatMap((key) => [key, `*.${key}`]),
    ...HEADERS.flatMap((header) =>
      ['headers', '*.headers'].map((at) => (header.startsWith('[') ? `${at}${header}` : `${at}.${header}`)),
    ),
  ];
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '[redacted]' } },
    stream,
  );
}

/** How much is held back while nothing can be written; further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Standard output. While it cannot be written to, as on a full disk, lines wait and the server goes on. */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => undefined);
  return output;
}

type LogLevelRule = readonly [
  level: 'debug' | 'info' | 'warn' | 'error',
  applies: (request: FinishedRequest) => boolean,
];

/**
 * The level at which a request is logged: the first row that applies. Ordinary reads are not logged at the usual level.
 */
const LEVELS: readonly LogLevelRule[] = [
  ['error', ({ status }) => status >= 500 && status !== 503],
  ['warn', ({ ms, isStream }) => ms > SLOW_MS && !isStream()],
  ['info', ({ isRead, status }) => status >= 400 || !isRead],
  ['debug', () => true],
];

/** Writes one line for each request when its answer has been sent. */
export function logRequests(log: Log): Observer {
  const enabled = LEVELS.filter(([level]) => log.isLevelEnabled(level));
  return (finished) => {
    const level = enabled.find(([, applies]) => applies(finished))?.[0];
    if (level === undefined) return;
    const { requestId, route, method, status, ms, isCut, place } = finished;
    const line = { requestId, route, method, ...place(), status, ms: Math.round(ms), ...(isCut && { isCut }) };
    log[level](line, 'request');
  };
}
