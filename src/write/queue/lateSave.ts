import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';

/** The actor of a write, and the version that the write is based on. */
export interface Caller extends Actor {
  /** Absent if the write must not be merged. */
  readonly lateSave?: LateSave;
}

/** Marks a write as based on an older version of its record: it is merged if the record has changed since. */
export interface LateSave {
  /** The version that the write is based on. @throws CmsError PRECONDITION_FAILED if the record never had it */
  baseOf<T>(present: Entry<T>): Promise<Entry<T>>;
  /** Notes the values that others have changed since; called again when the write is planned again. */
  noteMerged(paths: readonly (readonly string[])[]): void;
}
