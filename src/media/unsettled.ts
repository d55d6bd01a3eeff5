import type { Problem } from '../model/entry.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readNames } from './namesFile.ts';
import type { MediaStorage } from './storage/storage.ts';

/**
 * Keeps stored files and records together where a commit cannot: whoever stores a file or removes its record notes the
 * name first. Once that is over, a file that no record names is taken away; what cannot be taken away now is tried again,
 * also after a restart.
 */
export interface Unsettled {
  /** Notes a name, durably, before anything happens to its file. */
  begin(name: string): Promise<void>;
  /** It is over, well or not. Never throws. */
  end(name: string): Promise<void>;
  /** What could not be taken away. */
  problems(): readonly Problem[];
  /** Takes away what an earlier process has left, or what could not be taken away before. */
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
  /** What somebody is busy with: not for `retry` to touch. */
  const busy = new Set<string>();
  const failed = new Map<string, Problem>();
  let saving = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** One after the other, each with the names as they are then. */
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
  message: 'is deleted, but its file could not be taken out of the media storage yet: this is tried again',
});
