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
