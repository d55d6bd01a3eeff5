import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { coalesce } from '../lib/coalesce.ts';
import { isObjectId } from './object.ts';

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
  /** Resolves when the file holds what is known now. */
  saved(): Promise<void>;
}

/**
 * Remembered in a file, where one is given, so that what is undone while no server runs is noticed by the next. No write
 * waits for it: a commit that a killed server has not noted yet is in its journal.
 */
export function createOwnCommits(file: string | undefined): OwnCommits {
  const known = new Map<string | null, OwnCommit>(file === undefined ? [] : readCommits(file));

  const save = coalesce(async () => {
    if (file === undefined) return;
    try {
      await mkdir(dirname(file), { recursive: true });
      const text = JSON.stringify([...known].map(([ref, { commit }]) => [ref, commit]));
      await writeFile(`${file}.tmp`, text, { mode: 0o600 });
      await rename(`${file}.tmp`, file);
    } catch {
      // It only guards against what others do while no server runs: no reason to fail a write that stands.
    }
  });

  return {
    all: () => [...known],
    set(ref, own) {
      const isNew = known.get(ref)?.commit !== own.commit;
      known.set(ref, own);
      if (isNew) void save();
    },
    delete(ref) {
      known.delete(ref);
      void save();
    },
    saved: save,
  };
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
