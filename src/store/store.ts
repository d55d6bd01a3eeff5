import type { IdCounter } from '../model/entity.ts';
import type { EntryChange, Problem, VersionedLookup } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import type { JudgeLookup } from '../model/rules/recordRule.ts';
import type { FindSince } from './byAge.ts';
import type { FileRecord } from './file/fileRecord.ts';
import type { RecordIndexes } from './recordIndexes.ts';
import type { StorePart } from './storePart.ts';

/** The result of reading one file. */
export interface FileUpdate {
  readonly path: string;
  /** null: the file is gone. undefined: it is broken, and its last good record stays. */
  readonly record: FileRecord | null | undefined;
  readonly problems: readonly Problem[];
}

/** All records in memory. Reading is synchronous: one tick sees one version of the content. */
export interface Store extends VersionedLookup, JudgeLookup, RecordIndexes {
  /**
   * The only way in (DESIGN, rule 2): takes updates of files, resolves keys and ids across all files, and returns what
   * has changed. The result is the same as reading all files again.
   */
  apply(updates: readonly FileUpdate[]): readonly EntryChange[];
  /**
   * Serves records with values that their files lack, until the files change. Called in the write queue; not announced.
   */
  fillMissing(values: ReadonlyMap<FileRecord, object>): void;
  /** The record of the file at a path, served or not. */
  fileAt(path: string): FileRecord | undefined;
  paths(): Iterable<string>;
  /** The files for this key, or for a key that differs only by case. */
  filesFor(kind: Kind, key: string): readonly FileRecord[];
  /** How many record files lie directly in a folder. */
  countIn(folder: string): number;
  /** The problems of files and their ids, keys and unique values. */
  problems(): readonly Problem[];
  /** The problems of files that could not be read, by path. */
  readonly broken: ReadonlyMap<string, readonly Problem[]>;
  /** Whether `referring` can answer without finding references first. */
  knowsReferences(): boolean;
  /** Whether a file, served or not, gives an id, or is served under it. */
  hasId(counter: IdCounter, id: number): boolean;
  /** The highest id of a counter that any file, served or not, gives or has given; hashed ids do not count. */
  highestId(counter: IdCounter): number;
  count(kind: Kind): number;
  add(part: StorePart): void;
  /** Sets how to tell how long git has had a file, which decides between files that want the same key or id. */
  tellAges(findSince: FindSince): void;
}
