import type { Page } from '../../model/entities/page.ts';
import type { Change, Entry } from '../../model/entry.ts';
import { isPageKey } from '../../model/fields/known.ts';
import { descriptionOf, pageText } from '../../model/page/pageText.ts';
import type { Kind } from '../../model/records.ts';
import type { Store } from '../store.ts';
import { createSearchIndex, type SearchIndex } from './searchIndex.ts';

/** The search indexes of pages. */
export interface Search {
  /** By title and slug. */
  readonly names: SearchIndex;
  /** By description and text too. */
  readonly all: SearchIndex;
}

/** Schemas decide which values are text. */
const SCHEMAS: readonly Kind[] = ['contentType', 'blockType'];

/** As in `textsIn`, keys of pages are not searchable text. */
const wordsOf = (text: string | null): string => (text === null || isPageKey(text) ? '' : text);

/** Indexes all published pages, including those whose time has not come: the caller decides which to admit. */
export function createSearch(store: Store): Search {
  function* ids(): Iterable<number> {
    for (const { id } of store.all('page')) yield id;
  }
  const index = (boost: Readonly<Record<string, number>>, textsOf: (page: Entry<Page>) => Record<string, string>) =>
    createSearchIndex({
      boost,
      ids,
      documentOf(id) {
        const page = store.get('page', id);
        return page?.data.status === 'published' ? textsOf(page) : undefined;
      },
    });
  const namesOf = ({ data }: Entry<Page>) => ({ title: data.title, slug: data.slug });
  const names = index({ title: 4, slug: 2 }, namesOf);
  const all = index({ title: 8, slug: 4, description: 2, text: 1 }, (page) => ({
    ...namesOf(page),
    description: wordsOf(descriptionOf(page.data, store)),
    text: pageText(page.data, store),
  }));

  function follow({ kind, before, after }: Change): void {
    const entry = (after ?? before)!;
    if (SCHEMAS.includes(kind)) all.reset();
    if (kind === 'block' && all.isUsed()) for (const page of store.referring('block', entry.key)) all.changed(page.id);
    if (kind !== 'page') return;
    names.changed(entry.id);
    all.changed(entry.id);
  }

  store.add({ apply: (changes) => changes.forEach(follow) });
  return { names, all };
}
