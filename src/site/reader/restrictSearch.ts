import type { PageSearchIndexes } from '../../store/search/search.ts';
import type { SearchIndex } from '../../store/search/searchIndex.ts';

/** Search that finds no page that somebody may not read. Only the order of what it finds depends on those. */
export function restrictSearch(
  { names, all, unpublished }: PageSearchIndexes,
  isReadable: (id: number) => boolean,
): PageSearchIndexes {
  const restrict = (index: SearchIndex): SearchIndex => ({
    ...index,
    find: (query, { admits, limit }) => index.find(query, { limit, admits: (id) => isReadable(id) && admits(id) }),
  });
  return { names: restrict(names), all: restrict(all), unpublished: restrict(unpublished) };
}
