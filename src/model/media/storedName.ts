import { isKey } from '../text/slug.ts';
import { endingOf, endingOfType, isStorable, mimeTypeOfName } from './mediaType.ts';

/** The file that a name is made for. */
interface HashedFile {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly mimeType: string;
}

/** The name of a media item's stored file: `<key>-<first 8 hex of its SHA-256>.<ext>`. */
export const storedName = (key: string, { hash, mimeType }: HashedFile): string =>
  `${key}-${hash.slice(0, 8)}.${endingOfType(mimeType)}`;

const SHAPE = /^(.+)-[0-9a-f]{8}\.[a-z0-9]+$/;

/** The key of the item that `storedName` could have made this name for; null if it could not, or for no upload. */
export function keyOfStoredName(name: string): string | null {
  const key = SHAPE.exec(name)?.[1];
  const mimeType = mimeTypeOfName(name);
  if (key === undefined || !isKey(key)) return null;
  return isStorable(mimeType) && endingOf(name) === endingOfType(mimeType) ? key : null;
}

/** Whether `storedName` could have made this name, for a file that may be uploaded. */
export const isStoredName = (name: string): boolean => keyOfStoredName(name) !== null;
