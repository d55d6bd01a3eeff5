import { createHash } from 'node:crypto';
import { sameJson } from '../lib/json/sameJson.ts';
import { type Media, mimeTypeOf, originalNameOf } from '../model/entities/media.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { isPicture } from '../model/media/mediaType.ts';
import {
  type BinaryName,
  binaryPath,
  type Crop,
  type CropRules,
  cropsOfPicture,
  SIZE_NAMES,
  type Size,
  type SizeName,
  srcsetWidths,
  type VariantName,
  variantSize,
} from '../model/media/mediaVariant.ts';
import { shownText } from '../model/page/shownValues.ts';
import { mediaKey } from '../model/richText/imageSource.ts';

/**
 * Identifies a version of a media item's bytes; undefined if the record does not describe its file. The version of the
 * thumbnail also depends on the focal point, and that of a crop on all that decides what it shows.
 */
export function mediaVersion({ hash, focalPoint, crops }: Media, name: BinaryName | Crop): string | undefined {
  if (hash === undefined) return undefined;
  const around = focalPoint ? ` ${focalPoint.x} ${focalPoint.y}` : '';
  if (typeof name !== 'string') {
    const area = crops?.[name.of];
    const chosen = area ? `${area.x} ${area.y} ${area.width}` : '';
    return shortHash(`${hash} ${name.width} ${name.ratio} ${chosen}${around}`);
  }
  return name === 'thumbnail' && around !== '' ? shortHash(hash + around) : hash.slice(0, 16);
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function binaryUrl({ id, data }: Entry<Media>, name: BinaryName | Crop): string {
  const version = mediaVersion(data, name);
  const path = binaryPath(id, typeof name === 'string' ? name : name.name, mimeTypeOf(data));
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
const shown = new WeakMap<Entry<Media>, { readonly rules: CropRules; readonly info: object }>();

/** A media item as everybody sees it, in a site with these crops. */
export function showMediaInfo(entry: Entry<Media>, rules: CropRules): object {
  const known = shown.get(entry);
  if (known && sameJson(known.rules, rules)) return known.info;
  const info = makeMediaInfo(entry, rules);
  shown.set(entry, { rules, info });
  return info;
}

/** The same with what a front end can show until the picture has come, and what of it must be seen. */
export const showMediaWithLook = (entry: Entry<Media>, rules: CropRules): object => ({
  ...showMediaInfo(entry, rules),
  focalPoint: entry.data.focalPoint ?? null,
  dominantColor: shownIf(COLOR, entry.data.dominantColor),
  placeholder: shownIf(TINY_PICTURE, entry.data.placeholder),
});

const COLOR = /^#[0-9a-f]{6}$/i;
const TINY_PICTURE = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+$/;

/** A file may hold any text, which front ends put into styles. */
const shownIf = (form: RegExp, text: string | undefined): string | null =>
  text !== undefined && form.test(text) ? text : null;

const makeMediaInfo = (entry: Entry<Media>, rules: CropRules): object => {
  const { id, createdAt, data } = entry;
  return {
    id,
    ...showMediaFile(entry),
    altText: data.altText ?? null,
    alt: data.altText ?? null,
    title: data.title ?? null,
    ...mediaUrls(entry),
    variants: showVariants(entry, rules),
    metadata: data.metadata,
    createdAt,
  };
};

/** The address, type and size of each variant of a picture; empty for other files. */
function showVariants(entry: Entry<Media>, rules: CropRules): object {
  const known = knownOf(entry);
  if (!isPicture(known.mimeType)) return {};
  const names = [...SIZE_NAMES, ...srcsetWidths(known)];
  const variants = names.map((name) => [
    name,
    { url: binaryUrl(entry, name), mimeType: 'image/webp', ...findVariantSize(entry, name) },
  ]);
  return Object.fromEntries([...variants, ...Object.entries(showCrops(entry, rules))]);
}

/** The same of each crop that a picture has, with the `srcset` of all sizes of that crop. */
export function showCrops(entry: Entry<Media>, rules: CropRules): Readonly<Record<string, ShownCrop>> {
  const crops = listPictureCrops(entry, rules);
  const srcsetOf = (name: string): string =>
    crops
      .filter(({ of }) => of === name)
      .map((crop) => `${binaryUrl(entry, crop)} ${crop.size.width}w`)
      .join(', ');
  return Object.fromEntries(
    crops.map((crop) => [
      crop.name,
      { url: binaryUrl(entry, crop), mimeType: 'image/webp', ...crop.size, srcset: srcsetOf(crop.of) },
    ]),
  );
}

interface ShownCrop extends Size {
  readonly url: string;
  readonly mimeType: string;
  readonly srcset: string;
}

/** The crops that a media item has: none if it is no picture, or its size is not known. */
export const listPictureCrops = (entry: Entry<Media>, rules: CropRules): ReturnType<typeof cropsOfPicture> => {
  const { mimeType, width, height } = knownOf(entry);
  if (!isPicture(mimeType) || width === undefined || height === undefined) return [];
  return cropsOfPicture(rules, { width, height }, entry.data);
};

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
