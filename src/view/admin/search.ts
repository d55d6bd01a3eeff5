import { mimeTypeOf, originalNameOf } from '../../model/entities/media.ts';
import type { Page } from '../../model/entities/page.ts';
import { flattenTerms } from '../../model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { textsIn } from '../../model/fields/fields.ts';
import type { FoundTerm } from '../../model/page/term.ts';
import type { Records } from '../../model/records.ts';
import { type Rank, rankTexts, readSearchText, type SearchText } from '../../store/search/rankTexts.ts';

type SearchedKind = 'block' | 'media' | 'menu';

interface SearchSource<K extends SearchedKind> {
  /** The texts that are searched. */
  texts(data: Records[K], lookup: Lookup): readonly string[];
  show(entry: Entry<Records[K]>): object;
}

const SOURCES: { readonly [K in SearchedKind]: SearchSource<K> } = {
  block: {
    texts: ({ title, type, fields }, lookup) => [
      title,
      ...textsIn(lookup.byKey('blockType', type)?.data.fieldsSchema ?? [], fields, lookup),
    ],
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

const showPageHit = ({ id, data: { type, title, slug, locale, status } }: Entry<Page>): object => ({
  ...{ id, type, title, slug, locale, status },
});

type TermHit = Pick<FoundTerm, 'taxonomy' | 'term'>;

const allTerms = (lookup: Lookup): readonly TermHit[] =>
  [...lookup.all('taxonomy')].flatMap((taxonomy) =>
    flattenTerms(taxonomy.data.terms).map((term) => ({ taxonomy, term })),
  );

const showTermHit = ({ taxonomy, term }: TermHit): object => ({
  ...{ id: term.id, name: term.name, slug: term.slug },
  ...{ taxonomyId: taxonomy.id, taxonomySlug: taxonomy.data.slug, taxonomyName: taxonomy.data.name },
});

interface RankedItem<T> {
  readonly item: T;
  readonly id: number;
  readonly rank: Rank;
}

/** The best items, best first, ties by id. */
const best = <T>(ranked: readonly RankedItem<T>[], limit: number): readonly T[] =>
  ranked
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => a.rank - b.rank || a.id - b.id)
    .slice(0, limit)
    .map(({ item }) => item);

interface SearchOptions {
  readonly lookup: Lookup;
  /** The pages that match (`rankPages`). */
  readonly pages: ReadonlyMap<number, Rank>;
  /** The most results of each kind. */
  readonly limit: number;
}

/**
 * The records that contain all words of a text, ignoring case and accents: first those that are called so, then those
 * whose names begin with it or contain it.
 */
export function showAdminSearch(text: string, { lookup, pages, limit }: SearchOptions): object {
  const wanted = readSearchText(text);
  const rankedPages = [...pages].flatMap(([id, rank]) => {
    const item = lookup.get('page', id);
    return item ? [{ item, id, rank }] : [];
  });
  const terms = allTerms(lookup).map((item) => ({
    item,
    id: item.term.id,
    rank: rankTexts([item.term.name, item.term.slug], wanted),
  }));
  return {
    pages: best(rankedPages, limit).map(showPageHit),
    blocks: search('block', wanted, { lookup, limit }),
    media: search('media', wanted, { lookup, limit }),
    menus: search('menu', wanted, { lookup, limit }),
    terms: best(terms, limit).map(showTermHit),
  };
}

function search<K extends SearchedKind>(
  kind: K,
  wanted: SearchText,
  { lookup, limit }: Pick<SearchOptions, 'lookup' | 'limit'>,
): readonly object[] {
  const { texts, show } = SOURCES[kind];
  const ranked = Array.from(lookup.all(kind), (item) => ({
    ...{ item, id: item.id },
    rank: rankTexts(texts(item.data, lookup), wanted),
  }));
  return best(ranked, limit).map(show);
}
