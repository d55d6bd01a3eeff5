import { join } from 'node:path';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import { writePrivateFile } from '../store/privateFolder.ts';

/** What lives in memory and outlives a restart in a small file: `<privateDir>/state/<name>.json`. */
export interface StateFile<T> {
  /** What the file held; whoever opens it changes it, and then asks for it to be written. */
  readonly value: T;
  /** Writes it now; on the disk when it resolves. @throws CmsError INSUFFICIENT_STORAGE */
  save(): Promise<void>;
  /** Writes it when `writeEveryMs` have passed since the first change. Never throws. */
  saveLater(): void;
  /** Writes what `saveLater` has put off. Never throws. */
  close(): Promise<void>;
}

interface Options<T> {
  readonly privateDir: string;
  readonly name: string;
  readonly empty: () => T;
  /** From the file's JSON. What it throws is told as a file that cannot be read. */
  parse(json: unknown): T;
  /** As JSON, without what may be forgotten by now. */
  show(value: T): unknown;
  /** Told when the file cannot be read, which then counts as empty, or not written later; what it throws of the first, the opening throws. */
  onError(error: unknown): void;
  readonly writeEveryMs?: number | undefined;
}

export async function openStateFile<T>(options: Options<T>): Promise<StateFile<T>> {
  const { show, onError, writeEveryMs = 60_000 } = options;
  const path = join(options.privateDir, 'state', `${options.name}.json`);
  const value = await readState(path, options);
  const save = coalesce(() => writePrivateFile(path, JSON.stringify(show(value))));
  let timer: NodeJS.Timeout | undefined;
  let isPutOff = false;
  let written: Promise<void> = Promise.resolve();

  function saveOrTell(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isPutOff = false;
    written = save().catch((error: unknown) => {
      isPutOff = true;
      onError(error);
    });
    return written;
  }

  return {
    value,
    save,
    saveLater() {
      isPutOff = true;
      timer ??= setTimeout(saveOrTell, writeEveryMs).unref();
    },
    close: () => (isPutOff ? saveOrTell() : written),
  };
}

async function readState<T>(path: string, { empty, parse, onError }: Options<T>): Promise<T> {
  try {
    const text = await readFileIfExists(path);
    return text === null ? empty() : parse(JSON.parse(text));
  } catch (error) {
    onError(error);
    return empty();
  }
}
