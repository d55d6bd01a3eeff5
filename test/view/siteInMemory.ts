import { createStore } from '../../src/store/createStore.ts';
import { createPageLists } from '../../src/store/page/pageLists.ts';
import { createPreviewContent, createPublicContent } from '../../src/view/publicContent.ts';
import { update } from '../store/siteFiles.ts';

type Json = Readonly<Record<string, unknown>>;

export const NOW = '2026-02-01T12:00:00.000Z';
export const EARLIER = '2026-01-20T00:00:00.000Z';
export const LATER = '2026-02-02T00:00:00.000Z';

/** What everybody and what a preview sees of a site with these files, at {@link NOW}. */
export function siteInMemory(files: Readonly<Record<string, Json>>) {
  const store = createStore();
  store.apply(Object.entries(files).map(([path, value]) => update(path, value)));
  const clock = () => new Date(NOW);
  const lists = createPageLists(store, clock);
  return {
    store,
    lists,
    content: createPublicContent(store, lists, clock),
    preview: createPreviewContent(store, lists, clock),
  };
}

/** The values that a page's file needs, and these. */
export const pageFile = (values: Json = {}): Json => ({ type: 'article', title: 'A', status: 'published', ...values });
