import type { Media } from '../model/entities/media.ts';
import type { Change, Entry, Lookup, Problem } from '../model/entry.ts';
import type { StorePart } from '../store/store.ts';
import type { MediaStorage, StoredFile } from './storage.ts';

/** Knows which media items lack the file that their record speaks of. Hears of every change of a record. */
export interface FileCheck extends StorePart {
  /** Remembers what was found for an item just now; null: no file. */
  note(entry: Entry<Media>, found: StoredFile | null): void;
  /** Remembers that an item's file, as it was found, is no picture. */
  noteBroken(entry: Entry<Media>, found: StoredFile): void;
  /** Looks at every item's file. */
  all(): Promise<void>;
  problems(): readonly Problem[];
  /** Resolves when nothing is being looked at. */
  idle(): Promise<void>;
}

interface Options {
  readonly lookup: Lookup;
  readonly storage: Pick<MediaStorage, 'find'>;
  onError(error: unknown): void;
}

/** One record's problem with one version of it. */
interface Noted {
  readonly entry: Entry<Media>;
  readonly message: string;
  /** Of the file that turned out to be no picture: it stays so until another is found. */
  readonly brokenVersion?: string;
}

export function createFileCheck({ lookup, storage, onError }: Options): FileCheck {
  const noted = new Map<number, Noted>();
  let looking: Promise<void> = Promise.resolve();

  function note(entry: Entry<Media>, found: StoredFile | null): void {
    if (found && noted.get(entry.id)?.brokenVersion === found.version) return;
    const message = problemOf(entry.data, found);
    if (message === undefined) noted.delete(entry.id);
    else noted.set(entry.id, { entry, message });
  }

  async function look(entries: readonly Entry<Media>[]): Promise<void> {
    for (const entry of entries) note(entry, await storage.find(entry.data.filename));
  }

  function enqueue(entries: readonly Entry<Media>[]): Promise<void> {
    looking = looking.then(() => look(entries)).catch(onError);
    return looking;
  }

  return {
    note,
    noteBroken(entry, { version }) {
      const message = `its file ${entry.data.filename} is no picture that can be read`;
      noted.set(entry.id, { entry, message, brokenVersion: version });
    },
    all: () => enqueue([...lookup.all('media')]),
    apply(changes) {
      const changed = changes.filter(isOfMedia).flatMap(({ after }) => after ?? []);
      if (changed.length > 0) void enqueue(changed);
    },
    problems: () =>
      [...noted.values()]
        .filter(({ entry }) => lookup.get('media', entry.id)?.rev === entry.rev)
        .map(({ entry, message }) => ({ path: entry.path, code: 'MEDIA_FILE', message })),
    idle: () => looking,
  };
}

const isOfMedia = (change: Change): change is Change<Media> => change.kind === 'media';

function problemOf({ filename, size }: Media, found: StoredFile | null): string | undefined {
  if (found === null) return `its file ${filename} is not there`;
  if (size === undefined || size === found.size) return undefined;
  return `its file ${filename} has ${found.size} bytes, not ${size}`;
}
