import { endingOfType, isPicture } from './mediaType.ts';

/**
 * How a variant is made: `cover` fills a square, `inside` fits the picture into a square, `width` scales it to a width.
 * `side` is the side of the square, or the width, in pixels.
 */
export interface VariantRule {
  readonly side: number;
  readonly fit: 'cover' | 'inside' | 'width';
}

/** The variants that every picture has (contract, "Content interface"). */
const SIZES = {
  thumbnail: { side: 150, fit: 'cover' },
  medium: { side: 600, fit: 'inside' },
  large: { side: 1200, fit: 'inside' },
} as const satisfies Readonly<Record<string, VariantRule>>;

/** The variants for a `srcset`, smallest first. */
const WIDTHS = {
  w320: { side: 320, fit: 'width' },
  w640: { side: 640, fit: 'width' },
  w960: { side: 960, fit: 'width' },
  w1280: { side: 1280, fit: 'width' },
  w1920: { side: 1920, fit: 'width' },
  w2560: { side: 2560, fit: 'width' },
} as const satisfies Readonly<Record<string, VariantRule>>;

export type SizeName = keyof typeof SIZES;
export type WidthName = keyof typeof WIDTHS;
export type VariantName = SizeName | WidthName;

export const VARIANTS: Readonly<Record<VariantName, VariantRule>> = { ...SIZES, ...WIDTHS };
export const SIZE_NAMES = Object.keys(SIZES) as readonly SizeName[];
export const WIDTH_NAMES = Object.keys(WIDTHS) as readonly WidthName[];
export const VARIANT_NAMES: readonly VariantName[] = [...SIZE_NAMES, ...WIDTH_NAMES];

export const isWidth = (name: string): name is WidthName => Object.hasOwn(WIDTHS, name);

/** The formats of variants. Only variants by width also exist as AVIF, which takes five times as long to make. */
export const VARIANT_FORMATS = ['webp', 'avif'] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** One of the files that serve a media item. */
export type BinaryName = VariantName | 'original';

/**
 * The file name in the address of such a file, or of a crop; its extension is that of its type. Only pictures have variants
 * in WebP.
 */
export const binaryFile = (name: string, mimeType: string): string =>
  `${name}.${name === 'original' || !isPicture(mimeType) ? endingOfType(mimeType) : 'webp'}`;

/** The address of a media file in the content interface: `/api/content/media/12/large.webp`. */
export const binaryPath = (id: number, name: string, mimeType: string): string =>
  `/api/content/media/${id}/${binaryFile(name, mimeType)}`;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The most pixels on a side of a WebP picture. */
const MAX_SIDE = 16_383;

