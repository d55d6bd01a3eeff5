import type { QueryClient } from '@tanstack/react-query';
import { fetchOnce } from '../../router/root.ts';
import { draftsQuery, openChangesQuery, unpublishedQuery, workQuery } from './Drafts.tsx';
import { HOME_PANELS } from './FeaturePanels.tsx';
import { problemsQuery, publishedQuery } from './queries.ts';

const [MINE, OTHERS] = [{ isMine: true }, { isMine: false }];

/** Loads what is above something else, so that nothing moves once the screen is shown. */
export function loadHome(client: QueryClient): Promise<unknown> {
  // May take long on a large site, and is above one section only.
  void client.prefetchQuery(problemsQuery);
  return Promise.all([
    fetchOnce(client, unpublishedQuery(MINE)),
    fetchOnce(client, draftsQuery(MINE)),
    fetchOnce(client, workQuery),
    fetchOnce(client, unpublishedQuery(OTHERS)),
    fetchOnce(client, draftsQuery(OTHERS)),
    fetchOnce(client, openChangesQuery),
    fetchOnce(client, publishedQuery),
    ...HOME_PANELS.map(({ Section, fetchAhead }) => Promise.all([Section.preload?.(), fetchAhead?.(client)])),
  ]);
}
