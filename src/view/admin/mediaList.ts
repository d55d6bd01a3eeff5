import { compareText } from '../../lib/text/compareText.ts';
import { foldText } from '../../lib/text/foldText.ts';
import { type Media, mimeTypeOf, originalNameOf } from '../../model/entities/media.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { isPicture } from '../../model/media/mediaType.ts';

type Item = Entry<Media>;

/** How items can be ordered, and which comes first where nothing is said. */
const ORDERS = {
  createdAt: { compare: (a, b) => compareText(a.createdAt, b.createdAt), order: 'desc' },
  title: { compare: (a, b) => compareText(titleOf(a), titleOf(b)), order: 'asc' },
  size: { compare: (a, b) => (a.data.size ?? 0) - (b.data.size ?? 0), order: 'desc' },
  originalName: { compare: (a, b) => compareText(nameOf(a), nameOf(b)), order: 'asc' },
} as const satisfies Record<string, { compare(a: Item, b: Item): number; order: 'asc' | 'desc' }>;

export type MediaSort = keyof typeof ORDERS;
export const MEDIA_SORTS = Object.keys(ORDERS) as readonly MediaSort[];

const nameOf = ({ data }: Item): string => foldText(originalNameOf(data));
const titleOf = (item: Item): string => foldText(item.data.title ?? originalNameOf(item.data));

export interface MediaFilter {
  /** The beginning of a MIME type, or `document`: what is neither picture nor recording. */
  readonly type?: string;
  readonly search?: string;
  /** Empty: in none. */
  readonly folder?: string;
  /** `missing`: pictures that nobody has described. */
  readonly alt?: 'missing';
  readonly sort?: MediaSort;
  readonly order?: 'asc' | 'desc';
}

/** The media items that fit, in order; equal ones as they were made. */
export function findMedia(lookup: Lookup, filter: MediaFilter): readonly Item[] {
  const { folder, sort = 'createdAt' } = filter;
  const { compare, order: usual } = ORDERS[sort];
  const direction = (filter.order ?? usual) === 'asc' ? 1 : -1;
  const all = folder === undefined ? [...lookup.all('media')] : lookup.find('media', 'byFolder', folder);
  return all
    .filter((item) => isOfType(item, filter.type) && holds(item, filter.search))
    .filter((item) => filter.alt === undefined || lacksAlt(item))
    .sort((a, b) => direction * (compare(a, b) || a.id - b.id));
}

const SHOWN_OR_PLAYED = /^(image|audio|video)\//;

function isOfType({ data }: Item, type = ''): boolean {
  const mimeType = mimeTypeOf(data);
  return type === 'document' ? !SHOWN_OR_PLAYED.test(mimeType) : mimeType.startsWith(type.toLowerCase());
}

const lacksAlt = ({ data }: Item): boolean => isPicture(mimeTypeOf(data)) && !data.altText?.trim();

function holds({ data }: Item, search = ''): boolean {
  const wanted = foldText(search.trim());
  const texts = [data.title ?? '', originalNameOf(data), data.altText ?? '', data.filename];
  return texts.some((text) => foldText(text).includes(wanted));
}

/** The other items that hold the very same bytes. */
export const findDoubles = (lookup: Lookup, { id, data: { hash } }: Item): readonly Item[] =>
  hash === undefined ? [] : [...lookup.all('media')].filter((other) => other.id !== id && other.data.hash === hash);

/** The folders that hold something, by name. */
export const listFolders = (lookup: Lookup): readonly string[] =>
  [...new Set([...lookup.all('media')].flatMap(({ data }) => data.folder || []))].sort(compareText);
