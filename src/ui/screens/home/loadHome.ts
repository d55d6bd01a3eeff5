import type { QueryClient } from '@tanstack/react-query';
import { addSection } from '../../i18n/i18n.ts';
import { fetchOnce } from '../../router/root.ts';
import { HEALTH_LINES } from './Health.tsx';
import { HOME_PANELS } from './panels.tsx';
import { arrangementQuery } from './queries.ts';

/** Loads what is above something else, so that nothing moves once the screen is shown; of what is hidden, nothing. */
export async function loadHome(client: QueryClient): Promise<void> {
  const words = Promise.all([addSection('desk'), addSection('changeList')]);
  await fetchOnce(client, arrangementQuery);
  const hidden = client.getQueryData(arrangementQuery.queryKey)?.hidden ?? [];
  const panels = [...HOME_PANELS, ...HEALTH_LINES].filter(({ name }) => !hidden.includes(name));
  await Promise.all([
    words,
    ...panels.flatMap(({ Section, fetchAhead }) => [Section.preload?.(), fetchAhead?.(client)]),
  ]);
}
