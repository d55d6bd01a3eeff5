import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { choice, integer, object } from '../../model/schema/schema.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MENU } from '../../view/shapes/menu.ts';
import { SCHEMAS, SITE } from '../../view/shapes/site.ts';
import { TERM } from '../../view/shapes/taxonomy.ts';
import { ANSWERED_IN } from '../../view/shapes/values.ts';
import { showMenu } from '../../view/site/menu.ts';
import { showSchemas, showSite } from '../../view/site/site.ts';
import { showTermTree } from '../../view/site/taxonomy.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult, describeMeta, listResult } from '../result.ts';
import { askContent, languageQuery, localeParameter, tellLanguage, untilNextChange } from './query.ts';
import { withLanguageFiles } from './withStaticFile.ts';

/** Everything around the pages: menus, vocabularies, settings, types. */
export const siteEndpoints = (content: PublicContent): readonly Endpoint[] => [
  ...withLanguageFiles(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/menus/:slug',
      summary: 'Read a menu with its public items',
      access: 'public',
      result: dataResult(MENU),
      query: object(
        {},
        {
          depth: integer({ minimum: 1, description: 'The number of levels; 1 is the top level alone' }),
          expand: {
            ...choice('page'),
            description: 'Gives items that lead to pages the path of the page as their `url`',
          },
          ...languageQuery,
        },
      ),
      handle({ params, query: { expand, ...query } }) {
        const data = findMenu(params.slug, { ...query, isLinked: expand === 'page' }, content);
        if (!data) throw notFound('Menu');
        return { data, ...untilNextChange(content) };
      },
    }),
    content,
    () => slugsOf(content.all('menu')),
  ),
  ...withLanguageFiles(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/taxonomies/:slug/terms',
      summary: 'List the terms of a taxonomy, as a tree if it is hierarchical',
      access: 'public',
      result: describeMeta(listResult(TERM), ANSWERED_IN),
      query: object({}, languageQuery),
      handle({ params, query }) {
        const asked = askContent(query, content);
        const taxonomy = asked.content.byKey('taxonomy', params.slug);
        if (!taxonomy) throw notFound('Taxonomy');
        const terms = showTermTree(taxonomy);
        const meta = { total: terms.length };
        return { data: terms, meta: tellLanguage(meta, content.byKey('taxonomy', params.slug), asked) };
      },
    }),
    content,
    () => slugsOf(content.all('taxonomy')),
  ),
  ...withLanguageFiles(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/config',
      summary: 'Read the settings that a front end needs',
      access: 'public',
      result: dataResult(SITE),
      query: object({}, languageQuery),
      handle({ query }) {
        const asked = askContent(query, content);
        const data = showSite(asked.content.settings(), asked.content);
        return { data: tellLanguage(data, content.byKey('settings', ''), asked) };
      },
    }),
    content,
  ),
  ...withLanguageFiles(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/schemas',
      summary: 'Read the content types and block types with their fields',
      access: 'public',
      result: dataResult(SCHEMAS),
      query: object({}, { locale: localeParameter }),
      // A default value may refer to a page that becomes public then.
      handle: ({ query }) => ({ data: showSchemas(askContent(query, content).content), ...untilNextChange(content) }),
    }),
    content,
  ),
];

/** A menu in the languages that a caller asks for: its items lead to the translations of their pages. */
export function findMenu(
  slug: string,
  { depth, isLinked = false, ...query }: Parameters<typeof askContent>[0] & Parameters<typeof showMenu>[2],
  content: PublicContent,
): object | undefined {
  const asked = askContent(query, content, { linksFollow: query.locale != null || query.fallback === true });
  const menu = asked.content.byKey('menu', slug);
  return menu && tellLanguage(showMenu(menu, asked.content, { depth, isLinked }), content.byKey('menu', slug), asked);
}

const slugsOf = (entries: Iterable<Entry>): readonly { readonly slug: string }[] =>
  Array.from(entries, ({ key: slug }) => ({ slug }));
