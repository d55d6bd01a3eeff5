import { createHash } from 'node:crypto';
import { type Media, mimeTypeOf, originalNameOf } from '../model/entities/media.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { isPicture } from '../model/media/mediaType.ts';
import {
  type BinaryName,
  binaryPath,
  SIZE_NAMES,
  type SizeName,
  srcsetWidths,
  type VariantName,
  variantSize,
} from '../model/media/mediaVariant.ts';
import { shownText } from '../model/page/shownValues.ts';
import { mediaKey } from '../model/richText/imageSource.ts';

/**
 * Identifies a version of a media item's bytes; undefined if the record does not describe its file. The version of the
 * thumbnail also depends on the focal point.
 */
export function mediaVersion({ hash, focalPoint }: Media, name: BinaryName): string | undefined {
  if (hash === undefined || name !== 'thumbnail' || focalPoint === undefined) return hash?.slice(0, 16);
  return createHash('sha256').update(`${hash} ${focalPoint.x} ${focalPoint.y}`).digest('hex').slice(0, 16);
}

function binaryUrl({ id, data }: Entry<Media>, name: BinaryName): string {
  const version = mediaVersion(data, name);
  const path = binaryPath(id, name, mimeTypeOf(data));
  return version === undefined ? path : `${path}?v=${version}`;
}

/** The addresses of a media item's files. */
export const mediaUrls = (entry: Entry<Media>) => ({
  url: binaryUrl(entry, 'original'),
  variantUrls: Object.fromEntries(SIZE_NAMES.map((name) => [name, binaryUrl(entry, name)])) as Record<SizeName, string>,
  srcset: showSrcset(entry),
});

/** The `srcset` of a picture, with the real width of each variant; null if it has no variants by width. */
function showSrcset(entry: Entry<Media>): string | null {
  const names = srcsetWidths(knownOf(entry));
  const parts = names.map((name) => `${binaryUrl(entry, name)} ${findVariantSize(entry, name).width}w`);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The facts that decide which variants a media item has. */
export const knownOf = ({ data }: Entry<Media>) => ({
  mimeType: mimeTypeOf(data),
  width: data.width,
  height: data.height,
});

/** The facts about a media item's file, shown the same everywhere. */
export const showMediaFile = ({ data }: Entry<Media>) => ({
  filename: data.filename,
  originalName: originalNameOf(data),
  mimeType: mimeTypeOf(data),
  size: data.size ?? null,
  width: data.width ?? null,
  height: data.height ?? null,
});

/** The public form of each entry: an item appears in many answers, and a changed item is another entry. */
const shown = new WeakMap<Entry<Media>, object>();

/** A media item as everybody sees it. */
export function showMediaInfo(entry: Entry<Media>): object {
  const known = shown.get(entry) ?? makeMediaInfo(entry);
  shown.set(entry, known);
  return known;
}

const makeMediaInfo = (entry: Entry<Media>): object => {
  const { id, createdAt, data } = entry;
  return {
    id,
    ...showMediaFile(entry),
    altText: data.altText ?? null,
    alt: data.altText ?? null,
    title: data.title ?? null,
    ...mediaUrls(entry),
    variants: showVariants(entry),
    metadata: data.metadata,
    createdAt,
  };
};

/** The address, type and size of each variant of a picture; empty for other files. */
function showVariants(entry: Entry<Media>): object {
  const known = knownOf(entry);
  if (!isPicture(known.mimeType)) return {};
  const names = [...SIZE_NAMES, ...srcsetWidths(known)];
  return Object.fromEntries(
    names.map((name) => [
      name,
      { url: binaryUrl(entry, name), mimeType: 'image/webp', ...findVariantSize(entry, name) },
    ]),
  );
}

function findVariantSize({ data: { width, height } }: Entry<Media>, name: VariantName) {
  if (width === undefined || height === undefined) return { width: null, height: null };
  return variantSize(name, { width, height });
}

/** The address of a picture in a record: for `media:<key>` that of the media item, otherwise the text itself if it is safe. */
export function showImage(source: string | undefined, lookup: Lookup): string | null {
  const key = mediaKey(source);
  if (key === undefined) return shownText(source, 'imageAddress');
  const media = lookup.byKey('media', key);
  return media ? mediaUrls(media).url : null;
}
