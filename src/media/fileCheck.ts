import type { Media } from '../model/entities/media.ts';
import type { Entry, Lookup, Problem } from '../model/entry.ts';
import type { MediaStorage, StoredFile } from './storage/storage.ts';

/** Remembers what turned out to be wrong with media files when they were read. */
export interface FileCheck {
  /** Remembers what was found for an item just now; null: no file. */
  note(entry: Entry<Media>, found: StoredFile | null): void;
  /** Remembers that an item's file, as it was found, is no picture. */
  noteBroken(entry: Entry<Media>, found: StoredFile): void;
  problems(): readonly Problem[];
}

interface Options {
  readonly lookup: Lookup;
  /** Where all files can be listed, missing ones are reported when they are. */
  readonly storage: Pick<MediaStorage, 'list'>;
}

/** One record's problem with one version of it. */
interface Noted {
  readonly entry: Entry<Media>;
  readonly message: string;
  /** Noted for a file that turned out not to be a picture, until another file takes its place. */
  readonly brokenVersion?: string;
}

export function createFileCheck({ lookup, storage }: Options): FileCheck {
  const noted = new Map<number, Noted>();
  return {
    note(entry, found) {
      if (found && noted.get(entry.id)?.brokenVersion === found.version) return;
      const message = storage.list ? undefined : problemOf(entry.data, found);
      if (message === undefined) noted.delete(entry.id);
      else noted.set(entry.id, { entry, message });
    },
    noteBroken(entry, { version }) {
      const message = `its file ${entry.data.filename} is no picture that can be read`;
      noted.set(entry.id, { entry, message, brokenVersion: version });
    },
    problems: () =>
      [...noted.values()]
        .filter(({ entry }) => lookup.get('media', entry.id)?.rev === entry.rev)
        .map(({ entry, message }) => ({ path: entry.path, code: 'MEDIA_FILE', message })),
  };
}

function problemOf({ filename, size }: Media, found: StoredFile | null): string | undefined {
  if (found === null) return `its file ${filename} is not there`;
  if (size === undefined || size === found.size) return undefined;
  return `its file ${filename} has ${found.size} bytes, not ${size}`;
}
