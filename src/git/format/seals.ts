import { createHmac, timingSafeEqual } from 'node:crypto';
import { compareText } from '../../lib/text/compareText.ts';
import { type Commit, cleanMessage, cleanPerson, type Person, serialiseCommit } from './commit.ts';
import { readCommitMessage } from './commitMessage.ts';
import { objectId } from './object.ts';
import type { FileDiff } from './tree.ts';

/**
 * Tells commits that were made here from those that only look like them, by two trailers that nobody can make without
 * the key. `Quire-Seal` is valid for one tree on one parent, by one author at one time, with one message; `Quire-Change`
 * for one author's edits of files with one message, wherever a rebase or a cherry-pick puts them.
 */
export interface Seals {
  /** Changes with the key and with `before`, and reveals nothing about the key. */
  readonly name: string;
  /** The last commits that were made here before there were seals: they and their ancestors need none. */
  readonly before: readonly string[];
  /** The commit with its seals as the last lines of its message. */
  seal(commit: Commit, files: readonly FileDiff[]): Commit;
  /** Whether the commit with this id is the one that was sealed, byte for byte. */
  isSealed(id: string, commit: Commit): boolean;
  /** Whether a commit with at most one parent makes the sealed change, file by file. Somebody may make it twice. */
  isSealedChange(change: SealedChange): boolean;
}

/** A commit's edits, and who made them. */
interface SealedChange {
  readonly parents: readonly string[];
  readonly author: Person;
  readonly message: string;
  readonly files: readonly FileDiff[];
}

/** Without a key nothing is sealed. */
export const UNSEALED: Seals = Object.freeze({
  name: '',
  before: [],
  seal: (commit: Commit) => commit,
  isSealed: () => false,
  isSealedChange: () => false,
});

const LINE = 'Quire-Seal: ';
const CHANGE_LINE = 'Quire-Change: ';
/** 128 bits of the HMAC (RFC 2104, section 5: at least half of the hash) as base64url. */
const SEAL_LENGTH = 22;
const TAIL_LENGTH = '\n'.length + LINE.length + SEAL_LENGTH + '\n'.length;
const SEALED_CHANGE = /^(.*\n)Quire-Change: ([\w-]{22})\nQuire-Seal: [\w-]{22}\n$/s;

export function createSeals(key: Uint8Array, before: readonly string[] = []): Seals {
  const sign = (bytes: string | Uint8Array): string =>
    createHmac('sha256', key).update(bytes).digest('base64url').slice(0, SEAL_LENGTH);
  /** Covers the whole commit up to its seal. */
  const sealOf = (bytes: Buffer): string => sign(bytes.subarray(0, -TAIL_LENGTH));
  /** Covers the change itself, on whatever parent: author, message up to this seal, each file's old and new bytes. */
  const changeSealOf = ({ name, email }: Person, message: string, files: readonly FileDiff[]): string => {
    const changed = files.filter(({ before, after }) => before !== after);
    const rows = changed.map(({ path, before, after }) => [path, before, after]);
    return sign(JSON.stringify(['change', name, email, message, rows.sort(([a], [b]) => compareText(a!, b!))]));
  };
  return {
    name: sign(['name', ...before].join(' ')),
    before,
    seal(commit, files) {
      const cleaned = cleanMessage(commit.message);
      const said = `${cleaned}${readCommitMessage(cleaned).trailers.length > 0 ? '' : '\n'}`;
      const message = `${said}${CHANGE_LINE}${changeSealOf(cleanPerson(commit.author), said, files)}\n`;
      const sealedBy = (seal: string): Commit => ({ ...commit, message: `${message}${LINE}${seal}\n` });
      return sealedBy(sealOf(serialiseCommit(sealedBy('-'.repeat(SEAL_LENGTH)))));
    },
    isSealed(id, commit) {
      const bytes = serialiseCommit(commit);
      const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_LENGTH));
      if (!tail.startsWith(`\n${LINE}`)) return false;
      return isSameSeal(tail.slice(LINE.length + 1, -1), sealOf(bytes)) && objectId('commit', bytes) === id;
    },
    isSealedChange({ parents, author, message, files }) {
      const [, said, seal] = SEALED_CHANGE.exec(cleanMessage(message)) ?? [];
      if (said === undefined || parents.length > 1 || files.some(({ isLink }) => isLink)) return false;
      return isSameSeal(seal!, changeSealOf(author, said, files));
    },
  };
}

function isSameSeal(given: string, made: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(made)];
  return a.length === b.length && timingSafeEqual(a, b);
}
