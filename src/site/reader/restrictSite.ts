import { lazily } from '../../lib/list/lazily.ts';
import { restrictContent } from '../../view/restrictContent.ts';
import { withParts } from '../joinSite.ts';
import type { Site } from '../site.ts';
import type { Reader } from './reader.ts';
import { restrictHistory } from './restrictHistory.ts';
import { restrictLists } from './restrictLists.ts';
import { restrictSearch } from './restrictSearch.ts';
import { restrictStore } from './restrictStore.ts';

/**
 * A version of the site as somebody sees it who may not read all of it. It moves along with the version. What writes it
 * is the version's own: writes are planned with what their author may read, and checked against everything.
 */
export function restrictSite<S extends Site>(site: S, reader: Reader): S {
  const { mayRead } = reader;
  const store = restrictStore(site.store, reader);
  const search = lazily(() => restrictSearch(site.search(), (id) => store.get('page', id) !== undefined));
  return withParts(site, {
    store,
    search,
    lists: restrictLists(site.lists, reader),
    history: restrictHistory(site.history, reader),
    view: {
      content: restrictContent(site.view.content, mayRead),
      preview: restrictContent(site.view.preview, mayRead),
    },
  });
}