/** The size of a variant of a picture: never larger than the picture. */
export function variantSize(name: VariantName, { width, height }: Size): Size {
  const { side, fit } = VARIANTS[name];
  if (fit === 'cover') {
    const square = Math.min(side, width, height);
    return { width: square, height: square };
  }
  const scale = Math.min(1, side / width, (fit === 'width' ? MAX_SIDE : side) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What is known about a media item's file. */
interface MediaFileFacts {
  readonly mimeType: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * The widths in the `srcset` of a picture: those below its own width, and one at full size. None if its size is unknown,
 * and none for a GIF, whose animation a variant would lose.
 */
export function srcsetWidths({ mimeType, width, height }: MediaFileFacts): readonly WidthName[] {
  if (width === undefined || height === undefined || !isPicture(mimeType) || mimeType === 'image/gif') return [];
  const widthAt = (name: WidthName): number => variantSize(name, { width, height }).width;
  return WIDTH_NAMES.filter((name, at) => at === 0 || widthAt(name) > widthAt(WIDTH_NAMES[at - 1]!));
}

interface FocusPoint {
  readonly x: number;
  readonly y: number;
}

/** The largest square in a picture, as close to centred on the focal point as the edges allow. */
export function squareAround(
  { width, height }: Size,
  { x, y }: FocusPoint,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height);
  const start = (length: number, at: number): number =>
    Math.round(Math.min(Math.max(length * at - side / 2, 0), length - side));
  return { side, left: start(width, x), top: start(height, y) };
}

/** A crop that a site names: its width in pixels, and its width and height in relation, such as `16:9`. */
export interface CropRule {
  readonly width: number;
  readonly ratio: string;
}
export type CropRules = Readonly<Record<string, CropRule>>;

/**
 * A part of a picture, from 0 to 1: how far it is from the left and from the top, and its width in widths of the picture.
 * Its height follows from the ratio of the crop.
 */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A crop of a site at one of its sizes, which is a variant of each picture: `hero`, `hero@2x`. */
export interface Crop {
  readonly name: string;
  /** The name of the crop without its size. */
  readonly of: string;
  /** In pixels. */
  readonly width: number;
  /** Width by height. */
  readonly ratio: number;
}

/** A part of a picture, in pixels. */
export interface PictureArea extends Size {
  readonly left: number;
  readonly top: number;
}

/** What decides which part of a picture a crop shows. */
export interface PictureFocus {
  readonly focalPoint?: { readonly x: number; readonly y: number } | undefined;
  /** The parts that somebody has chosen, by the name of their crop. */
  readonly crops?: Readonly<Record<string, CropArea>> | undefined;
}

/** Each crop at its width, and at twice that for screens of twice the resolution. */
export const listCrops = (rules: CropRules): readonly Crop[] =>
  Object.entries(rules).flatMap(([of, { width, ratio }]) => [
    { of, name: of, width, ratio: readRatio(ratio) },
    { of, name: `${of}@2x`, width: 2 * width, ratio: readRatio(ratio) },
  ]);

/** The crop of this name; undefined if the site has none. */
export const findCrop = (rules: CropRules, name: string): Crop | undefined =>
  listCrops(rules).find((crop) => crop.name === name);

/** @param ratio such as `16:9` */
export function readRatio(ratio: CropRule['ratio']): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

const CENTRE = { x: 0.5, y: 0.5 };

/**
 * The part of a picture that a crop shows: the one that was chosen for it, in the ratio that the crop has now, or else the
 * largest that fits, as close to centred on the focal point as the edges allow.
 */
export function cropArea(whole: Size, { of, ratio }: Pick<Crop, 'of' | 'ratio'>, focus: PictureFocus): PictureArea {
  const chosen = focus.crops && Object.hasOwn(focus.crops, of) ? focus.crops[of] : undefined;
  const widest = Math.min(whole.width, whole.height * ratio);
  const width = Math.max(1, Math.round(Math.min(widest, chosen ? chosen.width * whole.width : widest)));
  const height = Math.max(1, Math.min(whole.height, Math.round(width / ratio)));
  if (chosen)
    return {
      width,
      height,
      ...fitInto(whole, { left: chosen.x * whole.width, top: chosen.y * whole.height, width, height }),
    };
  const { x, y } = focus.focalPoint ?? CENTRE;
  const centred = { left: whole.width * x - width / 2, top: whole.height * y - height / 2, width, height };
  return { width, height, ...fitInto(whole, centred) };
}

const fitInto = (whole: Size, { left, top, width, height }: PictureArea): Pick<PictureArea, 'left' | 'top'> => ({
  left: Math.round(Math.min(Math.max(left, 0), whole.width - width)),
  top: Math.round(Math.min(Math.max(top, 0), whole.height - height)),
});

/** The size of a crop of this part of a picture, which is never enlarged. */
export function cropSize({ width, ratio }: Pick<Crop, 'width' | 'ratio'>, area: Size): Size {
  if (area.width <= width) return { width: area.width, height: area.height };
  return { width, height: Math.max(1, Math.round(width / ratio)) };
}

/** The crops that a picture of this size has: at twice the width only where that shows more. */
export function cropsOfPicture(rules: CropRules, whole: Size, focus: PictureFocus): readonly (Crop & { size: Size })[] {
  return listCrops(rules).flatMap((crop) => {
    const area = cropArea(whole, crop, focus);
    const isDouble = crop.name !== crop.of;
    return isDouble && area.width <= crop.width / 2 ? [] : [{ ...crop, size: cropSize(crop, area) }];
  });
}
