import type { Lookup } from '../entry.ts';
import type { Reference } from '../reference.ts';

/** A name that files mention, and its new name. */
export interface ReferenceRename {
  readonly kind: Reference['kind'];
  readonly from: string;
  /** Null if it is gone. */
  readonly to: string | null;
  /** For a page's slug: the locale of the page. */
  readonly locale?: string;
}

/** Moves by the name of the reference (`referenceName`). */
export type ReferenceRenames = ReadonlyMap<string, ReferenceRename>;

/** Whether a page of another locale keeps the slug that moves. */
export function staysElsewhere({ from, locale }: ReferenceRename, lookup: Lookup): boolean {
  for (const { data } of lookup.all('page')) if (data.slug === from && data.locale !== locale) return true;
  return false;
}
