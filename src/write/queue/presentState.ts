import { posix } from 'node:path';
import { lazily } from '../../lib/list/lazily.ts';
import type { EntryChange } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import { slotOf } from '../../store/candidates.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { overlayChanges } from './overlayChanges.ts';

/** What a write is planned against: the present records and files, or as earlier writes of the group will leave them. */
export interface PresentState {
  readonly lookup: JudgeLookup;
  /** The files for this key, or for one that differs only in case. */
  filesFor(kind: Kind, key: string): readonly FileRecord[];
  /** How many record files are directly in a folder. */
  countIn(folder: string): number;
  /** A file's bytes; null if there is none. */
  read(kind: Kind, path: string): Uint8Array | null | Promise<Uint8Array | null>;
}

export const presentOf = (store: Store, read: PresentState['read']): PresentState => ({
  lookup: store,
  filesFor: store.filesFor,
  countIn: store.countIn,
  read,
});

type Changes = readonly EntryChange[];
type Files = readonly (FileUpdate & { readonly bytes: Uint8Array | null })[];

/** The state after a write that changes these records and files. */
export function withAhead(
  base: PresentState,
  { changes, files }: { readonly changes: Changes; readonly files: Files },
): PresentState {
  const written = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const records = files.flatMap(({ record }) => record ?? []);
  const growths = lazily(() => growthsOf(changes, files));
  return {
    lookup: overlayChanges(base.lookup, changes),
    countIn: (folder) => base.countIn(folder) + (growths().get(folder) ?? 0),
    filesFor: (kind, key) => [
      ...base.filesFor(kind, key).filter(({ path }) => !written.has(path)),
      ...records.filter((record) => slotOf(record.kind, record.key) === slotOf(kind, key)),
    ],
    read: (kind, path) => (written.has(path) ? (written.get(path) ?? null) : base.read(kind, path)),
  };
}

/** By how many files each folder grows. */
function growthsOf(changes: Changes, files: Files): ReadonlyMap<string, number> {
  const there = new Set(changes.map(({ before }) => before?.path));
  const growths = new Map<string, number>();
  for (const { path, bytes } of files) {
    const growth = bytes === null ? -1 : there.has(path) ? 0 : 1;
    const folder = posix.dirname(path);
    growths.set(folder, (growths.get(folder) ?? 0) + growth);
  }
  return growths;
}
