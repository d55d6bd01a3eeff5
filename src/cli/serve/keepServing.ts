import type { Log } from '../../http/log/log.ts';

/**
 * From now on a failure that nobody has taken ends nothing: no request may stop the server for everybody else. Each is a
 * bug, and logged with its stack.
 */
export function keepServing(log: Pick<Log, 'error'>): void {
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, (error) => log.error({ err: error, event }, 'A failure that nobody has taken'));
}
