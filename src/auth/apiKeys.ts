import { createHash, randomBytes } from 'node:crypto';
import { isSameSecret } from '../lib/text/isSameSecret.ts';
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
  return { key, prefix: key.slice(0, SHOWN_CHARACTERS), hash: hashCredential(key) };
}

/** The record of a key in clear text; null if it is unknown or has expired. */
export function findApiKey(lookup: Lookup, key: string, now: Date): Entry<ApiKey> | null {
  const hash = hashCredential(key);
  const entry = lookup.find('apiKey', 'byHash', hash).find(({ data }) => isSameSecret(data.keyHash, hash));
  return entry && !hasExpired(entry.data, now) ? entry : null;
}

/** What is stored of a key or token of random bits: its SHA-256 in hex. */
export const hashCredential = (credential: string): string => createHash('sha256').update(credential).digest('hex');

/** Whether a key has expired. */
export const hasExpired = ({ expiresAt }: ApiKey, now: Date): boolean =>
  expiresAt !== undefined && !(parseTimestamp(expiresAt) > now.getTime());
