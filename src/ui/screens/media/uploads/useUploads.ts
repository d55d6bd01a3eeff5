import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../wire/ask.ts';
import { chosenName } from '../../../wire/chosenChange.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { sendFile, type UploadDestination, type UploadResult } from '../../../wire/upload.ts';

/** The upload of one file. */
export interface UploadTask extends UploadDestination {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** How much has been sent, from 0 to 1. */
  readonly share: number;
  readonly sent?: UploadResult;
  readonly error?: unknown;
  readonly stop: AbortController;
}

/** More at once would only wait for one another on the server. */
const AT_ONCE = 3;

/** The query cache holds the uploads, so that they continue while other screens are shown. */
const uploadsQuery = queryOptions<readonly UploadTask[]>({
  queryKey: createQueryKey('uploads'),
  queryFn: skipToken,
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export interface Uploads {
  readonly all: readonly UploadTask[];
  add(files: readonly File[], destination: UploadDestination): void;
  cancel(upload: UploadTask): void;
  retry(upload: UploadTask): void;
  /** Removes a finished upload from the list. */
  dismiss(upload: UploadTask): void;
  /** Deletes the item that an upload has created, because the same file exists already. */
  undo(upload: UploadTask): Promise<void>;
  /** Removes all finished uploads from the list. */
  clear(): void;
}

/** The uploads, and the actions on them. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const { data: all = [] } = useQuery(uploadsQuery);
  const actions = useMemo(() => actionsOn(client), [client]);
  return { all, ...actions };
}

export const isUnderWay = ({ state }: UploadTask): boolean => state === 'waiting' || state === 'sending';

function actionsOn(client: QueryClient): Omit<Uploads, 'all'> {
  const read = (): readonly UploadTask[] => client.getQueryData(uploadsQuery.queryKey) ?? [];
  function write(change: (all: readonly UploadTask[]) => readonly UploadTask[]): void {
    const all = change(read());
    client.setQueryData(uploadsQuery.queryKey, all);
    guardWindow(all.some(isUnderWay));
  }
  const set = (id: string, more: Partial<UploadTask>): void =>
    write((all) => all.map((one) => (one.id === id ? { ...one, ...more } : one)));
  const drop = (id: string): void => write((all) => all.filter((one) => one.id !== id));

  async function run({ id, stop, ...upload }: UploadTask): Promise<void> {
    try {
      const onProgress = (share: number): void => set(id, { share });
      const sent = await sendFile({ ...upload, onProgress, signal: stop.signal });
      set(id, { state: 'done', share: 1, sent });
      void client.invalidateQueries({ queryKey: createQueryKey('media') });
    } catch (error) {
      if (!stop.signal.aborted) set(id, { state: 'failed', error });
    } finally {
      next();
    }
  }

  function next(): void {
    const free = AT_ONCE - read().filter(({ state }) => state === 'sending').length;
    const waiting = read().filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, free))) {
      set(upload.id, { state: 'sending' });
      void run(upload);
    }
  }

  return {
    add(files, destination) {
      write((all) => [...all, ...files.map((file) => newUpload(file, destination))]);
      next();
    },
    cancel({ id, stop }) {
      stop.abort();
      drop(id);
      next();
    },
    retry({ id }) {
      set(id, { state: 'waiting', share: 0, error: undefined, stop: new AbortController() });
      next();
    },
    dismiss: ({ id }) => drop(id),
    async undo({ id, sent, change = null }) {
      if (sent) await ask('DELETE /api/admin/media/{id}', { path: { id: sent.item.id }, change });
      drop(id);
      await client.invalidateQueries({ queryKey: createQueryKey('media') });
    },
    clear: () => write((all) => all.filter(isUnderWay)),
  };
}

const newUpload = (file: File, destination: UploadDestination): UploadTask => ({
  ...destination,
  // Those that wait do not follow when another change is chosen.
  change: chosenName(),
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  file,
  state: 'waiting',
  share: 0,
  stop: new AbortController(),
});

/** Makes the browser ask before a window with running uploads is closed, on any screen. */
const guard = (event: BeforeUnloadEvent): void => event.preventDefault();

function guardWindow(isBusy: boolean): void {
  if (isBusy) window.addEventListener('beforeunload', guard);
  else window.removeEventListener('beforeunload', guard);
}
