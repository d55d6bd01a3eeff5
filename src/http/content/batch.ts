import { EXPANSIONS, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { choice, list, object, record, text } from '../../model/schema/schema.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { shapedView } from '../../view/page/expand.ts';
import type { WritingTime } from '../../view/page/richText.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MENU } from '../../view/shapes/menu.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult } from '../result.ts';
import { findAskedPage, showAskedPage } from './pageView.ts';
import { askContent, languageQuery, untilNextChange } from './query.ts';
import { type IsOver, readWhole, showInSlices, thenWith } from './readWhole.ts';
import { createShowWritten } from './showWritten.ts';
import { findMenu } from './site.ts';
import { writeInThread } from './writeInThread.ts';

/** More than fifty page slugs and ten menu slugs need. */
const MAX_BODY_BYTES = 64 * 1024;

const slugs = (maxItems: number) => list(text({ maxLength: 250 }), { maxItems });
const shape = {
  expand: list(choice(...EXPANSIONS), { maxItems: EXPANSIONS.length }),
  richtext: choice(...RICH_TEXT_FORMATS),
};

/** Several pages and menus in one request, each shown as in its single read. */
export const batchEndpoints = (
  content: PublicContent,
  showWritten = createShowWritten(writeInThread()),
): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/content/batch',
    summary: 'Read several pages and menus at once',
    access: 'public',
    body: {
      json: object({}, { pages: slugs(50), menus: slugs(10), ...languageQuery, ...shape }),
      maxBytes: MAX_BODY_BYTES,
    },
    result: dataResult(object({ pages: record(PAGE), menus: record(MENU) })),
    handle({ body: { pages = [], menus = [], locale, fallback, expand = [], richtext = 'json' }, opening }) {
      const asked = askContent({ locale, fallback }, content);
      const show = (isOver: IsOver) => (time: WritingTime) => {
        const view = shapedView({ expand, richText: richtext, time, opening }, { lookup: asked.content });
        const pageAt = (slug: string): object | undefined => {
          const page = findAskedPage(asked, slug);
          return page && showAskedPage(page, view, content, asked);
        };
        const menuAt = (slug: string): object | undefined => findMenu(slug, { locale, fallback }, content);
        return thenWith(showBySlug(pages, pageAt, isOver), (shownPages) =>
          thenWith(showBySlug(menus, menuAt, isOver), (shownMenus) => ({
            data: { pages: shownPages, menus: shownMenus },
            ...untilNextChange(content),
          })),
        );
      };
      return readWhole(content, (isOver) => showWritten(show(isOver)));
    },
  }),
];

/** What was found, under the slugs as they were asked for. A slug in several spellings is shown only once. */
function showBySlug(
  given: readonly string[],
  show: (slug: string) => object | undefined,
  isOver: IsOver,
): object | Promise<object> {
  const asked = new Map(given.map((slug) => [slug, trimSlug(slug)]));
  const slugs = [...new Set(asked.values())];
  return thenWith(showInSlices(slugs, show, isOver), (all) => {
    const shown = new Map(slugs.map((slug, at) => [slug, all[at]]));
    return Object.fromEntries(
      [...asked].flatMap(([slug, trimmed]) => {
        const found = shown.get(trimmed);
        return found ? [[slug, found]] : [];
      }),
    );
  });
}
