import type { QueryClient } from '@tanstack/react-query';
import type { Kind } from './keys.ts';

/** What is made from records of any kind. */
const OVERVIEWS = ['dashboard', 'problems', 'search', 'audit', 'changes', 'change'];

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
  'change.created': () => ['page'],
  'change.updated': () => ['page'],
  'change.published': () => ['page', 'chosen'],
  'change.dropped': () => ['page', 'chosen'],
  presence: () => ['presence'],
  'content.changed': ({ data }) => data?.records?.map(({ kind }) => kind) ?? [],
};

/** Makes stale in the cache what the server tells has changed; ends with the call of what it gives. */
export function followEvents(client: QueryClient): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = (): void => {
    timer = undefined;
    const kinds = new Set(changed);
    changed.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => kinds.has(String(queryKey[0])) });
  };
  const hear = ({ name, data }: Heard): void => {
    // What has happened meanwhile is not known any more.
    if (name === RESET) return void client.invalidateQueries();
    // Who has what open changes no record.
    const overviews = name === 'presence' ? [] : OVERVIEWS;
    for (const kind of [...overviews, ...(EVENTS[name]?.(JSON.parse(data) as Told) ?? [])]) changed.add(kind);
    timer ??= setTimeout(refresh, GATHER_MS);
  };
  const stop = hearTogether(hear);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** An event as it is passed on. */
interface Heard {
  readonly name: string;
  readonly data: string;
}

const RESET = 'reset';
const SHARED = 'quire.events';
/** Who has waited so long for the stream has missed what came before. */
const WAITED_MS = 1000;

/** Listens to the server's events in one window for all windows of a browser: it opens few connections to a server, and each stream keeps one. */
function hearTogether(hear: (heard: Heard) => void): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(SHARED);
  channel.onmessage = ({ data }: MessageEvent<Heard>) => hear(data);
  const tell = (heard: Heard): void => {
    hear(heard);
    channel.postMessage(heard);
  };
  end.signal.addEventListener('abort', () => channel.close());
  const begin = performance.now();
  const listen = (): Promise<void> => {
    if (performance.now() - begin > WAITED_MS) tell({ name: RESET, data: '' });
    return openStream(tell, end.signal);
  };
  // Where a page is not served safely, a browser knows no locks: each window listens for itself.
  const listening: Promise<unknown> = navigator.locks
    ? navigator.locks.request(SHARED, { signal: end.signal }, listen)
    : openStream(hear, end.signal);
  void listening.catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return () => end.abort();
}

/** How long it takes until a stream is asked for again that the server, or what stands before it, has refused. */
const REFUSED_MS = 10_000;

/** Ends with its signal. A browser gives a stream up for good that is refused once: by a proxy while the server starts, or because a session has ended. */
function openStream(tell: (heard: Heard) => void, signal: AbortSignal): Promise<void> {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function open(): void {
    source = new EventSource('/api/admin/events');
    for (const name of [...Object.keys(EVENTS), RESET])
      source.addEventListener(name, ({ data }: MessageEvent<string>) => tell({ name, data }));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(reopen, REFUSED_MS);
    });
  }
  function reopen(): void {
    open();
    source.addEventListener('open', () => tell({ name: RESET, data: '' }), { once: true });
  }
  open();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source.close();
      resolve();
    });
  });
}
