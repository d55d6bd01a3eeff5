import { onceEach } from '../../lib/list/onceEach.ts';
import { compareEntryIds } from '../../model/entry.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { showPageParts } from '../../view/page/pageParts.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { showMenuParts } from '../../view/site/menu.ts';
import { showSite } from '../../view/site/site.ts';
import { showTaxonomyParts } from '../../view/site/taxonomy.ts';
import { readPageList } from '../content/pages.ts';
import { readContentLocale } from '../content/query.ts';

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
  page: ({ slug, locale }: { slug: string; locale?: string | null }) => {
    const page = content.page(readContentLocale(locale ?? undefined, content), trimSlug(slug));
    return page ? showPageParts(page, content) : null;
  },
  menu: ({ slug }: { slug: string }) => {
    const menu = content.byKey('menu', slug);
    return menu ? showMenuParts(menu, content) : null;
  },
  menus: () => [...content.all('menu')].sort(compareEntryIds).map((menu) => showMenuParts(menu, content)),
  taxonomy: ({ slug }: { slug: string }) => {
    const taxonomy = content.byKey('taxonomy', slug);
    return taxonomy ? showTaxonomyParts(taxonomy) : null;
  },
  taxonomies: () => [...content.all('taxonomy')].sort(compareEntryIds).map(showTaxonomyParts),
  config: () => showSite(content.settings(), content),
});

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
