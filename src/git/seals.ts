import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Commit, cleanMessage, serialiseCommit } from './commit.ts';
import { readCommitMessage } from './commitMessage.ts';
import { objectId } from './object.ts';

/**
 * Tells the commits that were made here from those that only look like them. A seal is a trailer that nobody can make
 * without the key; it is good for one tree on one parent, by one author at one time, with one message.
 */
export interface Seals {
  /** Changes with the key and with `before`, and tells nothing about the key. */
  readonly name: string;
  /** The last commits that were made here before there were seals: what leads to them is believed without. */
  readonly before: readonly string[];
  /** The commit with its seal, the last line of its message. */
  seal(commit: Commit): Commit;
  /** Whether the commit of this id is the one that was sealed, to the byte. */
  isSealed(id: string, commit: Commit): boolean;
}

/** Where there is no key nothing is sealed. */
export const UNSEALED: Seals = Object.freeze({
  name: '',
  before: [],
  seal: (commit: Commit) => commit,
  isSealed: () => false,
});

const LINE = 'Quire-Seal: ';
/** 128 bits of the HMAC (RFC 2104, section 5: at least half of the hash) as base64url. */
const SEAL_LENGTH = 22;
const TAIL_LENGTH = '\n'.length + LINE.length + SEAL_LENGTH + '\n'.length;

export function createSeals(key: Uint8Array, before: readonly string[] = []): Seals {
  const sign = (bytes: string | Uint8Array): string =>
    createHmac('sha256', key).update(bytes).digest('base64url').slice(0, SEAL_LENGTH);
  /** Covers the whole commit up to its seal. */
  const sealOf = (bytes: Buffer): string => sign(bytes.subarray(0, -TAIL_LENGTH));
  return {
    name: sign(['name', ...before].join(' ')),
    before,
    seal(commit) {
      const message = cleanMessage(commit.message);
      const gap = readCommitMessage(message).trailers.length > 0 ? '' : '\n';
      const sealedBy = (seal: string): Commit => ({ ...commit, message: `${message}${gap}${LINE}${seal}\n` });
      return sealedBy(sealOf(serialiseCommit(sealedBy('-'.repeat(SEAL_LENGTH)))));
    },
    isSealed(id, commit) {
      const bytes = serialiseCommit(commit);
      const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_LENGTH));
      if (!tail.startsWith(`\n${LINE}`)) return false;
      return isSame(tail.slice(LINE.length + 1, -1), sealOf(bytes)) && objectId('commit', bytes) === id;
    },
  };
}

function isSame(given: string, made: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(made)];
  return a.length === b.length && timingSafeEqual(a, b);
}
