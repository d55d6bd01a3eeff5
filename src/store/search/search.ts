import type { Page } from '../../model/entities/page.ts';
import type { Entry, EntryChange } from '../../model/entry.ts';
import { isPageKey } from '../../model/fields/fittedValues.ts';
import { descriptionOf, pageText } from '../../model/page/pageText.ts';
import type { Kind } from '../../model/records.ts';
import type { Store } from '../store.ts';
import { createSearchIndex, type SearchIndex } from './searchIndex.ts';

/** The search indexes of pages. */
export interface PageSearchIndexes {
  /** By title and slug. */
  readonly names: SearchIndex;
  /** By description and text too. */
  readonly all: SearchIndex;
  /** The pages that are not published, by everything they say. Apart, so that they do not affect what is found in public. */
  readonly unpublished: SearchIndex;
}

/** Schemas decide which values are text. */
const SCHEMAS: readonly Kind[] = ['contentType', 'blockType'];

/** As in `textsIn`, keys of pages are not searchable text. */
const searchableText = (text: string | null): string => (text === null || isPageKey(text) ? '' : text);

/** Indexes all published pages, including those whose time has not come: the caller decides which to admit. */
export function createSearch(store: Store): PageSearchIndexes {
  function* ids(): Iterable<number> {
    for (const { id } of store.all('page')) yield id;
  }
  const index = ({ boost, textsOf, isPublished }: IndexedPage) =>
    createSearchIndex({
      boost,
      ids,
      documentOf(id) {
        const page = store.get('page', id);
        return page && (page.data.status === 'published') === isPublished ? textsOf(page) : undefined;
      },
    });
  const namesOf = ({ data }: Entry<Page>) => ({ title: data.title, slug: data.slug });
  const whole: Omit<IndexedPage, 'isPublished'> = {
    boost: { title: 8, slug: 4, description: 2, text: 1 },
    textsOf: (page) => ({
      ...namesOf(page),
      description: searchableText(descriptionOf(page.data, store)),
      text: pageText(page.data, store),
    }),
  };
  const names = index({ boost: { title: 4, slug: 2 }, textsOf: namesOf, isPublished: true });
  const all = index({ ...whole, isPublished: true });
  const unpublished = index({ ...whole, isPublished: false });

  function follow({ kind, before, after }: EntryChange): void {
    const entry = (after ?? before)!;
    if (SCHEMAS.includes(kind)) for (const texts of [all, unpublished]) texts.reset();
    if (kind === 'block') followBlock(entry.key);
    if (kind === 'page') for (const one of [names, all, unpublished]) one.changed(entry.id);
  }

  function followBlock(key: string): void {
    const used = [all, unpublished].filter((one) => one.isUsed());
    if (used.length === 0) return;
    for (const { id } of store.referring('block', key)) for (const one of used) one.changed(id);
  }

  store.add({ apply: (changes) => changes.forEach(follow) });
  return { names, all, unpublished };
}

interface IndexedPage {
  readonly boost: Readonly<Record<string, number>>;
  textsOf(page: Entry<Page>): Record<string, string>;
  readonly isPublished: boolean;
}
