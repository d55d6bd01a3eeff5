import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';

/** Who asks for a write, and what it was made from. */
export interface Caller extends Actor {
  /** Absent where the write is not to be merged. */
  readonly late?: LateSave;
}

/** That a write was made from a certain version of a record, and is to be merged where the record is another one now. */
export interface LateSave {
  /** The version that it was made from. @throws CmsError PRECONDITION_FAILED where the record never had it */
  baseOf<T>(present: Entry<T>): Promise<Entry<T>>;
  /** Takes what of the record others have changed meanwhile; anew when the write is planned again. */
  tellMerged(paths: readonly (readonly string[])[]): void;
}
