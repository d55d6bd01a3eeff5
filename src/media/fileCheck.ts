import type { Media } from '../model/entities/media.ts';
import type { Entry, Lookup, Problem } from '../model/entry.ts';
import type { MediaStorage, StoredFile } from './storage/storage.ts';

/** Remembers the problems of media files found when they were read. */
export interface FileCheck {
  /** Remembers the file just found for an item; null: none. */
  note(entry: Entry<Media>, found: StoredFile | null): void;
  /** Remembers that the file found for an item is not a readable picture. */
  noteBroken(entry: Entry<Media>, found: StoredFile): void;
  problems(): readonly Problem[];
}

interface Options {
  readonly lookup: Lookup;
  /** If it can list all files, missing ones are reported from the list instead. */
  readonly storage: Pick<MediaStorage, 'list'>;
}

/** The problem of one version of a record. */
interface NotedProblem {
  readonly entry: Entry<Media>;
  readonly message: string;
  /** The version of a file that is not a readable picture; the problem stays until the file is replaced. */
  readonly brokenVersion?: string;
}

export function createFileCheck({ lookup, storage }: Options): FileCheck {
  const noted = new Map<number, NotedProblem>();
  return {
    note(entry, found) {
      if (found && noted.get(entry.id)?.brokenVersion === found.version) return;
      const message = storage.list ? undefined : describeFileProblem(entry.data, found);
      if (message === undefined) noted.delete(entry.id);
      else noted.set(entry.id, { entry, message });
    },
    noteBroken(entry, { version }) {
      const message = `its file ${entry.data.filename} is not a readable picture`;
      noted.set(entry.id, { entry, message, brokenVersion: version });
    },
    problems: () =>
      [...noted.values()]
        .filter(({ entry }) => lookup.get('media', entry.id)?.rev === entry.rev)
        .map(({ entry, message }) => ({ path: entry.path, code: 'MEDIA_FILE', message })),
  };
}

function describeFileProblem({ filename, size }: Media, found: StoredFile | null): string | undefined {
  if (found === null) return `its file ${filename} is not there`;
  if (size === undefined || size === found.size) return undefined;
  return `its file ${filename} has ${found.size} bytes, not ${size}`;
}
