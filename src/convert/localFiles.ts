import { realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { hashFile } from '../lib/disk/hashFile.ts';
import { decodeUriText } from '../lib/text/decodeUriText.ts';
import { detectType } from '../media/detectType.ts';
import { CmsError } from '../model/errors.ts';
import { MAX_MEDIA_FILE_BYTES } from '../model/media/mediaType.ts';
import { plainName } from '../model/text/fileName.ts';
import type { FoundMedia, ImportTarget } from './foundSite.ts';
import type { Notes } from './notes.ts';
import { createUnique, toKey } from './slugs.ts';

/** The size limit of a document, less what base64 and the records add. */
const MAX_TOTAL_BYTES = 180 * 1024 * 1024;

/** The files in one folder as media items, each taken once however often it is mentioned. */
export interface LocalFiles {
  /**
   * Takes a file and returns the key of its media item. Await each call before the next: they share counts and sizes.
   *
   * @param paths where it may be in the folder; the first that exists is taken
   * @param place what mentions it, for notes
   * @returns undefined if none of them exists, or it cannot be a media item
   */
  take(paths: readonly string[], place: string, words?: MediaTexts): Promise<string | undefined>;
  readonly media: readonly FoundMedia[];
}

interface MediaTexts {
  readonly title?: string;
  readonly altText?: string;
}

export function createLocalFiles(
  folder: string,
  target: Pick<ImportTarget, 'hasMedia' | 'mediaOfHash'>,
  notes: Notes,
): LocalFiles {
  const root = realpathSync(folder);
  const unique = createUnique(target.hasMedia);
  const keys = new Map<string, string | undefined>();
  const media: FoundMedia[] = [];
  let bytes = 0;

  /** Resolves links, and returns a file only if it is inside the folder. */
  function find(path: string): string | undefined {
    try {
      const file = realpathSync(join(root, decodeUriText(path)));
      return file.startsWith(root + sep) && statSync(file).isFile() ? file : undefined;
    } catch {
      return undefined;
    }
  }

  async function makeItem(file: string, place: string, words: MediaTexts): Promise<string | undefined> {
    const { size } = statSync(file);
    const name = plainName(basename(file)).slice(-200) || 'file';
    if (size > MAX_MEDIA_FILE_BYTES) return refuse('A file is larger than 50 MiB', `${place}: ${name}`);
    if (bytes + size > MAX_TOTAL_BYTES)
      return refuse('One import takes at most 180 MiB of files: import the rest in parts', `${place}: ${name}`);
    try {
      await detectType(file, name);
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      return refuse(
        'A file has a type that is not allowed for media (such as SVG, HTML or programs)',
        `${place}: ${name}`,
      );
    }
    const present = target.mediaOfHash(await hashFile(file));
    if (present !== undefined) return present;
    bytes += size;
    const key = unique(toKey(name));
    media.push({ key, path: file, originalName: name, ...words });
    return key;
  }

  function refuse(message: string, place: string): undefined {
    notes.add(message, place);
    return undefined;
  }

  return {
    media,
    async take(paths, place, words = {}) {
      const file = paths.map(find).find((one) => one !== undefined);
      if (file === undefined) return undefined;
      if (!keys.has(file)) keys.set(file, await makeItem(file, place, words));
      return keys.get(file);
    },
  };
}
