import type { AdminMediaItem } from '../../wire/interface.ts';

const ARCHIVE = /zip|tar|7z/;

/** The kind of a file in everyday terms. */
export function classifyMimeType(mimeType: string): 'image' | 'video' | 'audio' | 'archive' | 'document' {
  const [kind] = mimeType.split('/');
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind;
  return ARCHIVE.test(mimeType) ? 'archive' : 'document';
}

export interface FocusPosition {
  readonly x: number;
  readonly y: number;
}

const MIDDLE: FocusPosition = { x: 0.5, y: 0.5 };

/** The point that stays visible however a picture is cropped: its centre if none is set. */
export function focusOf({ focalPoint }: Pick<AdminMediaItem, 'focalPoint'>): FocusPosition {
  const { x, y } = (focalPoint ?? {}) as Partial<FocusPosition>;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : MIDDLE;
}

/** The address of the smallest uncropped variant. */
export const smallUrl = ({ srcset, url }: Pick<AdminMediaItem, 'srcset' | 'url'>): string =>
  srcset?.split(' ')[0] ?? url;

/** The name that an item is shown by. */
export const mediaItemName = ({ title, originalName }: Pick<AdminMediaItem, 'title' | 'originalName'>): string =>
  title ?? originalName;

export const lacksAlt = ({ mimeType, altText }: Pick<AdminMediaItem, 'mimeType' | 'altText'>): boolean =>
  classifyMimeType(mimeType) === 'image' && !altText?.trim();

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.2 MB` */
export function sizeText(bytes: number, language: string): string {
  const step = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1000)));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: UNITS[step]!, unitDisplay: 'short' },
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

/** `1,600 × 1,067` */
export function dimensions({ width, height }: Pick<AdminMediaItem, 'width' | 'height'>): string | null {
  return width === null || height === null ? null : `${width} × ${height}`;
}
