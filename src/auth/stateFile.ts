import { join } from 'node:path';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import { writePrivateFile } from '../store/privateFolder.ts';

/** State in memory that survives a restart in a small file: `<privateDir>/state/<name>.json`. */
export interface StateFile<T> {
  /** The content of the file. Its owner changes the value and then calls `save` or `saveLater`. */
  readonly value: T;
  /** Writes the value; it is on the disk when this resolves. @throws CmsError INSUFFICIENT_STORAGE */
  save(): Promise<void>;
  /** Writes the value `writeEveryMs` after the first change. Never throws. */
  saveLater(): void;
  /** Writes what `saveLater` has postponed. Never throws. */
  close(): Promise<void>;
}

interface Options<T> {
  readonly privateDir: string;
  readonly name: string;
  readonly empty: () => T;
  /** Reads the value from the file's JSON. If it throws, the file counts as unreadable. */
  parse(json: unknown): T;
  /** Returns the value as JSON, without what may be forgotten by now. */
  show(value: T): unknown;
  /**
   * Called if the file cannot be read, which then counts as empty, or if `saveLater` cannot write it. What it throws in
   * the first case, `openStateFile` throws.
   */
  onError(error: unknown): void;
  readonly writeEveryMs?: number | undefined;
}

export async function openStateFile<T>(options: Options<T>): Promise<StateFile<T>> {
  const { show, onError, writeEveryMs = 60_000 } = options;
  const path = join(options.privateDir, 'state', `${options.name}.json`);
  const value = await readStateValue(path, options);
  const save = coalesce(() => writePrivateFile(path, JSON.stringify(show(value))));
  let timer: NodeJS.Timeout | undefined;
  let isPending = false;
  let written: Promise<void> = Promise.resolve();

  function saveOrTell(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
    written = save().catch((error: unknown) => {
      isPending = true;
      onError(error);
    });
    return written;
  }

  return {
    value,
    save,
    saveLater() {
      isPending = true;
      timer ??= setTimeout(saveOrTell, writeEveryMs).unref();
    },
    close: () => (isPending ? saveOrTell() : written),
  };
}

async function readStateValue<T>(path: string, { empty, parse, onError }: Options<T>): Promise<T> {
  try {
    const text = await readFileIfExists(path);
    return text === null ? empty() : parse(JSON.parse(text));
  } catch (error) {
    onError(error);
    return empty();
  }
}
