import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Store } from '../store.ts';
import { HAS_WORDS, type Rank, rankTexts, readSearchText } from './rankTexts.ts';
import type { PageSearchIndexes } from './search.ts';

/**
 * Starts to index all texts, in slices: whoever opens a list is likely to search it, and the first search would otherwise
 * wait for that.
 */
export function prepareSearch({ all, unpublished }: PageSearchIndexes): void {
  // A search that fails for the same reason reports it.
  for (const index of [all, unpublished]) index.ready().catch(() => undefined);
}

interface SearchSources {
  readonly store: Pick<Store, 'all' | 'get'>;
  readonly search: PageSearchIndexes;
}

/**
 * The ids of the pages, of any status, that contain all words of a text: somewhere in title and slug, or at the beginning
 * of words in all that the page says. In slices, so that other requests are served in between.
 */
export async function rankPages(text: string, { store, search }: SearchSources): Promise<ReadonlyMap<number, Rank>> {
  const wanted = readSearchText(text);
  const ranks = new Map<number, Rank>();
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const { id, data } of store.all('page')) {
    const rank = rankTexts([data.title, data.slug], wanted);
    if (Number.isFinite(rank)) ranks.set(id, rank);
    const turn = yieldIfBusy();
    if (turn) await turn;
  }
  for (const index of [search.all, search.unpublished]) {
    await index.ready();
    const { ids } = index.find(text, { admits: (id) => !ranks.has(id), limit: Number.POSITIVE_INFINITY });
    // After those that are called so, in the order of the index.
    for (const [at, id] of ids.entries()) ranks.set(id, HAS_WORDS + 1 + at);
  }
  return ranks;
}
