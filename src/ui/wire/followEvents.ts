import type { QueryClient } from '@tanstack/react-query';
import type { Kind } from './keys.ts';

/** What is made from records of any kind. */
const OVERVIEWS = ['dashboard', 'problems', 'search', 'audit', 'changes'];

/** How long events are gathered: a bulk action tells hundreds. */
const GATHER_MS = 150;

interface Told {
  readonly data?: { readonly records?: readonly { readonly kind: Kind }[] };
}

/** The events of the server, each with the kinds of records that it is about. */
const EVENTS: Readonly<Record<string, (told: Told) => readonly string[]>> = {
  'page.created': () => ['page'],
  'page.updated': () => ['page'],
  'page.published': () => ['page'],
  'page.unpublished': () => ['page'],
  'page.deleted': () => ['page'],
  'media.uploaded': () => ['media'],
  'media.deleted': () => ['media'],
  'merge.clashed': () => ['sync'],
  'content.changed': ({ data }) => data?.records?.map(({ kind }) => kind) ?? [],
};

/** Makes stale in the cache what the server tells has changed; ends with the call of what it gives. */
export function followEvents(client: QueryClient): () => void {
  const source = new EventSource('/api/admin/events');
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = (): void => {
    timer = undefined;
    const kinds = new Set([...changed, ...OVERVIEWS]);
    changed.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => kinds.has(String(queryKey[0])) });
  };
  const note = (kinds: readonly string[]): void => {
    for (const kind of kinds) changed.add(kind);
    timer ??= setTimeout(refresh, GATHER_MS);
  };

  for (const [name, kindsOf] of Object.entries(EVENTS))
    source.addEventListener(name, ({ data }) => note(kindsOf(JSON.parse(data) as Told)));
  // What has happened meanwhile is not known any more.
  source.addEventListener('reset', () => void client.invalidateQueries());
  return () => {
    source.close();
    clearTimeout(timer);
  };
}
