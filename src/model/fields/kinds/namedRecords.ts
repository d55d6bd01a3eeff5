import { type Media, mimeTypeOf } from '../../entities/media.ts';
import type { Entry, Lookup } from '../../entry.ts';
import { binaryPath } from '../../media/mediaVariant.ts';
import { findPagePath } from '../../page/pagePath.ts';
import { mediaId, mediaKey, storedSource } from '../../richText/imageSource.ts';
import { readPageAddress, writePageAddress } from '../../richText/pageAddress.ts';

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
  const path = page ? findPagePath((lookup.linked?.(page) ?? page).data, lookup) : null;
  if (named) return path === null ? null : path + named.rest;
  const media = lookup.byKey('media', mediaKey(name) ?? '');
  return media ? mediaAddress(media) : null;
}

/** The name to show instead of that of a hidden record; undefined for any other. */
export const aliasOfName = (name: unknown, { aliases }: Pick<Lookup, 'aliases'>): string | undefined =>
  aliases && renameRecord(name, (kind, key) => aliases.of(kind, key));

/** The name of the hidden record that an alias stands for, if the present text has it; undefined for any other. */
export const nameOfAlias = (alias: unknown, { lookup: { aliases }, isHeld }: AliasScope): string | undefined =>
  aliases &&
  renameRecord(alias, (kind, text) => {
    const key = aliases.keyOf(kind, text);
    return key !== undefined && isHeld?.(kind, key) ? key : undefined;
  });

interface AliasScope {
  readonly lookup: Pick<Lookup, 'aliases'>;
  readonly isHeld?: (kind: 'page' | 'media', key: string) => boolean;
}

function renameRecord(
  name: unknown,
  find: (kind: 'page' | 'media', key: string) => string | undefined,
): string | undefined {
  const page = readPageAddress(name);
  const pageKey = page && find('page', page.key);
  if (page) return pageKey === undefined ? undefined : writePageAddress({ ...page, key: pageKey });
  const media = mediaKey(name);
  const found = media === undefined ? undefined : find('media', media);
  return found === undefined ? undefined : storedSource(found);
}
