import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';

/** Who asks for a write, and which version it is based on. */
export interface Caller extends Actor {
  /** Absent if the write must not be merged. */
  readonly late?: LateSave;
}

/** Marks a write as based on an older version of a record: it is merged if the record has changed since. */
export interface LateSave {
  /** The version that the write is based on. @throws CmsError PRECONDITION_FAILED if the record never had it */
  baseOf<T>(present: Entry<T>): Promise<Entry<T>>;
  /** Receives the paths that others have changed meanwhile; called again if the write is planned again. */
  tellMerged(paths: readonly (readonly string[])[]): void;
}
