import type { QueryClient } from '@tanstack/react-query';
import type { EventData, EventHandler } from '../feature.ts';

/** Query kinds that depend on records of every kind. */
const OVERVIEWS = ['dashboard', 'problems', 'search', 'audit', 'changes', 'change'];

/** How long events are collected before the cache is refreshed: a bulk action sends hundreds. */
const GATHER_MS = 150;

/** The server's events, each with the query kinds that it makes stale. */
const EVENTS: Readonly<Record<string, EventHandler>> = {
  'page.created': () => ['page'],
  'page.updated': () => ['page'],
  'page.published': () => ['page'],
  'page.unpublished': () => ['page'],
  'page.deleted': () => ['page'],
  'media.uploaded': () => ['media'],
  'media.deleted': () => ['media'],
  'merge.clashed': () => ['sync'],
  'change.created': () => ['page', 'block'],
  'change.updated': () => ['page', 'block'],
  'change.published': () => ['page', 'block', 'chosen'],
  'change.dropped': () => ['page', 'block', 'chosen'],
  'content.changed': ({ data }) => data?.records?.map(({ kind }) => kind) ?? [],
};

/**
 * Invalidates in the cache what the server says has changed.
 *
 * @param others events that change no record, with what they mean
 * @returns a function that stops it
 */
export function invalidateOnEvents(
  client: QueryClient,
  others: Readonly<Record<string, EventHandler>> = {},
): () => void {
  const handlers = { ...EVENTS, ...others };
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = (): void => {
    timer = undefined;
    const kinds = new Set(changed);
    changed.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => kinds.has(String(queryKey[0])) });
  };
  const hear = ({ name, data }: ServerEvent): void => {
    // Events were missed, so anything may have changed.
    if (name === RESET) return void client.invalidateQueries();
    const stale = handlers[name]?.(JSON.parse(data) as EventData, client) ?? [];
    for (const kind of name in EVENTS ? [...OVERVIEWS, ...stale] : stale) changed.add(kind);
    timer ??= setTimeout(refresh, GATHER_MS);
  };
  const stop = shareEventStream(Object.keys(handlers), hear);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** An event as it is passed on. */
interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

const RESET = 'reset';
const SHARED = 'quire.events';
/** A window whose stream opens later than this may have missed events. */
const LATE_MS = 300;

/**
 * Listens in one window on behalf of all windows of the browser: a browser opens only a few connections to a server, and
 * each stream occupies one.
 */
function shareEventStream(names: readonly string[], hear: (heard: ServerEvent) => void): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(SHARED);
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => hear(data);
  const tell = (heard: ServerEvent): void => {
    hear(heard);
    channel.postMessage(heard);
  };
  end.signal.addEventListener('abort', () => channel.close());
  const begin = performance.now();
  const listen = (): Promise<void> => openStream({ names, tell, signal: end.signal, begin });
  // Without a secure context there are no locks, so each window listens for itself.
  const listening: Promise<unknown> = navigator.locks
    ? navigator.locks.request(SHARED, { signal: end.signal }, listen)
    : openStream({ names, tell: hear, signal: end.signal, begin });
  void listening.catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return () => end.abort();
}

/** How long to wait before a refused stream is opened again. */
const REFUSED_MS = 10_000;

interface StreamOptions {
  /** The events to listen to. */
  readonly names: readonly string[];
  tell(heard: ServerEvent): void;
  readonly signal: AbortSignal;
  /** When listening began. */
  readonly begin: number;
}

/**
 * Keeps a stream open until `signal` aborts. A browser gives up for good on a stream that is refused once, by a proxy
 * while the server starts or because the session has ended; this opens it again.
 */
function openStream({ names, tell, signal, begin }: StreamOptions): Promise<void> {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = (): void => tell({ name: RESET, data: '' });
  function open(onOpen: () => void): void {
    source = new EventSource('/api/admin/events');
    source.addEventListener('open', onOpen, { once: true });
    for (const name of [...names, RESET])
      source.addEventListener(name, ({ data }: MessageEvent<string>) => tell({ name, data }));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(() => open(reset), REFUSED_MS);
    });
  }
  open(() => {
    if (performance.now() - begin > LATE_MS) reset();
  });
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source.close();
      resolve();
    });
  });
}
