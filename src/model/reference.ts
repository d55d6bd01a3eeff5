import type { Kind } from './records.ts';

/** The path of a value in a record's data, outermost key first. */
export type ValuePath = readonly (string | number)[];

/**
 * A record's mention of another by its key (for a term `topics/news`), as it is in the file. A `pageSlug` mentions the
 * pages with this slug in all locales; there may be none.
 */
export interface Reference {
  readonly kind: Kind | 'term' | 'pageSlug';
  readonly key: string;
  /** The value that holds the key. */
  readonly path: ValuePath;
}

/** As one text: `media:logo`. */
export const referenceName = ({ kind, key }: Pick<Reference, 'kind' | 'key'>): string => `${kind}:${key}`;

/** Which version gave a value, by its number, and what was there before. */
export interface ValueOrigin {
  readonly version: number;
  /** Undefined if there was nothing. */
  readonly before?: unknown;
}

/** A value with its path and its origin. */
export interface PlacedOrigin extends ValueOrigin {
  readonly path: ValuePath;
  /** Whether it is an item as a whole: when it came, whatever became of its values. */
  readonly isItem?: true;
}
