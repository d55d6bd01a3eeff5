import { createHash } from 'node:crypto';
import { type Media, mimeTypeOf, originalNameOf } from '../model/entities/media.ts';
import type { Entry } from '../model/entry.ts';
import { isPicture } from '../model/mediaType.ts';
import { type BinaryName, binaryPath, VARIANT_NAMES, type VariantName, variantSize } from '../model/mediaVariant.ts';

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

const forEachVariant = <T>(make: (name: VariantName) => T): Readonly<Record<VariantName, T>> =>
  // Every name is there once.
  Object.fromEntries(VARIANT_NAMES.map((name) => [name, make(name)])) as Record<VariantName, T>;

/** Where a media item's bytes are served. */
export const mediaUrls = (entry: Entry<Media>) => ({
  url: urlOf(entry, 'original'),
  variantUrls: forEachVariant((name) => urlOf(entry, name)),
});

/** What is told of a media item's file wherever it is shown. */
export const showMediaFile = ({ data }: Entry<Media>) => ({
  filename: data.filename,
  originalName: originalNameOf(data),
  mimeType: mimeTypeOf(data),
  size: data.size ?? null,
  width: data.width ?? null,
  height: data.height ?? null,
});

/** A media item for everybody. */
export const showMediaInfo = (entry: Entry<Media>): object => {
  const { id, createdAt, data } = entry;
  return {
    id,
    ...showMediaFile(entry),
    altText: data.altText ?? null,
    title: data.title ?? null,
    ...mediaUrls(entry),
    variants: showVariants(entry),
    metadata: data.metadata,
    createdAt,
  };
};

/** Type and size of each variant of a picture; of anything else there are none. */
function showVariants(entry: Entry<Media>): object {
  const { width, height } = entry.data;
  if (!isPicture(mimeTypeOf(entry.data))) return {};
  const sizeOf = (name: VariantName): object =>
    width === undefined || height === undefined ? { width: null, height: null } : variantSize(name, { width, height });
  return forEachVariant((name) => ({ url: urlOf(entry, name), mimeType: 'image/webp', ...sizeOf(name) }));
}
