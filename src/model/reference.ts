import type { Kind } from './records.ts';

/** Where a value stands inside a record's data, outermost key first. */
export type ValuePath = readonly (string | number)[];

/**
 * A record's mention of another by its key (a term: `topics/news`), as it stands in the file. `pageSlug`: of the pages
 * that have a slug in any locale, of which there may be none.
 */
export interface Reference {
  readonly kind: Kind | 'term' | 'pageSlug';
  readonly key: string;
  /** The value that holds the key. */
  readonly path: ValuePath;
}
