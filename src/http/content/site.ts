import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { choice, integer, object } from '../../model/schema/schema.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { MENU } from '../../view/shapes/menu.ts';
import { SCHEMAS, SITE } from '../../view/shapes/site.ts';
import { TERM } from '../../view/shapes/taxonomy.ts';
import { showMenu } from '../../view/site/menu.ts';
import { showSchemas, showSite } from '../../view/site/site.ts';
import { showTermTree } from '../../view/site/taxonomy.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult, listResult } from '../result.ts';
import { untilNextChange } from './query.ts';
import { withStaticFile } from './withStaticFile.ts';

/** Everything around the pages: menus, vocabularies, settings, types. */
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
        {
          depth: integer({ minimum: 1, description: 'The number of levels; 1 is the top level alone' }),
          expand: {
            ...choice('page'),
            description: 'Gives items that lead to pages the path of the page as their `url`',
          },
        },
      ),
      handle({ params, query }) {
        const menu = content.byKey('menu', params.slug);
        if (!menu) throw notFound('Menu');
        return {
          data: showMenu(menu, content, { depth: query.depth, isLinked: query.expand === 'page' }),
          ...untilNextChange(content),
        };
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
  ),
];

const slugsOf = (entries: Iterable<Entry>): readonly { readonly slug: string }[] =>
  Array.from(entries, ({ key: slug }) => ({ slug }));
