import type { WorkSteps } from '../../lib/turn/runSteps.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import { referencesOf } from '../../store/referrers.ts';
import { type PageView, showFields } from './showPage.ts';

/** The data of pages whose nested pages have been prepared. */
const prepared = new WeakSet<object>();

/** Whether the pages show other pages inside them that are not prepared yet, so that {@link fitNested} is worthwhile. */
export const needsFitting = (pages: readonly PageEntry[], { shownAs }: PageView): boolean =>
  (shownAs?.has('reference') === true || shownAs?.has('page') === true) &&
  !pages.every(({ data }) => prepared.has(data));

/**
 * Prepares the pages that others show in place of their ids, one per step: finds the parts that fit their schemas, which
 * are cached with each page. Otherwise showing the first page could have to do so for twenty pages at once.
 */
export function* fitNested(pages: readonly PageEntry[], { lookup }: PageView): WorkSteps<void> {
  for (const page of pages) {
    if (prepared.has(page.data)) continue;
    for (const { kind, key } of referencesOf(page, lookup)) {
      const nested = kind === 'page' ? lookup.byKey('page', key) : undefined;
      if (!nested) continue;
      // Only for its cache: no field is shown.
      showFields(nested, { lookup, only: [] });
      yield;
    }
    prepared.add(page.data);
    yield;
  }
}
