import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { integer, object, text } from '../../model/schema/schema.ts';
import { trimSlug } from '../../model/text/slug.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MENU } from '../../view/shapes/menu.ts';
import { REDIRECT, SCHEMAS, SITE, TRACKING_SCRIPTS } from '../../view/shapes/site.ts';
import { TERM } from '../../view/shapes/taxonomy.ts';
import { showMenu } from '../../view/site/menu.ts';
import { findPublicSlugs, showRedirects, showSchemas, showSite, showTrackingScripts } from '../../view/site/site.ts';
import { showTermTree } from '../../view/site/taxonomy.ts';
import { type Answer, defineEndpoint, type Endpoint, type PathParams, withStaticFile } from '../endpoint.ts';
import { dataResult, listResult } from '../result.ts';
import { untilNextChange } from './query.ts';

/** Everything around the pages: menus, vocabularies, settings, types, redirects and scripts. */
export const siteEndpoints = (content: PublicContent): readonly Endpoint[] => [
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/menus/:slug',
      summary: 'Read a menu with its public items',
      access: 'public',
      result: dataResult(MENU),
      query: object(
        {},
        { depth: integer({ minimum: 1, description: 'The number of levels; 1 is the top level alone' }) },
      ),
      handle({ params, query }) {
        const menu = content.byKey('menu', params.slug);
        if (!menu) throw notFound('Menu');
        return { data: showMenu(menu, content, query.depth), ...untilNextChange(content) };
      },
    }),
    () => slugsOf(content.all('menu')),
  ),
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/taxonomies/:slug/terms',
      summary: 'List the terms of a taxonomy, as a tree if it is hierarchical',
      access: 'public',
      result: listResult(TERM),
      handle({ params }) {
        const taxonomy = content.byKey('taxonomy', params.slug);
        if (!taxonomy) throw notFound('Taxonomy');
        const terms = showTermTree(taxonomy);
        return { data: terms, meta: { total: terms.length } };
      },
    }),
    () => slugsOf(content.all('taxonomy')),
  ),
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/config',
      summary: 'Read the settings that a front end needs',
      access: 'public',
      result: dataResult(SITE),
      handle: () => ({ data: showSite(content.settings(), content) }),
    }),
    once,
  ),
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/schemas',
      summary: 'Read the content types and block types with their fields',
      access: 'public',
      result: dataResult(SCHEMAS),
      // A default value may refer to a page that becomes public then.
      handle: () => ({ data: showSchemas(content), ...untilNextChange(content) }),
    }),
    once,
  ),
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/redirects',
      summary: 'List active redirects',
      access: 'public',
      result: listResult(REDIRECT),
      handle() {
        const redirects = showRedirects(content);
        return { data: redirects, meta: { total: redirects.length } };
      },
    }),
    once,
  ),
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/tracking-scripts',
      summary: 'Read the tracking scripts of a page',
      access: 'public',
      result: dataResult(TRACKING_SCRIPTS),
      query: object({}, { page: text({ maxLength: 250, description: 'The slug of the page' }) }),
      handle: ({ query: { page } }) => answerScripts(content, page),
    }),
    once,
  ),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/tracking-scripts/:page*.json',
    summary: 'Read the tracking scripts of a page that has its own: a file of the static site',
    access: 'public',
    result: dataResult(TRACKING_SCRIPTS),
    handle({ params: { page } }) {
      if (!targetedPages(content, page).includes(page)) throw notFound('Page with scripts of its own');
      return answerScripts(content, page);
    },
    exports: () => targetedPages(content).map((page) => ({ page })),
  }),
];

/** The parameters of an endpoint with a single file: none. */
const once = (): readonly [PathParams<string>] => [{}];

const slugsOf = (entries: Iterable<Entry>): readonly { readonly slug: string }[] =>
  Array.from(entries, ({ key: slug }) => ({ slug }));

const answerScripts = (content: PublicContent, page?: string): Answer => ({
  data: showTrackingScripts(content, page && trimSlug(page)),
  ...(page && untilNextChange(content)),
});

/** The slugs of public pages that scripts are targeted at; if a page is named, only that one, if it is among them. */
function targetedPages(content: PublicContent, page?: string): readonly string[] {
  const scripts = [...content.all('trackingScript')].filter(({ data }) => data.scope === 'targeted');
  const targets = new Set(scripts.flatMap(({ data }) => data.targetPages));
  if (page !== undefined) return targets.has(page) ? findPublicSlugs([page], content) : [];
  return findPublicSlugs([...targets], content);
}
