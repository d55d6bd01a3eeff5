import { isDeepStrictEqual } from 'node:util';
import type { FileDiff } from '../../git/format/tree.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { EntryChange } from '../../model/entry.ts';
import { createStore } from '../../store/createStore.ts';
import type { FileRecord, FileTimes, ReadRecord } from '../../store/file/fileRecord.ts';
import { createSchemaLookup } from '../../store/record/insertBody.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { createReadVersion } from './readVersion.ts';

/** Finds the record of a version of a file, if it is in memory. */
export type FindRecord = (path: string, rev: string) => FileRecord | undefined;

/** Changes of records between commits, regardless of uncommitted files. */
export interface CommittedChanges {
  /** The changes from one commit to another (`from` null: everything is new). Throws if git no longer has a commit. */
  between(from: string | null, to: string): Promise<readonly EntryChange[]>;
  /** The changes of records that these file differences make; versions that `find` knows need not be read. */
  of(differences: readonly FileDiff[], to: string, find: FindRecord): Promise<readonly EntryChange[]>;
}

interface Parts {
  readonly repo: GitRepository;
  readonly store: Store;
  readonly readRecord: ReadRecord;
}

/** How many are read at once. */
const FILES_PER_SLICE = 50;
const RECORDS_PER_SLICE = 500;

export function createCommittedChanges({ repo, store, readRecord }: Parts): CommittedChanges {
  const readVersion = createReadVersion(repo.objects, readRecord);
  const inMemory: FindRecord = (path, rev) => {
    const record = store.fileAt(path);
    return record?.rev === rev ? record : undefined;
  };

  async function of(differences: readonly FileDiff[], to: string, find: FindRecord): Promise<readonly EntryChange[]> {
    const at = (await repo.objects.readCommit(to)).committer.at.toISOString();
    const times = { createdAt: at, updatedAt: at };
    const yieldIfBusy = createYieldIfBusy();
    const before: FileUpdate[] = [];
    const after: FileUpdate[] = [];
    for (let from = 0; from < differences.length; from += FILES_PER_SLICE) {
      const slice = differences.slice(from, from + FILES_PER_SLICE);
      // In parallel: each read waits for a turn, and turns take long while others are served.
      before.push(...(await Promise.all(slice.map((diff) => toUpdate(diff.path, diff.before, times, find)))));
      after.push(...(await Promise.all(slice.map((diff) => toUpdate(diff.path, diff.after, times, find)))));
      await yieldIfBusy();
    }
    // A store of only these files, with the live schemas, works out what renames, moves and broken files do to records.
    const scratch = createStore({ code: store.code, schemaElsewhere: createSchemaLookup(store) });
    for (let from = 0; from < before.length; from += RECORDS_PER_SLICE) {
      scratch.apply(before.slice(from, from + RECORDS_PER_SLICE));
      await yieldIfBusy();
    }
    const found: EntryChange[] = [];
    for (const change of scratch.apply(after)) {
      if (saysSomethingNew(change)) found.push(...asServed(change));
      await yieldIfBusy();
    }
    return found;
  }

  async function toUpdate(path: string, rev: string | null, times: FileTimes, find: FindRecord): Promise<FileUpdate> {
    // A version that is not a valid record keeps the record from before.
    const record =
      rev === null ? null : (find(path, rev) ?? inMemory(path, rev) ?? (await readVersion(path, rev, times)));
    return { path, record, problems: [] };
  }

  /**
   * The change with the served id: another file may have the id that this file gives. None for files that are not
   * served.
   */
  function asServed({ kind, before, after }: EntryChange): readonly EntryChange[] {
    const served = after && store.byKey(kind, after.key);
    if (!served || !inMemory(after.path, after.rev)) return [{ kind, before, after }];
    if (served.path !== after.path) return [];
    return [{ kind, before: before && { ...before, id: served.id }, after: served }];
  }

  return {
    of,
    between: async (from, to) => of(await repo.diff(from, to), to, inMemory),
  };
}

/** False if only comments, the order of keys or the shelf of the file differ. */
export const saysSomethingNew = ({ before, after }: EntryChange): boolean =>
  before?.id !== after?.id || before?.key !== after?.key || !isDeepStrictEqual(before?.data, after?.data);
