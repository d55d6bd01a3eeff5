import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '../model/entities/apiKey.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { parseTimestamp } from '../model/text/timestamp.ts';

const KEY_PREFIX = 'sk_';
const SHOWN_CHARACTERS = 11;

/** A key in clear text, to be shown once, and what is stored of it: its beginning and its SHA-256 in hex. */
export interface NewApiKey {
  readonly key: string;
  readonly prefix: string;
  readonly hash: string;
}

export const isApiKey = (credential: string): boolean => credential.startsWith(KEY_PREFIX);

/** A new key of 256 random bits: at that length an unsalted fast hash is as good as a slow one. */
export function makeApiKey(): NewApiKey {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url');
  return { key, prefix: key.slice(0, SHOWN_CHARACTERS), hash: hashKey(key) };
}

/** The record of a key in clear text; null if it is unknown or has expired. */
export function findApiKey(lookup: Lookup, key: string, now: Date): Entry<ApiKey> | null {
  const hash = hashKey(key);
  const entry = lookup.find('apiKey', 'byHash', hash).find(({ data }) => isSameHash(data.keyHash, hash));
  return entry && !hasExpired(entry.data, now) ? entry : null;
}

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Whether a key has expired. */
export const hasExpired = ({ expiresAt }: ApiKey, now: Date): boolean =>
  expiresAt !== undefined && !(parseTimestamp(expiresAt) > now.getTime());
