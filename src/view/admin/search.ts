import { foldText } from '../../lib/text/foldText.ts';
import { mimeTypeOf, originalNameOf } from '../../model/entities/media.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Records } from '../../model/records.ts';

type Searched = 'page' | 'block' | 'media' | 'menu';

interface Source<K extends Searched> {
  /** The texts that are searched. */
  texts(data: Records[K]): readonly string[];
  show(entry: Entry<Records[K]>): object;
}

const SOURCES: { readonly [K in Searched]: Source<K> } = {
  page: {
    texts: ({ title, slug }) => [title, slug],
    show: ({ id, data: { type, title, slug, locale, status } }) => ({ id, type, title, slug, locale, status }),
  },
  block: {
    texts: ({ title }) => [title],
    show: ({ id, data: { title, type, isReusable } }) => ({ id, title, typeSlug: type, isReusable }),
  },
  media: {
    texts: (data) => [data.title ?? '', originalNameOf(data), data.altText ?? ''],
    show: ({ id, data }) => ({
      id,
      title: data.title ?? null,
      originalName: originalNameOf(data),
      mimeType: mimeTypeOf(data),
    }),
  },
  menu: {
    texts: ({ name, slug }) => [name, slug],
    show: ({ id, data: { name, slug } }) => ({ id, name, slug }),
  },
};

/** How well a text matches: smaller is better, infinite if it does not match. */
function rankOf(text: string, query: string): number {
  const at = foldText(text).indexOf(query);
  if (at < 0 || query === '') return Number.POSITIVE_INFINITY;
  return at === 0 ? Number(text.length > query.length) : 2;
}

function search<K extends Searched>(kind: K, query: string, { lookup, limit }: SearchOptions): readonly object[] {
  const { texts, show } = SOURCES[kind];
  return [...lookup.all(kind)]
    .map((entry) => ({ entry, rank: Math.min(...texts(entry.data).map((text) => rankOf(text, query))) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => a.rank - b.rank || a.entry.id - b.entry.id)
    .slice(0, limit)
    .map(({ entry }) => show(entry));
}

interface SearchOptions {
  readonly lookup: Lookup;
  /** The most results of each kind. */
  readonly limit: number;
}

/** The records whose names contain a text, ignoring case and accents: exact matches first, then those that begin with it. */
export function showSearch(text: string, options: SearchOptions): object {
  const query = foldText(text.trim());
  return {
    pages: search('page', query, options),
    blocks: search('block', query, options),
    media: search('media', query, options),
    menus: search('menu', query, options),
  };
}
