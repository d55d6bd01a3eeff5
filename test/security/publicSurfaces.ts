import { endpoint } from '../../src/extend/endpoint.ts';
import { defineExtension } from '../../src/extend/extension.ts';

/** Part of every value of a hidden page. */
export const CANARY = 'canary';

/** Answers everything that code of a site can read. */
export const READER = defineExtension({
  name: 'reader',
  version: '1.0.0',
  endpoints: [
    endpoint(
      'GET',
      '/all',
      {
        access: 'public',
        query: { locale: { type: 'string', default: 'en' }, slug: { type: 'string', default: 'none' } },
        exports: () => [{}],
      },
      async ({ content, query }) => {
        const { locale, slug } = query as { locale: string; slug: string };
        const expand = ['media', 'page', 'reference', 'term'] as const;
        const found = await content.search('harbour', { in: 'all', locale });
        return {
          pages: content.pages({ locale, expand, richText: 'html' }),
          ofTerm: content.pages({ locale, term: 'topics' }).length,
          page: content.page(slug, { locale, expand }),
          blocks: content.blocks(),
          menu: content.menu('main'),
          terms: content.terms('topics'),
          found: found.map(({ id }) => id).sort(),
          settings: content.settings(),
        };
      },
    ),
  ],
});

/** What the site holds, hidden pages included. */
export interface Facts {
  readonly pages: readonly { readonly id: number; readonly locale: string; readonly slug: string }[];
  readonly menus: readonly string[];
  readonly taxonomies: readonly string[];
}

export interface PublicRequest {
  readonly path: string;
  readonly init?: RequestInit;
  /** Makes an answer comparable where its order may depend on pages that it does not show. */
  readonly settle?: (text: string) => string;
}

const C = '/api/content';
const get = (...paths: readonly string[]): readonly PublicRequest[] => paths.map((path) => ({ path }));
const post = (path: string, body: object): PublicRequest => ({
  path,
  init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
});

const LOCALES = ['en', 'es', 'fr'];
const SORTS = ['updated_at', 'created_at', 'published_at', 'title', 'slug'];

/** Scores take scheduled pages into account, so equal sets may come in another order. */
const sortedData = (text: string): string => {
  const { data, ...rest } = JSON.parse(text);
  return JSON.stringify({ ...rest, data: data.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id) });
};

export const GRAPHQL = `query ($locale: String) {
  pages(locale: $locale) {
    data { title slug fields regions translations { slug title } terms { term } seo { metaTitle } }
    meta { total }
  }
  menus { items { title url pageSlug children { pageSlug } } }
  taxonomies { terms { slug } }
  config { siteName }
}`;
const GRAPHQL_PAGE =
  'query ($slug: String!, $locale: String) { page(slug: $slug, locale: $locale) { title fields regions } }';

/**
 * Every public surface: what to ask it. A new surface is a row here; the property in `hidden.test.ts` then holds it to
 * answering as if hidden pages did not exist.
 */
