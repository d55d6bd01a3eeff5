import { createTaskQueue } from '../../../lib/turn/createTaskQueue.ts';
import { ask } from '../../wire/ask.ts';
import { WireError } from '../../wire/WireError.ts';
import { dropWork, type LocalWorkKey, storeWork, type UnsavedWork } from './unsavedWork.ts';

/**
 * Where what somebody types is: `none` if all of it is saved, `keeping` while it is on its way, `kept` once the server
 * has it, `local` if only this browser does.
 */
export type AutoSaveState = 'none' | 'keeping' | 'kept' | 'local';

/** Keeps unfinished work in this browser at once, and on the server as soon as that can be reached. */
export interface AutoSaver {
  readonly state: () => AutoSaveState;
  keep(work: UnsavedWork): void;
  /** Work that fits is sent even though the window is closing. */
  keepLast(work: UnsavedWork): void;
  /** Forgets the work, because it is saved or given up. What was typed on another device since stays there. */
  forget(): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Stops trying to reach the server. */
  close(): void;
}

/** How long to wait before the server is tried again. */
const RETRY_MS = 10_000;
/** Less than what browsers send of a window that closes. */
const LAST_BYTES = 60_000;
/** Work of this size is sent without what it is based on: the server keeps 1 MiB of a record. */
const MAX_CHARACTERS = 400_000;

const requestOf = ({ kind, id, change }: LocalWorkKey, { values, saved, etag, at }: UnsavedWork) => {
  const isLarge = JSON.stringify(values).length + JSON.stringify(saved).length > MAX_CHARACTERS;
  return {
    path: { kind, id },
    ...(change !== undefined && { query: { change } }),
    body: { base: { rev: etag, ...(!isLarge && { values: saved }) }, values, savedAt: at },
  };
};

/** What the server refuses whatever is tried: it stays in this browser. */
const isPermanentRefusal = (error: unknown): boolean =>
  error instanceof WireError && [400, 403, 413].includes(error.status);

export function createAutoSaver(place: LocalWorkKey): AutoSaver {
  const listeners = new Set<() => void>();
  let state: AutoSaveState = 'none';
  /** The work that the server does not have yet. */
  let waiting: UnsavedWork | undefined;
  /** When the newest work that the server has was saved, by its clock. */
  let until: string | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function show(next: AutoSaveState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const inTurn = createTaskQueue();

  async function send(): Promise<void> {
    const work = waiting;
    if (!work) return;
    try {
      until = (await ask('PUT /api/admin/work/{kind}/{id}', requestOf(place, work))).data.savedAt;
      if (waiting === work) waiting = undefined;
      if (waiting === undefined && state !== 'none') show('kept');
    } catch (error) {
      show('local');
      if (isPermanentRefusal(error)) waiting = undefined;
      else tryLater();
    }
  }

  function tryLater(): void {
    clearTimeout(retry);
    if (!isClosed) retry = setTimeout(() => void inTurn(send), RETRY_MS);
  }

  const onOnline = (): void => void inTurn(send);
  window.addEventListener('online', onOnline);

  function keepHere(work: UnsavedWork): void {
    waiting = work;
    // A private window may allow no storage.
    void storeWork(place, work).catch(() => undefined);
  }

  return {
    state: () => state,
    keep(work) {
      keepHere(work);
      show('keeping');
      void inTurn(send);
    },
    keepLast(work) {
      keepHere(work);
      const request = requestOf(place, work);
      if (JSON.stringify(request.body).length > LAST_BYTES) return;
      void ask('PUT /api/admin/work/{kind}/{id}', { ...request, keepalive: true }).catch(() => undefined);
    },
    async forget() {
      waiting = undefined;
      show('none');
      const { kind, id, change } = place;
      await Promise.all([
        dropWork(place).catch(() => undefined),
        inTurn(async () => {
          // Typed again while this waited for its turn.
          if (waiting !== undefined || until === undefined) return;
          const query = { until, ...(change !== undefined && { change }) };
          until = undefined;
          await ask('DELETE /api/admin/work/{kind}/{id}', { path: { kind, id }, query }).catch(() => undefined);
        }),
      ]);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      window.removeEventListener('online', onOnline);
    },
  };
}
