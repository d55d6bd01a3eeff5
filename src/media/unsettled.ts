import type { Problem } from '../model/entry.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readNames } from './namesFile.ts';
import type { MediaStorage } from './storage/storage.ts';

/**
 * Keeps stored files and records consistent if files are outside of git: whoever stores a file or removes its record notes
 * the name first. Afterwards a file that no record names is removed; if that fails it is tried again, even after a
 * restart.
 */
export interface Unsettled {
  /** Notes a name, durably, before anything happens to its file. */
  begin(name: string): Promise<void>;
  /** The operation is over, whether it succeeded or not. Never throws. */
  end(name: string): Promise<void>;
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
  /** Whether a record names the file. */
  isNamed(name: string): boolean;
  onError(error: unknown): void;
  readonly retryMs?: number;
}

const RETRY_MS = 60_000;

export async function openUnsettled(options: Options): Promise<Unsettled> {
  const { storage, path, isNamed, onError, retryMs = RETRY_MS } = options;
  const names = await readNames(path);
  /** Names of running operations, which `retry` must not touch. */
  const busy = new Set<string>();
  const failed = new Map<string, Problem>();
  let saving = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Saves run one after the other, each with the names of its moment. */
  function save(): Promise<void> {
    saving = saving.catch(() => undefined).then(() => writePrivateFile(path, `${JSON.stringify([...names])}\n`));
    return saving;
  }

  async function settle(name: string): Promise<void> {
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
    for (const name of [...names]) if (!busy.has(name)) await settle(name);
  }

  return {
    async begin(name) {
      busy.add(name);
      names.add(name);
      try {
        await save();
      } catch (error) {
        busy.delete(name);
        names.delete(name);
        throw error;
      }
    },
    async end(name) {
      await settle(name);
      busy.delete(name);
    },
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
