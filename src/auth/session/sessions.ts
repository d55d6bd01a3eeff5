import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '../../model/entities/settings.ts';
import type { Lookup } from '../../model/entry.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { openStateFile } from '../stateFile.ts';

const DAY_SECONDS = 24 * 60 * 60;
const SECONDS: Readonly<Record<Settings['session']['duration'], number>> = {
  '24h': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '14d': 14 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
};
/** No token made until now can be valid longer than this. */
export const LONGEST_SESSION_MS = Math.max(...Object.values(SECONDS)) * 1000;
/** The latest ends are kept whatever the clock says: if it was ahead for a while, tokens would become valid again. */
const ALWAYS_KEPT = 1000;

export interface Sessions {
  /** Ends a session, or all of a group, with all their tokens; survives a restart when it resolves. */
  end(sessionOrGroup: string): Promise<void>;
  hasEnded(sessionId: string): boolean;
}

/**
 * A new session's id: 128 random bits. Of a session that the organisation's provider has let in, it also names the group
 * that the provider may end, the session there.
 */
export const newSessionId = (group?: string): string =>
  [randomBytes(16).toString('base64url'), ...(group === undefined ? [] : [group])].join('.');

const groupOf = (sessionId: string): string | undefined => sessionId.split('.')[1];

/** Whether the organisation's provider has let a session in. */
export const isOfProvider = (sessionId: string): boolean => groupOf(sessionId) !== undefined;

/** How long a token made now is valid, by the settings. */
export const sessionSeconds = (lookup: Lookup): number => SECONDS[siteSettings(lookup).session.duration];

/**
 * The sessions that were ended before their tokens expired. They are kept in `<privateDir>/state/sessions.json` as
 * `{ <session id>: <milliseconds since 1970 after which it may be forgotten> }`; the latest thousand are never
 * forgotten.
 *
 * @throws Error if the file cannot be read: starting without it would revive ended sessions
 */
export async function openSessions(options: { privateDir: string; clock: () => Date }): Promise<Sessions> {
  const forgetExpired = (ended: Map<string, number>): void => {
    if (ended.size <= ALWAYS_KEPT) return;
    const now = options.clock().getTime();
    const oldest = [...ended].sort(([, one], [, other]) => one - other).slice(0, -ALWAYS_KEPT);
    for (const [id, until] of oldest) if (until <= now) ended.delete(id);
  };
  const { value: ended, save } = await openStateFile({
    ...{ privateDir: options.privateDir, name: 'sessions', empty: () => new Map<string, number>(), parse: parseEnded },
    show(kept) {
      forgetExpired(kept);
      return Object.fromEntries(kept);
    },
    onError(cause) {
      const advice = 'restore the file, or delete it together with jwt-secret to end all sessions';
      const path = join(options.privateDir, 'state', 'sessions.json');
      throw new Error(`The ended sessions in ${path} cannot be read: ${advice}`, { cause });
    },
  });

  forgetExpired(ended);
  return {
    async end(sessionId) {
      ended.set(sessionId, options.clock().getTime() + LONGEST_SESSION_MS);
      await save();
    },
    hasEnded: (sessionId) => ended.has(sessionId) || ended.has(groupOf(sessionId) ?? ''),
  };
}

function parseEnded(json: unknown): Map<string, number> {
  const ended = new Map(Object.entries(json as Record<string, unknown>));
  if (!isNumbers(ended)) throw new Error('a time is not a number');
  return ended;
}

const isNumbers = (times: Map<string, unknown>): times is Map<string, number> =>
  [...times.values()].every((time) => typeof time === 'number');