export const PUBLIC_SURFACES: Readonly<Record<string, (facts: Facts) => readonly PublicRequest[]>> = {
  'lists of pages': ({ pages }) =>
    LOCALES.flatMap((locale) => [
      ...get(...SORTS.map((sort) => `${C}/pages?locale=${locale}&sort=${sort}:desc`)),
      ...get(
        `${C}/pages?locale=${locale}&type=article&limit=1&offset=1`,
        `${C}/pages?locale=${locale}&taxonomy=topics:news`,
        `${C}/pages?locale=${locale}&taxonomy=topics`,
        `${C}/pages?locale=${locale}&expand=media,page,reference,term&richtext=html`,
        `${C}/pages?locale=${locale}&filter[summary][contains]=${CANARY}`,
        `${C}/pages?locale=${locale}&filter[related][gt]=0`,
        `${C}/pages?locale=${locale}&ids=${pages.map(({ id }) => id)}`,
        `${C}/pages?locale=${locale}&status=draft&preview=true&token=x`,
      ),
    ]),
  'single pages': ({ pages }) =>
    pages.flatMap(({ locale, slug }) =>
      get(
        `${C}/pages/${slug}?locale=${locale}`,
        `${C}/pages/${slug}?locale=${locale}&expand=media,page,reference,term&richtext=markdown&fields=related,linked`,
        `${C}/pages/${slug}?locale=${locale}&preview=true&status=draft`,
      ),
    ),
  revalidation: ({ pages }) =>
    pages.map(({ locale, slug }) => ({
      path: `${C}/pages/${slug}?locale=${locale}`,
      init: { headers: { 'if-none-match': '*' } },
    })),
  batch: ({ pages, menus }) =>
    LOCALES.flatMap((locale) =>
      [{}, { expand: ['media', 'page', 'reference', 'term'], richtext: 'html' }].map((shape, at) =>
        post(`${C}/batch?${at}`, { pages: pages.map(({ slug }) => slug), menus, locale, ...shape }),
      ),
    ),
  menus: ({ menus }) =>
    menus.flatMap((slug) => [
      ...get(`${C}/menus/${slug}`, `${C}/menus/${slug}?depth=1`),
      ...LOCALES.flatMap((locale) => get(`${C}/menus/${slug}?locale=${locale}&fallback=true`)),
    ]),
  terms: ({ taxonomies }) => get(...taxonomies.map((slug) => `${C}/taxonomies/${slug}/terms`)),
  search: () =>
    ['?q=harbour', '?q=ha&in=all', '?q=harbour&locale=es', `?q=${CANARY}`, `?q=${CANARY}&in=all`].map((query) => ({
      path: `${C}/search${query}`,
      settle: sortedData,
    })),
  site: () => get(`${C}/config`, `${C}/schemas`, `${C}/redirects`, `${C}/tracking-scripts`),
  'tracking scripts of a page': ({ pages }) => get(...pages.map(({ slug }) => `${C}/tracking-scripts?page=${slug}`)),
  'files of the static site': ({ pages, menus, taxonomies }) => [
    ...get(
      ...pages.flatMap(({ locale, slug }) => [
        `${C}/pages/${locale}/${slug}.json`,
        `${C}/tracking-scripts/${slug}.json`,
      ]),
      ...LOCALES.flatMap((locale) =>
        ['all', 'type/article', 'type/none', 'term/topics/news', 'term/topics/none'].flatMap((list) => [
          `${C}/lists/${locale}/${list}/1.json`,
          `${C}/lists/${locale}/${list}/2.json`,
        ]),
      ),
      ...LOCALES.map((locale) => `${C}/search/${locale}.json`),
      ...menus.map((slug) => `${C}/menus/${slug}.json`),
      ...LOCALES.flatMap((locale) => [
        ...menus.map((slug) => `${C}/menus/${locale}/${slug}.json`),
        ...taxonomies.map((slug) => `${C}/taxonomies/${locale}/${slug}/terms.json`),
        ...['config', 'schemas'].map((name) => `${C}/${name}/${locale}.json`),
        `${C}/media/${locale}/1/info.json`,
      ]),
      ...taxonomies.map((slug) => `${C}/taxonomies/${slug}/terms.json`),
      ...['config', 'schemas', 'redirects', 'tracking-scripts'].map((name) => `${C}/${name}.json`),
      ...['/_headers', '/_redirects'],
    ),
    ...pages.map(({ locale, slug }) => ({
      path: `${C}/pages/${locale}/${slug}.json`,
      init: { headers: { 'if-none-match': '*' } },
    })),
  ],
  sitemap: () => get('/sitemap.xml', '/sitemap-1.xml', `${C}/sitemap`),
  'pictures of pages': ({ pages }) =>
    get(
      ...pages
        .slice(0, 2)
        .flatMap(({ locale, slug }) => [`${C}/og/${slug}.png?locale=${locale}`, `${C}/og/${locale}/${slug}.png`]),
    ),
  GraphQL: ({ pages }) => [
    ...LOCALES.map((locale) => post(`${C}/graphql`, { query: GRAPHQL, variables: { locale } })),
    ...pages.map(({ locale, slug }) =>
      post(`${C}/graphql?of=${slug}`, { query: GRAPHQL_PAGE, variables: { locale, slug } }),
    ),
  ],
  'other versions without a credential': ({ pages }) => [
    ...[
      'ref=shelf',
      'ref=none',
      `ref=shelf&token=${CANARY}`,
      'at=2030-01-01T00:00:00Z',
      'at=2026-01-01T00:00:00Z',
    ].flatMap((version) =>
      get(
        `${C}/pages?limit=50&${version}`,
        `${C}/search?q=harbour&in=all&${version}`,
        `${C}/lists/en/all/1.json?${version}`,
        `${C}/menus/main?${version}`,
        `/sitemap.xml?${version}`,
        ...pages.map(({ locale, slug }) => `${C}/pages/${slug}?locale=${locale}&${version}`),
        ...pages.map(({ locale, slug }) => `${C}/preview/pages/${slug}?locale=${locale}&${version}`),
      ),
    ),
    ...[post(`${C}/graphql`, { query: GRAPHQL }), post(`${C}/batch`, { pages: pages.map(({ slug }) => slug) })].map(
      ({ path, init }) => ({ path, init: { ...init, headers: { ...init?.headers, 'quire-ref': 'shelf' } } }),
    ),
  ],
  'endpoints of extensions': ({ pages }) => [
    ...get(
      '/api/x/reader/all',
      '/api/x/reader/all.json',
      ...LOCALES.map((locale) => `/api/x/reader/all?locale=${locale}`),
      ...pages.map(({ locale, slug }) => `/api/x/reader/all?locale=${locale}&slug=${slug}`),
      ...pages.map(({ slug }) => `/api/x/reader/all?slug=${slug}&ref=shelf`),
    ),
  ],
  'preview without a credential': ({ pages }) =>
    pages.flatMap(({ locale, slug }) => get(`${C}/preview/pages/${slug}?locale=${locale}&token=x`)),
};
