import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectId } from '../../format/object.ts';

/** Our last commit on a branch, and the last tip that was seen to have it in its history. */
export interface OwnCommit {
  readonly commit: string;
  readonly heldBy: string;
}

/** Our last commit on each branch; under null the one made on no branch. */
export interface OwnCommits {
  all(): readonly (readonly [ref: string | null, own: OwnCommit])[];
  set(ref: string | null, own: OwnCommit): void;
  delete(ref: string | null): void;
}

/** The file in the private folder that remembers them. */
export const ownCommitsFile = (privateDir: string): string => join(privateDir, 'state', 'own-commits.json');

/**
 * Remembers them in a file, if one is given, so that the next server notices commits that were undone while none ran. Its
 * folder must exist.
 */
export function createOwnCommits(file: string | undefined): OwnCommits {
  const known = new Map<string | null, OwnCommit>(file === undefined ? [] : readCommits(file));

  function save(): void {
    if (file === undefined) return;
    try {
      writeInPlace(file, JSON.stringify([...known].map(([ref, { commit }]) => [ref, commit])));
    } catch {
      // The file only guards against what others do while no server runs: no reason to fail a write that is in place.
    }
  }

  return {
    all: () => [...known],
    set(ref, own) {
      const isNew = known.get(ref)?.commit !== own.commit;
      known.set(ref, own);
      if (isNew) save();
    },
    delete(ref) {
      known.delete(ref);
      save();
    },
  };
}

/** Changes the file in one step, at a tenth of the cost of a new one. Spaces overwrite the rest of a longer text. */
function writeInPlace(file: string, text: string): void {
  const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    const bytes = Buffer.from(text);
    writeFileSync(fd, Buffer.concat([bytes, Buffer.alloc(Math.max(0, fstatSync(fd).size - bytes.length), ' ')]));
  } finally {
    closeSync(fd);
  }
}

/** A missing or damaged file counts as empty. */
function readCommits(file: string): readonly (readonly [string | null, OwnCommit])[] {
  try {
    const rows: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(rows) ? rows.filter(isRow).map(([ref, commit]) => [ref, { commit, heldBy: commit }]) : [];
  } catch {
    return [];
  }
}

const isRow = (row: unknown): row is readonly [string | null, string] =>
  Array.isArray(row) && (row[0] === null || typeof row[0] === 'string') && isObjectId(String(row[1]));
