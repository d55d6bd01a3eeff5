import { onceEach } from '../../lib/list/onceEach.ts';
import type { Menu } from '../../model/entities/menu.ts';
import { compareEntryIds, type Entry } from '../../model/entry.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { showPageParts } from '../../view/page/pageParts.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { showMenuParts } from '../../view/site/menu.ts';
import { showSite } from '../../view/site/site.ts';
import { showTaxonomyParts } from '../../view/site/taxonomy.ts';
import { readPageList } from '../content/pages.ts';
import { findAskedPage } from '../content/pageView.ts';
import { type AskedContent, askContent, tellLanguage } from '../content/query.ts';

type Args = Readonly<Record<string, unknown>>;

/** The values of the fields of `Query`: the objects of the REST interface. */
export const createRoot = (content: PublicContent): object => ({
  pages: (args: Args) => {
    const { pages: list, limit, offset } = readPageList(toSearch(args), content);
    const pages = list();
    return {
      data: () => pages.slice(offset, offset + limit).map((page) => showPageParts(page, content)),
      meta: { total: pages.length, limit, offset },
    };
  },
  page: ({ slug, ...query }: SlugArgs) => {
    const asked = askContent(query, content);
    const page = findAskedPage(asked, trimSlug(slug));
    if (!page) return null;
    return { requestedLocale: asked.requested ?? null, ...showPageParts(page, asked.content) };
  },
  menu: ({ slug, ...query }: SlugArgs) => {
    const asked = askMenus(query, content);
    const menu = asked.content.byKey('menu', slug);
    return menu ? showMenuIn(menu, asked, content) : null;
  },
  menus: (query: Languages) => {
    const asked = askMenus(query, content);
    return [...asked.content.all('menu')].sort(compareEntryIds).map((menu) => showMenuIn(menu, asked, content));
  },
  taxonomy: ({ slug, ...query }: SlugArgs) => {
    const taxonomy = askContent(query, content).content.byKey('taxonomy', slug);
    return taxonomy ? showTaxonomyParts(taxonomy) : null;
  },
  taxonomies: (query: Languages) =>
    [...askContent(query, content).content.all('taxonomy')].sort(compareEntryIds).map(showTaxonomyParts),
  config: (query: Languages) => {
    const asked = askContent(query, content).content;
    return showSite(asked.settings(), asked);
  },
});

type Languages = Parameters<typeof askContent>[0];
type SlugArgs = Languages & { readonly slug: string };

/** The items of menus lead to the translations of their pages. */
const askMenus = (query: Languages, content: PublicContent): AskedContent =>
  askContent(query, content, { linksFollow: query.locale != null || query.fallback === true });

const showMenuIn = (menu: Entry<Menu>, asked: AskedContent, content: PublicContent): object =>
  tellLanguage(showMenuParts(menu, asked.content), content.byKey('menu', menu.key), asked);

/** Arguments as query parameters of REST, so that one set of rules applies to both. */
const toSearch = (args: Args): URLSearchParams =>
  new URLSearchParams(
    Object.entries(args).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)] as [string, string]],
    ),
  );

/** Converts each name once: there are only as many as the schema has fields. */
const toSnake = onceEach((name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/**
 * A field's value in an object of the REST interface, under its name or its name in snake case; a function if it
 * depends on the arguments or is made on demand.
 */
export function findField(source: Readonly<Record<string, unknown>>, fieldName: string): unknown {
  const value = source[fieldName] ?? source[toSnake(fieldName)];
  // Terms of a flat vocabulary have no children in REST.
  return value === undefined && fieldName === 'children' ? [] : value;
}
