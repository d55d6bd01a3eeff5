import { endingOfType, isPicture } from './mediaType.ts';

/** How a variant is cut: all of a square, or the whole picture inside it. */
export interface VariantRule {
  /** Pixels of the square's side. */
  readonly side: number;
  readonly fit: 'cover' | 'inside';
}

/** The smaller pictures that are made of a picture (contract, "Content interface"). */
export const VARIANTS = {
  thumbnail: { side: 150, fit: 'cover' },
  medium: { side: 600, fit: 'inside' },
  large: { side: 1200, fit: 'inside' },
} as const satisfies Readonly<Record<string, VariantRule>>;
export type VariantName = keyof typeof VARIANTS;

export const VARIANT_NAMES = Object.keys(VARIANTS) as readonly VariantName[];

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

/** How large a variant of a picture of this size is: never larger than the picture. */
export function variantSize(name: VariantName, { width, height }: Size): Size {
  const { side, fit } = VARIANTS[name];
  if (fit === 'cover') {
    const square = Math.min(side, width, height);
    return { width: square, height: square };
  }
  const scale = Math.min(1, side / width, side / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
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
