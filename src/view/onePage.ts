import { entityOf } from '../model/entities/index.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { hasAddress } from '../model/page/pagePath.ts';
import type { Kind } from '../model/records.ts';
import { createPageOrder } from '../store/page/pageOrder.ts';
import { isInList } from '../store/page/sortedPages.ts';
import { contentOver, type PublicContent, type RestrictedLookup } from './publicContent.ts';

/** Whether records of a kind tell which pages there are: redirects name their addresses. */
const isTelling = (kind: Kind): boolean => kind === 'page' || entityOf(kind).answers !== undefined;

/**
 * What a preview of the page `id` shows: this page, and everything around it, as `version` has them. Other pages are
 * shown as everybody sees them now, so that what is not released in that version stays hidden wherever it is mentioned.
 */
export function onePageContent(version: PublicContent, live: PublicContent, id: number): PublicContent {
  const ownPage = (): Entry<Page> | undefined => version.get('page', id);
  const isOwn = ({ kind, id: other }: Entry): boolean => kind === 'page' && other === id;
  const sourceOf = (kind: Kind): PublicContent => (isTelling(kind) ? live : version);
  /** `isOwn` has checked that a page is asked for. */
  const withOwn = <E extends Entry>(entries: Iterable<E>): readonly E[] =>
    Array.from(entries).flatMap((entry) => (isOwn(entry) ? ((ownPage() as Entry as E | undefined) ?? []) : entry));
  const lookup: RestrictedLookup = {
    code: version.code,
    get: (kind, asked) => (kind === 'page' && asked === id ? version : sourceOf(kind)).get(kind, asked),
    byKey(kind, key) {
      if (kind === 'page' && ownPage()?.key === key) return version.get(kind, id);
      const found = sourceOf(kind).byKey(kind, key);
      return found && isOwn(found) ? undefined : found;
    },
    find: (kind, index, key) => withOwn(sourceOf(kind).find(kind, index, key)),
    all: (kind) => withOwn(sourceOf(kind).all(kind)),
    referring: (kind, key) => [
      ...version.referring(kind, key).filter((entry) => !isTelling(entry.kind)),
      ...withOwn(live.referring(kind, key).filter((entry) => isTelling(entry.kind))),
    ],
    hides: (kind, key) =>
      lookup.byKey(kind, key) === undefined &&
      [version, live].some((one) => one.byKey(kind, key) !== undefined || one.hides?.(kind, key)),
    hasByItself: live.hasByItself,
  };
  const pages: PublicContent['pages'] = (filter, sort, direction) => {
    const others = live.pages(filter, sort, direction).filter((page) => page.id !== id);
    const own = ownPage();
    if (!own || !isInList(own, filter)) return others;
    if (filter.type === undefined && !hasAddress(own.data, version)) return others;
    const { compare } = createPageOrder(sort, direction);
    const next = others.findIndex((other) => compare(own, other) < 0);
    return others.toSpliced(next < 0 ? others.length : next, 0, own);
  };
  return contentOver(lookup, pages, { edition: live.edition, secondsToNextChange: live.secondsToNextChange });
}
