import { notFound } from '../../model/errors.ts';
import { integer, object, text } from '../../model/schema.ts';
import { trimSlug } from '../../model/slug.ts';
import { showMenu } from '../../view/menu.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MENU } from '../../view/shapes/menu.ts';
import { REDIRECT, SCHEMAS, SITE, TRACKING_SCRIPTS } from '../../view/shapes/site.ts';
import { TERM } from '../../view/shapes/taxonomy.ts';
import { findPublicSlugs, showRedirects, showSchemas, showSite, showTrackingScripts } from '../../view/site.ts';
import { showTermTree } from '../../view/taxonomy.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult, listResult } from '../result.ts';
import { untilNextChange } from './query.ts';

/** What stands around the pages: menus, vocabularies, settings, types, redirects and scripts. */
export const siteEndpoints = (content: PublicContent): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/content/menus/:slug',
    summary: 'Read a menu with the items that lead somewhere',
    access: 'public',
    result: dataResult(MENU),
    query: object({}, { depth: integer({ minimum: 1, description: 'How many levels; 1 is the top level alone' }) }),
    handle({ params, query }) {
      const menu = content.byKey('menu', params.slug);
      if (!menu) throw notFound('Menu');
      return { data: showMenu(menu, content, query.depth), ...untilNextChange(content) };
    },
    exports: () =>
      [...content.all('menu')].map(({ key: slug }) => ({ file: `api/content/menus/${slug}.json`, params: { slug } })),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/taxonomies/:slug/terms',
    summary: 'List the terms of a taxonomy, as a tree where it is hierarchical',
    access: 'public',
    result: listResult(TERM),
    handle({ params }) {
      const taxonomy = content.byKey('taxonomy', params.slug);
      if (!taxonomy) throw notFound('Taxonomy');
      const terms = showTermTree(taxonomy);
      return { data: terms, meta: { total: terms.length } };
    },
    exports: () =>
      [...content.all('taxonomy')].map(({ key: slug }) => ({
        file: `api/content/taxonomies/${slug}/terms.json`,
        params: { slug },
      })),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/config',
    summary: 'Read what a front end needs to know of the site',
    access: 'public',
    result: dataResult(SITE),
    handle: () => ({ data: showSite(content.settings(), content) }),
    exports: () => [{ file: 'api/content/config.json', params: {} }],
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/schemas',
    summary: 'Read the types of content and of blocks with their fields',
    access: 'public',
    result: dataResult(SCHEMAS),
    // A default may name a page that is hidden until then.
    handle: () => ({ data: showSchemas(content), ...untilNextChange(content) }),
    exports: () => [{ file: 'api/content/schemas.json', params: {} }],
  }),
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
    exports: () => [{ file: 'api/content/redirects.json', params: {} }],
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/tracking-scripts',
    summary: 'Read the scripts that belong into a page',
    access: 'public',
    result: dataResult(TRACKING_SCRIPTS),
    query: object({}, { page: text({ maxLength: 250, description: 'The slug of the page' }) }),
    handle: ({ query: { page } }) => ({
      data: showTrackingScripts(content, page && trimSlug(page)),
      ...(page && untilNextChange(content)),
    }),
    exports: () => [
      { file: 'api/content/tracking-scripts.json', params: {} },
      ...targetedPages(content).map((page) => ({
        file: `api/content/tracking-scripts/${page}.json`,
        params: {},
        query: { page },
      })),
    ],
  }),
];

/** The slugs of public pages that scripts are meant for. */
function targetedPages(content: PublicContent): readonly string[] {
  const scripts = [...content.all('trackingScript')].filter(({ data }) => data.scope === 'targeted');
  return findPublicSlugs([...new Set(scripts.flatMap(({ data }) => data.targetPages))], content);
}
