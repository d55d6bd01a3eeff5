import { type Ask, badRequest, toPath } from './ask.ts';
import { choosePages, type Listed } from './choosePages.ts';
import type { Config, FoundPage, Media, Menu, MenuItem, Term } from './content.ts';
import { findPages } from './findPages.ts';
import { type Item, type Lists, type Reads, readData, rememberConfig, type Shows } from './reads.ts';

/** Pages in one file of a list. */
const PER_FILE = 50;
const MAX_LIMIT = 50;
/** Files that are requested at once. */
const AT_ONCE = 8;

/** Reads the files of an export. Where a server would filter and sort, this does it with the exported lists. */
export function readExport(ask: Ask): Reads {
  const config: Reads['config'] = (options) => readConfig(ask, options);
  const known = rememberConfig(config);

  /** The locale that is asked for. Throws if the export shows pages in another way than is asked for. */
  async function localeOf({ locale, expand, richtext }: Shows): Promise<string> {
    const { defaultLocale, static: shown } = await known();
    if (expand) requireSame('expand', [...new Set(expand)].sort().join(), [...shown.expand].sort().join());
    if (richtext) requireSame('richtext', richtext, shown.richtext);
    return locale === undefined ? defaultLocale : toLocale(locale);
  }

  async function page(slug: string, options: Shows = {}): Promise<Item | null> {
    const path = `pages/${await localeOf(options)}/${toPath(slug)}.json`;
    const shown = slug && (await readData<Item>(ask, path, { signal: options.signal }));
    return shown ? pick(shown, options.fields) : null;
  }

  async function menu(
    slug: string,
    { depth = Number.POSITIVE_INFINITY, signal }: { depth?: number; signal?: AbortSignal } = {},
  ) {
    const whole = await readData<Menu>(ask, `menus/${toPath(slug)}.json`, { signal });
    return whole && { ...whole, items: cut(whole.items, depth) };
  }

  return {
    config,
    page,
    menu,
    async pages(options = {}) {
      const { limit: wanted = 20, offset = 0, signal } = options;
      if (!(Number.isInteger(wanted) && wanted > 0)) throw badRequest(['limit'], 'must be a whole number from 1');
      if (!(Number.isInteger(offset) && offset >= 0)) throw badRequest(['offset'], 'must be a whole number from 0');
      const limit = Math.min(wanted, MAX_LIMIT);
      const { path, isAsListed } = listOf(await localeOf(options), options);
      const range = isAsListed ? { offset, limit } : undefined;
      const listed = await readList(ask, path, { range, signal });
      const { items, total } = isAsListed ? listed : choosePages(listed.items, options);
      const from = isAsListed ? offset - listed.from : offset;
      const data = items.slice(from, from + limit).map((item) => pick(item, options.fields));
      return { data, meta: { total, limit, offset } };
    },
    terms: (vocabulary, options) => readData<Term[]>(ask, `taxonomies/${toPath(vocabulary)}/terms.json`, options),
    media: (id, options) => readData<Media>(ask, `media/${id}/info.json`, options),
    async search(query, { locale, signal, ...options } = {}) {
      const locales = locale === undefined ? (await known()).supportedLocales : [toLocale(locale)];
      const files = locales.map((one) => readData<FoundPage[]>(ask, `search/${one}.json`, { signal }));
      const pages = (await Promise.all(files)).flatMap((found) => found ?? []);
      return findPages(pages, query, options);
    },
    async batch({ pages = [], menus = [] }, options = {}) {
      const [foundPages, foundMenus] = await Promise.all([
        bySlug(pages, (slug) => page(slug, options)),
        bySlug(menus, (slug) => menu(slug, options)),
      ]);
      return { pages: foundPages, menus: foundMenus };
    },
  };
}

async function readConfig(ask: Ask, options: { signal?: AbortSignal } = {}): Promise<Config> {
  const config = await readData<Config>(ask, 'config.json', options);
  if (!config) throw new TypeError('There is no export at this address');
  return config;
}

function requireSame(name: string, wanted: string, shown: string): void {
  if (wanted !== shown)
    throw badRequest([name], `is "${shown}" in this export, not "${wanted}": it is set in site.yaml under static`);
}

/** A language tag in the case that file names use. */
function toLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace(/_/g, '-'))[0] ?? tag;
  } catch {
    throw badRequest(['locale'], 'must be a language tag such as en or pt-BR');
  }
}

const pick = (item: Item, fields?: readonly string[]): Item =>
  fields
    ? { ...item, fields: Object.fromEntries(Object.entries(item.fields).filter(([name]) => fields.includes(name))) }
    : item;

const cut = (items: readonly MenuItem[], depth: number): MenuItem[] =>
  items.map((item) => ({ ...item, children: depth > 1 ? cut(item.children, depth - 1) : [] }));

/** The shortest list that contains all pages that are asked for, and whether it is exactly those in the right order. */
function listOf(locale: string, { type, taxonomy, filter, ids, sort }: Lists): { path: string; isAsListed: boolean } {
  const term = taxonomy?.includes(':') && taxonomy.replace(':', '/');
  const folder = term ? `term/${toPath(term)}` : type ? `type/${toPath(type)}` : 'all';
  const isAsListed =
    !(term && type) && !(taxonomy && !term) && !filter && !ids && (sort ?? 'published_at:desc') === 'published_at:desc';
  return { path: `lists/${locale}/${folder}`, isAsListed };
}

interface Read {
  readonly items: readonly Item[];
  /** The position of the first item in the list. */
  readonly from: number;
  readonly total: number;
}

interface Wanted {
  readonly range: { readonly offset: number; readonly limit: number } | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A list, or those of its files that contain a range; empty if there is no such list. */
async function readList(ask: Ask, path: string, { range, signal }: Wanted): Promise<Read> {
  const readPart = (at: number) => ask<Listed>(`${path}/${at + 1}.json`, { signal });
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

async function bySlug(slugs: readonly string[], read: (slug: string) => Promise<object | null>): Promise<object> {
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
