import { createHash } from 'node:crypto';
import { type Media, mimeTypeOf, originalNameOf } from '../model/entities/media.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { isPicture } from '../model/media/mediaType.ts';
import {
  type BinaryName,
  binaryPath,
  SIZE_NAMES,
  type SizeName,
  type VariantName,
  variantSize,
  widthsOf,
} from '../model/media/mediaVariant.ts';
import { shownText } from '../model/page/shownValues.ts';
import { mediaKey } from '../model/richText/imageSource.ts';

/**
 * Tells one version of a media item's bytes from all others; undefined where the record does not know its file. The
 * thumbnail's is another with another focal point.
 */
export function mediaVersion({ hash, focalPoint }: Media, name: BinaryName): string | undefined {
  if (hash === undefined || name !== 'thumbnail' || focalPoint === undefined) return hash?.slice(0, 16);
  return createHash('sha256').update(`${hash} ${focalPoint.x} ${focalPoint.y}`).digest('hex').slice(0, 16);
}

function urlOf({ id, data }: Entry<Media>, name: BinaryName): string {
  const version = mediaVersion(data, name);
  const path = binaryPath(id, name, mimeTypeOf(data));
  return version === undefined ? path : `${path}?v=${version}`;
}

/** Where a media item's bytes are served. */
export const mediaUrls = (entry: Entry<Media>) => ({
  url: urlOf(entry, 'original'),
  variantUrls: Object.fromEntries(SIZE_NAMES.map((name) => [name, urlOf(entry, name)])) as Record<SizeName, string>,
  srcset: showSrcset(entry),
});

/** The widths of a picture as an `img` takes them, with what each really has; null where there are none. */
function showSrcset(entry: Entry<Media>): string | null {
  const names = widthsOf(knownOf(entry));
  const parts = names.map((name) => `${urlOf(entry, name)} ${sizeOf(entry, name).width}w`);
  return parts.length === 0 ? null : parts.join(', ');
}

/** What decides which variants a media item has. */
export const knownOf = ({ data }: Entry<Media>) => ({
  mimeType: mimeTypeOf(data),
  width: data.width,
  height: data.height,
});

/** The facts of a media item's file, the same wherever it is shown. */
export const showMediaFile = ({ data }: Entry<Media>) => ({
  filename: data.filename,
  originalName: originalNameOf(data),
  mimeType: mimeTypeOf(data),
  size: data.size ?? null,
  width: data.width ?? null,
  height: data.height ?? null,
});

/** What has been shown of each entry: an item stands in many answers, and says the same until it is another entry. */
const shown = new WeakMap<Entry<Media>, object>();

/** A media item for everybody. */
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

/** Type and size of each variant of a picture that answers name; of anything else there are none. */
function showVariants(entry: Entry<Media>): object {
  const known = knownOf(entry);
  if (!isPicture(known.mimeType)) return {};
  const names = [...SIZE_NAMES, ...widthsOf(known)];
  return Object.fromEntries(
    names.map((name) => [name, { url: urlOf(entry, name), mimeType: 'image/webp', ...sizeOf(entry, name) }]),
  );
}

function sizeOf({ data: { width, height } }: Entry<Media>, name: VariantName) {
  if (width === undefined || height === undefined) return { width: null, height: null };
  return variantSize(name, { width, height });
}

/** The address of a picture that a record names: that of the media item for `media:<key>`, else as it is written. */
export function showImage(source: string | undefined, lookup: Lookup): string | null {
  const key = mediaKey(source);
  if (key === undefined) return shownText(source, 'imageAddress');
  const media = lookup.byKey('media', key);
  return media ? mediaUrls(media).url : null;
}
