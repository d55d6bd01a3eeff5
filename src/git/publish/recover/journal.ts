import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { allSettled } from '../../../lib/turn/allSettled.ts';
import type { DurableFs } from '../../disk/durableFs.ts';
import { isObjectId } from '../../format/object.ts';

/** What a publish is about to do: on disk from before the first working file changes until everything is durable. */
export interface Journal {
  readonly parent: string | null;
  readonly commit: string;
  /** The branch; null: HEAD was detached. */
  readonly ref: string | null;
  /** The working files were there before the publish and are not its own. */
  readonly adopts: boolean;
}

export const journalPath = (sidePath: string): string => join(sidePath, 'journal');
/** A second name of the index from before the publish, as long as there is a journal: see `IndexStore.keep`. */
export const indexBackupPath = (sidePath: string): string => join(sidePath, 'index');

export const encodeJournal = (journal: Journal): Buffer => Buffer.from(`${JSON.stringify(journal)}\n`);

/** The journal; `damaged` if the file makes no sense, null if there is none. */
export function readJournal(sidePath: string): Journal | 'damaged' | null {
  try {
    return parseJournal(readFileSync(journalPath(sidePath), 'utf8'));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

interface JournalLocation {
  readonly fs: DurableFs;
  readonly sidePath: string;
}

/** Removes the journal, once everything is durable or if nothing has been put in place. */
export const withdrawJournal = ({ fs, sidePath }: JournalLocation): Promise<void> =>
  allSettled([journalPath(sidePath), indexBackupPath(sidePath)].map(fs.discard));

function parseJournal(text: string): Journal | 'damaged' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  return isJournal(value) ? value : 'damaged';
}

function isJournal(value: unknown): value is Journal & Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) return false;
  const { parent, commit, ref, adopts } = value as Partial<Record<keyof Journal, unknown>>;
  return (
    isCommitId(commit) &&
    (parent === null || isCommitId(parent)) &&
    (ref === null || typeof ref === 'string') &&
    typeof adopts === 'boolean'
  );
}

const isCommitId = (value: unknown): value is string => typeof value === 'string' && isObjectId(value);
