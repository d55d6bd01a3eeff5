import { type Media, mimeTypeOf } from '../../entities/media.ts';
import type { Entry, Lookup } from '../../entry.ts';
import { binaryPath } from '../../media/mediaVariant.ts';
import { pagePath } from '../../page/pagePath.ts';
import { mediaId, mediaKey } from '../../richText/imageSource.ts';
import { readPageAddress } from '../../richText/pageAddress.ts';
import { siteSettings } from '../../siteSettings.ts';

/** The address of a media item on the wire: `/api/content/media/12/original.jpg`. */
export const mediaAddress = ({ id, data }: Entry<Media>): string => binaryPath(id, 'original', mimeTypeOf(data));

/** The media item that a text names by key or address; null if it does not exist, undefined if the text names none. */
export function findNamedMedia(text: unknown, lookup: Lookup): Entry<Media> | null | undefined {
  const id = mediaId(text);
  if (id !== undefined) return lookup.get('media', id) ?? null;
  const key = mediaKey(text);
  return key === undefined ? undefined : (lookup.byKey('media', key) ?? null);
}

/** The address of a page or media item that a text names by its key; null if it does not exist. */
export function findNamedAddress(name: string, lookup: Lookup): string | null {
  const named = readPageAddress(name);
  const page = named && lookup.byKey('page', named.key);
  if (named) return page ? pagePath(page.data, siteSettings(lookup)) + named.rest : null;
  const media = lookup.byKey('media', mediaKey(name) ?? '');
  return media ? mediaAddress(media) : null;
}
