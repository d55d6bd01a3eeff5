import { list, object, record, text } from '../../model/schema.ts';
import { trimSlug } from '../../model/slug.ts';
import { showMenu } from '../../view/menu.ts';
import { showPage } from '../../view/page.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MENU } from '../../view/shapes/menu.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult } from '../result.ts';
import { locale, readLocale, untilNextChange } from './query.ts';

/** What fifty slugs and ten take, and more. */
const MAX_BODY_BYTES = 64 * 1024;

const slugs = (maxItems: number) => list(text({ maxLength: 250 }), { maxItems });

/** Several pages and menus in one request, each in the form of its single read. */
export const batchEndpoints = (content: PublicContent): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/content/batch',
    summary: 'Read several pages and menus at once',
    access: 'public',
    maxBodyBytes: MAX_BODY_BYTES,
    body: object({}, { pages: slugs(50), menus: slugs(10), locale }),
    result: dataResult(object({ pages: record(PAGE), menus: record(MENU) })),
    handle({ body: { pages = [], menus = [], locale: given } }) {
      const inLocale = readLocale(given, content);
      return {
        data: {
          pages: bySlug(pages, (slug) => {
            const page = content.page(inLocale, slug);
            return page && showPage(page, content.translationsOf(page), { lookup: content });
          }),
          menus: bySlug(menus, (slug) => {
            const menu = content.byKey('menu', slug);
            return menu && showMenu(menu, content);
          }),
        },
        ...untilNextChange(content),
      };
    },
  }),
];

/** What was found, under the slug that was asked for; each once, however it is written. */
function bySlug(given: readonly string[], show: (slug: string) => object | undefined): object {
  const asked = new Map(given.map((slug) => [slug, trimSlug(slug)]));
  const shown = new Map([...new Set(asked.values())].map((slug) => [slug, show(slug)]));
  return Object.fromEntries(
    [...asked].flatMap(([slug, trimmed]) => {
      const found = shown.get(trimmed);
      return found ? [[slug, found]] : [];
    }),
  );
}
