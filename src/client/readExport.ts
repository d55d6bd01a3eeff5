import { badRequest, type ContentRequester, encodeSlug } from './ask.ts';
import { choosePages, type PageListAnswer } from './choosePages.ts';
import type { Config, FoundPage, Media, Menu, MenuItem, Term } from './content.ts';
import { findPages } from './findPages.ts';
import {
  type AnyListOptions,
  type AnyPageItem,
  type Reads,
  readAnswerData,
  rememberConfig,
  type Shows,
} from './reads.ts';

/** Pages in one file of a list. */
const PER_FILE = 50;
const MAX_LIMIT = 50;
/** Files that are requested at once. */
const AT_ONCE = 8;

/** Reads the files of an export. Where a server would filter and sort, this does it with the exported lists. */
export function readExport(ask: ContentRequester): Reads {
  const config: Reads['config'] = (options) => readSiteConfig(ask, options);
  const known = rememberConfig(config);

  /** The locale that is asked for. Throws if the export shows pages in another way than is asked for. */
  async function localeOf({ locale, expand, richtext }: Shows): Promise<string> {
    const { defaultLocale, static: shown } = await known();
    if (expand) requireSame('expand', [...new Set(expand)].sort().join(), [...shown.expand].sort().join());
    if (richtext) requireSame('richtext', richtext, shown.richtext);
    return locale === undefined ? defaultLocale : canonicalLocale(locale);
  }

  async function page(slug: string, options: Shows = {}): Promise<AnyPageItem | null> {
    const path = `pages/${await localeOf(options)}/${encodeSlug(slug)}.json`;
    const shown = slug && (await readAnswerData<AnyPageItem>(ask, path, { signal: options.signal }));
    return shown ? selectFields(shown, options.fields) : null;
  }

  async function menu(
    slug: string,
    { depth = Number.POSITIVE_INFINITY, signal }: { depth?: number; signal?: AbortSignal } = {},
  ) {
    const whole = await readAnswerData<Menu>(ask, `menus/${encodeSlug(slug)}.json`, { signal });
    return whole && { ...whole, items: limitMenuDepth(whole.items, depth) };
  }

  return {
    config,
    page,
    menu,
    async pages(options = {}) {
      const { limit: wanted = 20, offset = 0, signal } = options;
      if ((options.where ?? options.cursor ?? options.facets) != null) throw badRequest([], 'needs a server');
      if (!(Number.isInteger(wanted) && wanted > 0)) throw badRequest(['limit'], 'must be a whole number from 1');
      if (!(Number.isInteger(offset) && offset >= 0)) throw badRequest(['offset'], 'must be a whole number from 0');
      const limit = Math.min(wanted, MAX_LIMIT);
      const { path, isAsListed } = chooseListFile(await localeOf(options), options);
      const range = isAsListed ? { offset, limit } : undefined;
      const listed = await readListFiles(ask, path, { range, signal });
      const { items, total } = isAsListed ? listed : choosePages(listed.items, options);
      const from = isAsListed ? offset - listed.from : offset;
      const data = items.slice(from, from + limit).map((item) => selectFields(item, options.fields));
      return { data, meta: { total, limit, offset } };
    },
    terms: (vocabulary, options) =>
      readAnswerData<Term[]>(ask, `taxonomies/${encodeSlug(vocabulary)}/terms.json`, options),
    media: (id, options) => readAnswerData<Media>(ask, `media/${id}/info.json`, options),
    async search(query, { locale, signal, ...options } = {}) {
      const locales = locale === undefined ? (await known()).supportedLocales : [canonicalLocale(locale)];
      const files = locales.map((one) => readAnswerData<FoundPage[]>(ask, `search/${one}.json`, { signal }));
      const pages = (await Promise.all(files)).flatMap((found) => found ?? []);
      return findPages(pages, query, options);
    },
    async batch({ pages = [], menus = [] }, options = {}) {
      const [foundPages, foundMenus] = await Promise.all([
        readBySlug(pages, (slug) => page(slug, options)),
        readBySlug(menus, (slug) => menu(slug, options)),
      ]);
      return { pages: foundPages, menus: foundMenus };
    },
  };
}

async function readSiteConfig(ask: ContentRequester, options: { signal?: AbortSignal } = {}): Promise<Config> {
  const config = await readAnswerData<Config>(ask, 'config.json', options);
  if (!config) throw new TypeError('There is no export at this address');
  return config;
}

function requireSame(name: string, wanted: string, shown: string): void {
  if (wanted !== shown)
    throw badRequest([name], `is "${shown}" in this export, not "${wanted}": it is set in site.yaml under static`);
}

/** A language tag in the case that file names use. */
function canonicalLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace(/_/g, '-'))[0] ?? tag;
  } catch {
    throw badRequest(['locale'], 'must be a language tag such as en or pt-BR');
  }
}

const selectFields = (item: AnyPageItem, fields?: readonly string[]): AnyPageItem =>
  fields
    ? { ...item, fields: Object.fromEntries(Object.entries(item.fields).filter(([name]) => fields.includes(name))) }
    : item;

const limitMenuDepth = (items: readonly MenuItem[], depth: number): MenuItem[] =>
  items.map((item) => ({ ...item, children: depth > 1 ? limitMenuDepth(item.children, depth - 1) : [] }));

/** The shortest list that contains all pages that are asked for, and whether it is exactly those in the right order. */
function chooseListFile(
  locale: string,
  { type, taxonomy, filter, ids, sort }: AnyListOptions,
): { path: string; isAsListed: boolean } {
  const term = taxonomy?.includes(':') && taxonomy.replace(':', '/');
  const folder = term ? `term/${encodeSlug(term)}` : type ? `type/${encodeSlug(type)}` : 'all';
  const isAsListed =
    !(term && type) && !(taxonomy && !term) && !filter && !ids && (sort ?? 'published_at:desc') === 'published_at:desc';
  return { path: `lists/${locale}/${folder}`, isAsListed };
}

interface ListSlice {
  readonly items: readonly AnyPageItem[];
  /** The position of the first item in the list. */
  readonly from: number;
  readonly total: number;
}

interface ListRequest {
  readonly range: { readonly offset: number; readonly limit: number } | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A list, or those of its files that contain a range; empty if there is no such list. */
async function readListFiles(ask: ContentRequester, path: string, { range, signal }: ListRequest): Promise<ListSlice> {
  const readPart = (at: number) => ask<PageListAnswer>(`${path}/${at + 1}.json`, { signal });
  const firstAt = range ? Math.floor(range.offset / PER_FILE) : 0;
  // Beyond the end there is no file; the first one says how long the list is.
  const first = (await readPart(firstAt)) ?? (firstAt > 0 ? await readPart(0) : null);
  if (!first) return { items: [], from: 0, total: 0 };
  const { total, offset: from } = first.meta;
  const end = range ? Math.min(range.offset + range.limit, total) : total;
  const others = Array.from(
    { length: Math.max(Math.ceil((end - from) / PER_FILE) - 1, 0) },
    (_, at) => from / PER_FILE + 1 + at,
  );
  const parts = await inTurns(others, readPart);
  return { items: [first, ...parts].flatMap((part) => part?.data ?? []), from, total };
}

async function readBySlug(slugs: readonly string[], read: (slug: string) => Promise<object | null>): Promise<object> {
  const found = await inTurns(slugs, read);
  return Object.fromEntries(slugs.flatMap((slug, at) => (found[at] ? [[slug, found[at]]] : [])));
}

async function inTurns<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  async function take(): Promise<void> {
    while (next < items.length) {
      const at = next++;
      results[at] = await read(items[at]!);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return results;
}
