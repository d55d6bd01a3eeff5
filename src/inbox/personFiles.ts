import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../lib/disk/nullIfMissing.ts';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { createTaskQueue, type TaskQueue } from '../lib/turn/createTaskQueue.ts';
import { makePrivateFolder, writePrivateFile } from '../store/privateFolder.ts';

/** A small JSON file for each person, in a private folder of their own kind. A person is named as `user/1`. */
export interface PersonFiles<T> {
  /** Those who have a file. */
  people(): Promise<readonly string[]>;
  read(person: string): Promise<T>;
  /**
   * Replaces what a file holds; durable when it resolves. Changes of one file happen one after the other, and one that
   * returns what it was given writes nothing.
   *
   * @throws what `change` throws
   */
  update(person: string, change: (present: T) => T): Promise<T>;
}

interface PersonFilesOptions<T> {
  readonly folder: string;
  readonly empty: T;
  /** Reads the value from the file's JSON. If it throws, the file counts as empty. */
  parse(json: unknown): T;
  onError(error: unknown): void;
}

/** One person's file. */
interface PersonFile<T> {
  readonly path: string;
  readonly inTurn: TaskQueue;
  value?: T;
}

export function openPersonFiles<T extends object>({
  folder,
  empty,
  parse,
  onError,
}: PersonFilesOptions<T>): PersonFiles<T> {
  const files = new Map<string, PersonFile<T>>();

  async function readPersonFile(path: string): Promise<T> {
    try {
      const text = await readFileIfExists(path);
      return text === null ? empty : parse(JSON.parse(text));
    } catch (cause) {
      onError(new Error(`${path} cannot be read`, { cause }));
      return empty;
    }
  }

  /** Acts on one person's file when its turn comes. */
  function inFile<R>(person: string, act: (file: PersonFile<T>, value: T) => Promise<R>): Promise<R> {
    const file = files.get(person) ?? { path: join(folder, toFileName(person)), inTurn: createTaskQueue() };
    files.set(person, file);
    return file.inTurn(async () => {
      file.value ??= await readPersonFile(file.path);
      return act(file, file.value);
    });
  }

  return {
    people: async () => ((await nullIfMissing(readdir(folder))) ?? []).flatMap((name) => personOfFile(name) ?? []),
    read: (person) => inFile(person, async (_, value) => value),
    update: (person, change) =>
      inFile(person, async (file, value) => {
        const next = change(value);
        if (next === value) return value;
        await makePrivateFolder(folder);
        await writePrivateFile(file.path, JSON.stringify(next));
        file.value = next;
        return next;
      }),
  };
}

const toFileName = (person: string): string => `${person.replace('/', '-')}.json`;

function personOfFile(fileName: string): string | undefined {
  const [, type, id] = /^([a-z-]+)-(\d+)\.json$/.exec(fileName) ?? [];
  return type === undefined ? undefined : `${type}/${id}`;
}
