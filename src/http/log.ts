import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.ts';
import type { Middleware } from './state.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Above this a request is worth a warning. */
const SLOW_MS = 500;

const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'passwordHash', 'hash', 'key'];
const HEADERS = ['authorization', 'cookie', '["x-api-key"]', '["set-cookie"]'];

/** A log of one JSON line an event, on standard output unless a stream is given. Credentials are blacked out wherever they usually stand. */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
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

type Row = readonly [level: keyof Log, applies: (request: Finished) => boolean];
interface Finished {
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** A stream of events takes as long as somebody listens. */
  readonly isStream: boolean;
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** How loud a request is; the first row that applies decides. Ordinary reads are silent at the usual level. */
const LEVELS: readonly Row[] = [
  ['error', ({ status }) => status >= 500 && status !== 503],
  ['warn', ({ ms, isStream }) => ms > SLOW_MS && !isStream],
  ['info', ({ method, status }) => status >= 400 || !isRead(method)],
  ['debug', () => true],
];

/** One line for each request when its answer is out: never its body nor its query, which may hold tokens. */
export const logRequests =
  (log: Log): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    // Read now: a closed connection has no address any more.
    const { method, path, ip, state } = ctx;
    ctx.res.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const finished = { method, status: ctx.status, ms };
      const isStream = ctx.type === 'text/event-stream';
      const level = LEVELS.find(([, applies]) => applies({ ...finished, isStream }))![0];
      const isCut = !ctx.res.writableFinished;
      log[level]({ ...state, ...finished, path, ip, ...(isCut && { isCut }) }, 'request');
    });
    await next();
  };
