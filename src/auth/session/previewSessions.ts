import { randomBytes } from 'node:crypto';
import { branchName } from '../../git/read/ref/refs.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { PreviewScope } from '../../model/access.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { isTimestamp } from '../../model/text/timestamp.ts';
import { hashCredential } from '../apiKeys.ts';
import { openStateFile } from '../stateFile.ts';
import { type Claims, isCurrent } from './tokens.ts';

/** A preview, whose token opens a version of the site to anybody who has it, until it expires. */
export interface PreviewSession extends PreviewScope {
  readonly id: number;
  /** Who made it, as in `Claims.subject`. */
  readonly subject: string;
  /** The maker's fingerprint at that time, as in `Claims.fingerprint`: the session ends when it changes. */
  readonly fingerprint: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** False for a preview in its maker's own window. */
  readonly isListed: boolean;
}

/**
 * Preview sessions in `<privateDir>/state/preview-sessions.json`, with hashes of their tokens, so that the file opens
 * nothing.
 */
export interface PreviewSessions {
  /** Survives a restart when it resolves. @throws CmsError CONFLICT if the maker has too many */
  create(maker: Pick<Claims, 'subject' | 'fingerprint'>, options: NewPreview): Promise<NewPreviewSession>;
  /** The open session of a token. */
  find(token: string): PreviewSession | undefined;
  /** All open sessions, the latest first. */
  list(): readonly PreviewSession[];
  /** Ends a session if it exists. */
  end(id: number): Promise<void>;
  /** Ends all sessions of a branch: a later one of the same name is another branch. */
  endOf(branch: string): Promise<void>;
}

interface NewPreview extends PreviewScope {
  readonly seconds: number;
  readonly isListed?: boolean;
}

interface NewPreviewSession {
  /** Known only now: it is not stored. */
  readonly token: string;
  readonly session: PreviewSession;
}

const PREFIX = 'pv_';
/** Whether a credential looks like a preview token; otherwise it may be one of another kind. */
export const isPreviewToken = (text: string): boolean => text.startsWith(PREFIX);

/** Open sessions of one maker, bounded so that nobody can fill the disk. */
const MAX_OF_ONE = 500;

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the file cannot be read: earlier tokens are not valid then. */
  onError(error: unknown): void;
}

export async function openPreviewSessions({ privateDir, clock, onError }: Options): Promise<PreviewSessions> {
  const file = await openStateFile<PreviewSessionFile>({
    ...{ privateDir, onError, name: 'preview-sessions' },
    ...{ empty: () => ({ last: 0, sessions: new Map() }), parse: parseSessions },
    show: ({ last, sessions }) => ({ last, sessions: Object.fromEntries(sessions) }),
  });
  const { sessions } = file.value;

  const isOpen = ({ createdAt, expiresAt, ...claims }: PreviewSession): boolean =>
    isCurrent({ ...claims, issuedAt: Date.parse(createdAt), expiresAt: Date.parse(expiresAt) }, clock());

  async function endWhere(isMeant: (session: PreviewSession) => boolean): Promise<void> {
    for (const [hash, session] of sessions) if (isMeant(session)) sessions.delete(hash);
    await file.save();
  }

  function forgetExpired(): void {
    const now = clock().toISOString();
    for (const [hash, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(hash);
  }

  return {
    async create({ subject, fingerprint }, { ref, page, seconds, isListed = true }) {
      forgetExpired();
      const own = [...sessions.values()].filter((session) => session.subject === subject);
      if (own.length >= MAX_OF_ONE)
        throw conflict(
          because('tooManyPreviews', `You have ${MAX_OF_ONE} open previews: end some first`, { count: MAX_OF_ONE }),
        );
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
      const now = clock();
      const times = { createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + seconds * 1000).toISOString() };
      file.value.last += 1;
      const session: PreviewSession = { id: file.value.last, ref, page, subject, fingerprint, isListed, ...times };
      sessions.set(hashCredential(token), session);
      try {
        await file.save();
      } catch (error) {
        sessions.delete(hashCredential(token));
        throw error;
      }
      return { token, session };
    },
    find(token) {
      const session = isPreviewToken(token) ? sessions.get(hashCredential(token)) : undefined;
      return session && isOpen(session) ? session : undefined;
    },
    list: () => [...sessions.values()].filter(isOpen).sort((a, b) => b.id - a.id),
    end: (id) => endWhere((session) => session.id === id),
    endOf: (branch) => endWhere(({ ref }) => ref !== null && branchName(ref) === branch),
  };
}

interface PreviewSessionFile {
  /** The highest id used so far. */
  last: number;
  /** By the hash of its token. */
  readonly sessions: Map<string, PreviewSession>;
}

function parseSessions(json: unknown): PreviewSessionFile {
  if (!isPlainObject(json) || typeof json['last'] !== 'number' || !isPlainObject(json['sessions']))
    throw new Error('The file of preview sessions does not contain a list of sessions');
  return { last: json['last'], sessions: new Map(Object.entries(json['sessions']).flatMap(toSession)) };
}

/** Sessions of earlier versions of Quire were all listed. */
const toSession = (entry: [string, unknown]): readonly [string, PreviewSession][] =>
  isSession(entry) ? [[entry[0], { ...entry[1], isListed: entry[1].isListed ?? true }]] : [];

type StoredSession = Omit<PreviewSession, 'isListed'> & { readonly isListed?: boolean };

const isSession = (entry: [string, unknown]): entry is [string, StoredSession] => {
  const [, one] = entry;
  return (
    isPlainObject(one) &&
    typeof one['id'] === 'number' &&
    [one['subject'], one['fingerprint']].every((text) => typeof text === 'string') &&
    [one['createdAt'], one['expiresAt']].every((time) => typeof time === 'string' && isTimestamp(time)) &&
    (one['ref'] === null || typeof one['ref'] === 'string') &&
    (one['page'] === null || typeof one['page'] === 'number') &&
    ['undefined', 'boolean'].includes(typeof one['isListed'])
  );
};
