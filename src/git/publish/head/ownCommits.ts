import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectId } from '../../format/object.ts';

/** Our last commit on a branch, and the last commit that was seen to hold it. */
export interface OwnCommit {
  readonly commit: string;
  readonly heldBy: string;
}

/** Our last commit on each branch; under null the one made on none. */
export interface OwnCommits {
  all(): readonly (readonly [ref: string | null, own: OwnCommit])[];
  set(ref: string | null, own: OwnCommit): void;
  delete(ref: string | null): void;
}

/** Where a private folder remembers them. */
export const ownCommitsFile = (privateDir: string): string => join(privateDir, 'state', 'own-commits.json');

/**
 * Remembered in a file, where one is given, so that what is undone while no server runs is noticed by the next. Its folder
 * must exist.
 */
export function createOwnCommits(file: string | undefined): OwnCommits {
  const known = new Map<string | null, OwnCommit>(file === undefined ? [] : readCommits(file));

  function save(): void {
    if (file === undefined) return;
    try {
      writeInPlace(file, JSON.stringify([...known].map(([ref, { commit }]) => [ref, commit])));
    } catch {
      // It only guards against what others do while no server runs: no reason to fail a write that stands.
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

/** Readers see it change in one step, at a tenth of what a new file costs. Spaces overwrite what was longer. */
function writeInPlace(file: string, text: string): void {
  const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    const bytes = Buffer.from(text);
    writeFileSync(fd, Buffer.concat([bytes, Buffer.alloc(Math.max(0, fstatSync(fd).size - bytes.length), ' ')]));
  } finally {
    closeSync(fd);
  }
}

/** A file that is absent or damaged remembers nothing. */
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
