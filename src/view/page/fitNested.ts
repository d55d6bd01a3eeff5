import type { Steps } from '../../lib/turn/createTurns.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { referencesOf } from '../../store/referrers.ts';
import { type PageView, showFields } from './showPage.ts';

type PageEntry = Entry<Page>;

/** Pages, by their data, whose nested pages have been looked at. */
const looked = new WeakSet<object>();

/** Whether what they mention is shown in them, and has not been looked at: {@link fitNested} is worth its while. */
export const mayHoldLong = (pages: readonly PageEntry[], { shownAs }: PageView): boolean =>
  (shownAs?.has('reference') === true || shownAs?.has('page') === true) && !pages.every(({ data }) => looked.has(data));

/**
 * Finds out what fits its schema of the pages that others show in place of their ids, one in a step: remembered with each,
 * it need not be found out of twenty at once when the first of the others is shown.
 */
export function* fitNested(pages: readonly PageEntry[], { lookup }: PageView): Steps<void> {
  for (const page of pages) {
    if (looked.has(page.data)) continue;
    for (const { kind, key } of referencesOf(page, lookup)) {
      const nested = kind === 'page' ? lookup.byKey('page', key) : undefined;
      if (!nested) continue;
      // What fits is remembered with the record; nothing of it is shown yet.
      showFields(nested, { lookup, only: [] });
      yield;
    }
    looked.add(page.data);
    yield;
  }
}
