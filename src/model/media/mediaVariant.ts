import { endingOfType, isPicture } from './mediaType.ts';

/**
 * How a variant is cut: all of a square, the whole picture inside a square, or the whole picture at a width. `side` is
 * pixels of the square's side, or that width.
 */
export interface VariantRule {
  readonly side: number;
  readonly fit: 'cover' | 'inside' | 'width';
}

/** The smaller pictures that every picture has (contract, "Content interface"). */
const SIZES = {
  thumbnail: { side: 150, fit: 'cover' },
  medium: { side: 600, fit: 'inside' },
  large: { side: 1200, fit: 'inside' },
} as const satisfies Readonly<Record<string, VariantRule>>;

/** Those for a browser to choose from, the smallest first. */
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
const WIDTH_NAMES = Object.keys(WIDTHS) as readonly WidthName[];
export const VARIANT_NAMES: readonly VariantName[] = [...SIZE_NAMES, ...WIDTH_NAMES];

export const isWidth = (name: string): name is WidthName => Object.hasOwn(WIDTHS, name);

/** What a variant is written as. Only those of a width are AVIF too, which takes five times as long to make. */
export const VARIANT_FORMATS = ['webp', 'avif'] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** One of the files that a media item is served as. */
export type BinaryName = VariantName | 'original';

/** The last part of the address of such a file: its ending tells its type. What is no picture has no smaller ones. */
export const binaryFile = (name: BinaryName, mimeType: string): string =>
  `${name}.${name === 'original' || !isPicture(mimeType) ? endingOfType(mimeType) : 'webp'}`;

/** Where the content interface serves a file of a media item: `/api/content/media/12/large.webp`. */
export const binaryPath = (id: number, name: BinaryName, mimeType: string): string =>
  `/api/content/media/${id}/${binaryFile(name, mimeType)}`;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** WebP has no more pixels on a side. */
const MAX_SIDE = 16_383;

/** How large a variant of a picture of this size is: never larger than the picture. */
export function variantSize(name: VariantName, { width, height }: Size): Size {
  const { side, fit } = VARIANTS[name];
  if (fit === 'cover') {
    const square = Math.min(side, width, height);
    return { width: square, height: square };
  }
  const scale = Math.min(1, side / width, (fit === 'width' ? MAX_SIDE : side) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What is known of a media item's file. */
interface Known {
  readonly mimeType: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * The widths to choose from for a picture: those below its own, and one that shows all of it. None where its size is not
 * known, and of a GIF, which they would stop moving.
 */
export function widthsOf({ mimeType, width, height }: Known): readonly WidthName[] {
  if (width === undefined || height === undefined || !isPicture(mimeType) || mimeType === 'image/gif') return [];
  const widthAt = (name: WidthName): number => variantSize(name, { width, height }).width;
  return WIDTH_NAMES.filter((name, at) => at === 0 || widthAt(name) > widthAt(WIDTH_NAMES[at - 1]!));
}
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The largest square of a picture, as near around its focal point as it goes. */
export function squareAround({ width, height }: Size, { x, y }: Point): { left: number; top: number; side: number } {
  const side = Math.min(width, height);
  const start = (length: number, at: number): number =>
    Math.round(Math.min(Math.max(length * at - side / 2, 0), length - side));
  return { side, left: start(width, x), top: start(height, y) };
}
