import { compareText } from '../../../lib/text/compareText.ts';
import { foldText } from '../../../lib/text/foldText.ts';
import { type Media, mimeTypeOf, originalNameOf } from '../../../model/entities/media.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { isPicture } from '../../../model/media/mediaType.ts';
import { rankTexts, readSearchText, type SearchText } from '../../../store/search/rankTexts.ts';

type MediaEntry = Entry<Media>;

/** The ways to sort items, each with its default direction. */
const ORDERS = {
  createdAt: { keyOf: ({ createdAt }) => createdAt, order: 'desc' },
  title: { keyOf: ({ data }) => foldText(data.title ?? originalNameOf(data)), order: 'asc' },
  size: { keyOf: ({ data }) => data.size ?? 0, order: 'desc' },
  originalName: { keyOf: ({ data }) => foldText(originalNameOf(data)), order: 'asc' },
} as const satisfies Record<string, { keyOf(item: MediaEntry): string | number; order: 'asc' | 'desc' }>;

export type MediaSort = keyof typeof ORDERS;
export const MEDIA_SORTS = Object.keys(ORDERS) as readonly MediaSort[];

export interface MediaListFilter {
  /** The beginning of a MIME type, or `document` for anything other than pictures, audio and video. */
  readonly type?: string;
  readonly search?: string;
  /** Empty for items in no folder. */
  readonly folder?: string;
  /** `missing`: only pictures without an alternative text. */
  readonly alt?: 'missing';
  readonly sort?: MediaSort;
  readonly order?: 'asc' | 'desc';
}

/** The media items that match the filter, sorted; equal ones by id. */
export function findMediaItems(lookup: Lookup, filter: MediaListFilter): readonly MediaEntry[] {
  const { folder, sort = 'createdAt' } = filter;
  const { keyOf, order: usual } = ORDERS[sort];
  const direction = (filter.order ?? usual) === 'asc' ? 1 : -1;
  const all = folder === undefined ? [...lookup.all('media')] : lookup.find('media', 'byFolder', folder);
  const wanted = readSearchText(filter.search ?? '');
  return all
    .filter((item) => isOfType(item, filter.type) && matchesWords(item, wanted))
    .filter((item) => filter.alt === undefined || lacksAltText(item))
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => direction * (compareSortKeys(a.key, b.key) || a.item.id - b.item.id))
    .map(({ item }) => item);
}

const compareSortKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' ? a - Number(b) : compareText(a, String(b));

const SHOWN_OR_PLAYED = /^(image|audio|video)\//;

function isOfType({ data }: MediaEntry, type = ''): boolean {
  const mimeType = mimeTypeOf(data);
  return type === 'document' ? !SHOWN_OR_PLAYED.test(mimeType) : mimeType.startsWith(type.toLowerCase());
}

const lacksAltText = ({ data }: MediaEntry): boolean => isPicture(mimeTypeOf(data)) && !data.altText?.trim();

/** Whether the item's names and alternative text contain all words of the search. */
function matchesWords({ data }: MediaEntry, wanted: SearchText): boolean {
  const texts = [data.title ?? '', originalNameOf(data), data.altText ?? '', data.filename];
  return wanted.words.length === 0 || Number.isFinite(rankTexts(texts, wanted));
}

/** The other items whose file has the same bytes. */
export const findDoubles = (lookup: Lookup, { id, data: { hash } }: MediaEntry): readonly MediaEntry[] =>
  hash === undefined ? [] : [...lookup.all('media')].filter((other) => other.id !== id && other.data.hash === hash);

/** The folders that hold items, sorted by name. */
export const listFolders = (lookup: Lookup): readonly string[] =>
  [...new Set([...lookup.all('media')].flatMap(({ data }) => data.folder || []))].sort(compareText);
