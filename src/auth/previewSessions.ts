import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import type { PreviewScope } from '../model/access.ts';
import { conflict } from '../model/errors.ts';
import { isTimestamp } from '../model/text/timestamp.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { type Claims, isCurrent } from './tokens.ts';

/** A token that opens a version of the site for whoever has it, until it ends. */
export interface PreviewSession extends PreviewScope {
  readonly id: number;
  /** Who has made it, as `Claims.subject` says, and what that one was allowed then: when this changes, it ends. */
  readonly subject: string;
  readonly fingerprint: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Tokens for previews, in `<privateDir>/state/preview-sessions.json`: as hashes, so that nobody who reads it has one. */
export interface PreviewSessions {
  /** Holds after a restart, too, when it resolves. @throws CmsError CONFLICT for somebody who has too many */
  create(maker: Pick<Claims, 'subject' | 'fingerprint'>, options: NewPreview): Promise<NewPreviewSession>;
  /** The one of a token that has not ended. */
  find(token: string): PreviewSession | undefined;
  /** Those that have not ended, the latest first. */
  list(): readonly PreviewSession[];
  /** Ends one, if it is there. */
  end(id: number): Promise<void>;
}

interface NewPreview extends PreviewScope {
  readonly seconds: number;
}

interface NewPreviewSession {
  /** Is told this once. */
  readonly token: string;
  readonly session: PreviewSession;
}

const PREFIX = 'pv_';
/** Whether a text looks like a token for previews: what is none may be one of another kind. */
export const isPreviewToken = (text: string): boolean => text.startsWith(PREFIX);

/** Nobody shares more at a time, and nobody can fill the disk. */
const MAX_OF_ONE = 500;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Told when the file cannot be read: then no token is good that was made before. */
  onError(error: unknown): void;
}

export async function openPreviewSessions({ privateDir, clock, onError }: Options): Promise<PreviewSessions> {
  const path = join(privateDir, 'state', 'preview-sessions.json');
  /** By the hash of its token. */
  const { sessions, lastId } = await readSessions(path, onError);
  let last = lastId;
  const save = coalesce(() => writePrivateFile(path, JSON.stringify({ last, sessions: Object.fromEntries(sessions) })));

  const isOpen = ({ createdAt, expiresAt, ...claims }: PreviewSession): boolean =>
    isCurrent({ ...claims, issuedAt: Date.parse(createdAt), expiresAt: Date.parse(expiresAt) }, clock());

  function forgetExpired(): void {
    const now = clock().toISOString();
    for (const [hash, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(hash);
  }

  return {
    async create({ subject, fingerprint }, { ref, page, seconds }) {
      forgetExpired();
      const own = [...sessions.values()].filter((session) => session.subject === subject);
      if (own.length >= MAX_OF_ONE) throw conflict(`There are ${MAX_OF_ONE} open previews: end some first`);
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
      const now = clock();
      const times = { createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + seconds * 1000).toISOString() };
      last += 1;
      const session: PreviewSession = { id: last, ref, page, subject, fingerprint, ...times };
      sessions.set(hashOf(token), session);
      await save();
      return { token, session };
    },
    find(token) {
      const session = isPreviewToken(token) ? sessions.get(hashOf(token)) : undefined;
      return session && isOpen(session) ? session : undefined;
    },
    list: () => [...sessions.values()].filter(isOpen).sort((a, b) => b.id - a.id),
    async end(id) {
      for (const [hash, session] of sessions) if (session.id === id) sessions.delete(hash);
      await save();
    },
  };
}

interface Read {
  readonly sessions: Map<string, PreviewSession>;
  readonly lastId: number;
}

async function readSessions(path: string, onError: (error: unknown) => void): Promise<Read> {
  try {
    const read: unknown = JSON.parse((await readFileIfExists(path)) ?? '{"last":0,"sessions":{}}');
    if (!isPlainObject(read) || typeof read['last'] !== 'number' || !isPlainObject(read['sessions']))
      throw new Error(`${path} does not hold preview sessions`);
    const sessions = Object.entries(read['sessions']).filter(isSession);
    return { sessions: new Map(sessions), lastId: read['last'] };
  } catch (error) {
    onError(error);
    return { sessions: new Map(), lastId: 0 };
  }
}

const isSession = (entry: [string, unknown]): entry is [string, PreviewSession] => {
  const [, one] = entry;
  return (
    isPlainObject(one) &&
    typeof one['id'] === 'number' &&
    [one['subject'], one['fingerprint']].every((text) => typeof text === 'string') &&
    [one['createdAt'], one['expiresAt']].every((time) => typeof time === 'string' && isTimestamp(time)) &&
    (one['ref'] === null || typeof one['ref'] === 'string') &&
    (one['page'] === null || typeof one['page'] === 'number')
  );
};
