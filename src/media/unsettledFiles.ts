import { createTaskQueue } from '../lib/turn/createTaskQueue.ts';
import type { Problem } from '../model/entry.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readFileNames } from './namesFile.ts';
import type { MediaStorage } from './storage/storage.ts';

/**
 * Keeps stored files and records consistent if files are outside of git: whoever stores a file or removes its record notes
 * the name first. Afterwards a file that no record names is removed; if that fails it is tried again, even after a
 * restart.
 */
export interface UnsettledFiles {
  /** Notes a name, durably, before anything happens to its file. Waits for a removal of the file that has begun. */
  begin(name: string): Promise<void>;
  /** The operation is over, whether it succeeded or not; the last one of a name decides about the file. Never throws. */
  end(name: string): Promise<void>;
  /** Whether the file may be removed: an operation on it is running, or its removal has failed. */
  isNoted(name: string): boolean;
  /** One problem for each file that could not be removed. */
  problems(): readonly Problem[];
  /** Removes what an earlier process has left, or could not be removed before. */
  retry(): Promise<void>;
  close(): void;
}

interface Options {
  readonly storage: Pick<MediaStorage, 'discard'>;
  /** A file in the private folder. */
  readonly path: string;
  /** Whether a record names the file, or a change may. */
  isNamed(name: string): boolean;
  onError(error: unknown): void;
  readonly retryMs?: number;
  /** Writes the file; tests pass one that fails. */
  readonly write?: typeof writePrivateFile;
}

const RETRY_MS = 60_000;

export async function openUnsettled(options: Options): Promise<UnsettledFiles> {
  const { storage, path, isNamed, onError, retryMs = RETRY_MS, write = writePrivateFile } = options;
  const names = await readFileNames(path);
  /** How many operations are running on each name: `retry` must not touch these. */
  const busy = new Map<string, number>();
  const settling = new Map<string, Promise<void>>();
  const failed = new Map<string, Problem>();
  const inTurn = createTaskQueue();
  let timer: NodeJS.Timeout | undefined;

  /** Saves run one after the other, each with the names of its moment. */
  const save = (): Promise<void> => inTurn(() => write(path, `${JSON.stringify([...names])}\n`));

  function count(name: string, by: number): void {
    const left = (busy.get(name) ?? 0) + by;
    if (left > 0) busy.set(name, left);
    else busy.delete(name);
  }

  function settle(name: string): Promise<void> {
    const settled = removeUnnamed(name).finally(() => settling.delete(name));
    settling.set(name, settled);
    return settled;
  }

  async function removeUnnamed(name: string): Promise<void> {
    try {
      if (!isNamed(name)) await storage.discard(name);
      failed.delete(name);
      names.delete(name);
      await save();
    } catch (error) {
      onError(error);
      names.add(name);
      failed.set(name, leftOver(name));
      retryLater();
    }
  }

  function retryLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void retry();
    }, retryMs).unref();
  }

  async function retry(): Promise<void> {
    for (const name of [...names]) if (!busy.has(name)) await (settling.get(name) ?? settle(name));
  }

  return {
    async begin(name) {
      count(name, 1);
      await settling.get(name);
      const wasNoted = names.has(name);
      names.add(name);
      try {
        await save();
      } catch (error) {
        count(name, -1);
        // Another operation on it may have begun meanwhile.
        if (!wasNoted && !busy.has(name)) names.delete(name);
        throw error;
      }
    },
    async end(name) {
      if (busy.get(name) === 1) await settle(name);
      count(name, -1);
    },
    isNoted: (name) => names.has(name),
    problems: () => [...failed.values()],
    retry,
    close: () => clearTimeout(timer),
  };
}

const leftOver = (name: string): Problem => ({
  path: `media/files/${name}`,
  code: 'MEDIA_STORAGE',
  message: 'is deleted, but its file could not be removed from the media storage yet: it will be tried again',
});
