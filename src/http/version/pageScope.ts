import type { PreviewScope } from '../../model/access.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { trimSlug } from '../../model/text/slug.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { readLocale } from '../content/query.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import type { Shown } from './shown.ts';

/** Endpoints whose content surrounds every page and is shown with it. */
const AROUND = /^\/api\/content\/(?:menus|taxonomies|media|config|schemas|redirects|tracking-scripts)\b/;

type FindPage = (call: Call, shown: Shown) => Entry<Page> | undefined;

const findIn = (content: PublicContent, { params, query }: Call): Entry<Page> | undefined =>
  content.page(
    // These endpoints have a slug, and a locale in the path or the query.
    String(params['locale'] ?? readLocale((query as { locale?: string }).locale, content)),
    trimSlug(String(params['slug'])),
  );

/** The endpoints that answer one page, with how to find it. */
const PAGES: Readonly<Record<string, FindPage>> = {
  '/api/content/pages/:slug*': (call, { content }) => findIn(content, call),
  '/api/content/pages/:locale/:slug*.json': (call, { content }) => findIn(content, call),
  '/api/content/preview/pages/:slug*': (call, { preview }) => findIn(preview, call),
};

/** Whether a preview token may open an address. One for a single page opens no other page, whether it exists or not. */
export function mayOpenPage(scope: PreviewScope, { path }: Pick<Endpoint, 'path'>, call: Call, shown: Shown): boolean {
  if (scope.page === null || AROUND.test(path)) return true;
  return PAGES[path]?.(call, shown)?.id === scope.page;
}
