import { z } from 'zod';
import type { AskServer, ServerAnswer } from '../askServer.ts';
import { type AgentTool, tool } from '../tool.ts';
import { editFilterInput, inChangeInput, pageIdInput, pagingInput, positiveId } from './inputs.ts';

/** Tools that only read. */
export const LOOK: readonly AgentTool[] = [
  tool({
    name: 'get_site',
    title: 'The site',
    description:
      'The name of the site, its languages, its menus and its taxonomies with their ids. A good first call, with list_types.',
    input: { change: inChangeInput },
    effect: 'read',
    run: async (ask, { change }) => {
      const [config, menus, taxonomies] = await Promise.all(
        ['/config', '/menus', '/taxonomies'].map((path) => ask('GET', path, { change })),
      );
      return { data: { config: config?.data, menus: menus?.data, taxonomies: taxonomies?.data } };
    },
  }),
  tool({
    name: 'list_types',
    title: 'Types',
    description:
      'The content types of pages and the block types, with their fields, regions and rules. Read them before you write: values that do not fit a type are refused.',
    input: { change: inChangeInput },
    effect: 'read',
    run: async (ask, { change }) => {
      const [types, blocks] = await Promise.all(
        ['/content-types', '/block-types'].map((path) => ask('GET', path, { change })),
      );
      return { data: { contentTypes: types?.data, blockTypes: blocks?.data } };
    },
  }),
  tool({
    name: 'find_pages',
    title: 'Find pages',
    description: 'Finds pages of every status and language, the most recently changed first, without their content.',
    input: {
      search: z.string().optional().describe('Words of the title or the slug'),
      type: z.string().optional().describe('The slug of a content type'),
      status: z.enum(['draft', 'published', 'archived']).optional(),
      locale: z.string().optional().describe('A language, such as "en"'),
      term: z.string().optional().describe('A term, as "<taxonomy>:<term>", both by their slugs'),
      change: inChangeInput,
      ...pagingInput,
    },
    effect: 'read',
    run: (ask, { change, limit = 20, ...query }) => ask('GET', '/pages', { query: { limit, ...query }, change }),
  }),
  tool({
    name: 'find_anything',
    title: 'Find anything',
    description: 'Finds pages, blocks, media and menus of any status that contain the words.',
    input: { words: z.string().min(1), change: inChangeInput },
    effect: 'read',
    run: (ask, { words, change }) => ask('GET', '/search', { query: { q: words }, change }),
  }),
  getOne('get_page', 'A page', 'A whole page: fields, regions with their blocks, terms, SEO.', '/pages', pageIdInput),
  getOne('get_menu', 'A menu', 'A menu with the tree of its items.', '/menus', positiveId),
  getOne('get_taxonomy', 'A taxonomy', 'A taxonomy with its terms and their ids.', '/taxonomies', positiveId),
  getOne('get_block', 'A block', 'A reusable block with the places that use it.', '/blocks', positiveId),
  getOne(
    'get_media',
    'A file',
    'A picture or another file, with its alternative text and the places that use it.',
    '/media',
    positiveId,
  ),
  tool({
    name: 'list_blocks',
    title: 'Reusable blocks',
    description: 'Blocks that several pages share, with how often each is used.',
    input: { search: z.string().optional(), type: z.string().optional(), change: inChangeInput, ...pagingInput },
    effect: 'read',
    run: (ask, { change, limit = 20, ...query }) => ask('GET', '/blocks', { query: { limit, ...query }, change }),
  }),
  tool({
    name: 'list_media',
    title: 'Pictures and files',
    description: 'Files of the media library. Fields of the types media and gallery hold their ids.',
    input: {
      search: z.string().optional(),
      type: z.string().optional().describe('The beginning of a media type, such as "image/", or "document"'),
      folder: z.string().optional(),
      change: inChangeInput,
      ...pagingInput,
    },
    effect: 'read',
    run: (ask, { change, limit = 20, ...query }) => ask('GET', '/media', { query: { limit, ...query }, change }),
  }),
  tool({
    name: 'page_history',
    title: 'Versions of a page',
    description: 'Who changed a page, when and with which note, the most recent first.',
    input: { id: pageIdInput, ...pagingInput },
    effect: 'read',
    run: (ask, { id, limit = 20, offset }) => ask('GET', `/pages/${id}/revisions`, { query: { limit, offset } }),
  }),
  tool({
    name: 'page_blame',
    title: 'Who wrote what on a page',
    description:
      'For each value of a page, each block and each paragraph: the commit that brought it, who made it, when and with which note, and what was there before.',
    input: { id: pageIdInput, change: inChangeInput },
    effect: 'read',
    run: (ask, { id, change }) => ask('GET', `/pages/${id}/blame`, { change }),
  }),
  tool({
    name: 'compare_versions',
    title: 'Compare versions',
    description: 'The records in which two versions of the site differ, value by value.',
    input: {
      from: z.string().min(1).describe('A time such as 2026-03-01, a change, a branch, a tag or a commit'),
      to: z.string().min(1).optional().describe('The same; what is live by default'),
      type: z.string().optional().describe('Only records of this type, by its slug'),
      ...pagingInput,
    },
    effect: 'read',
    run: (ask, { limit = 20, ...query }) => ask('GET', '/compare', { query: { limit, ...query } }),
  }),
  tool({
    name: 'find_edits',
    title: 'Edits by who and when',
    description: 'Lists the edits of somebody, of a time or of a type, which undo_edits can take back together.',
    input: { ...editFilterInput, ...pagingInput },
    effect: 'read',
    run: (ask, { limit = 20, ...query }) => ask('GET', '/undo', { query: { limit, ...query } }),
  }),
  tool({
    name: 'problem_origins',
    title: 'Since when something is wrong',
    description:
      'The problems of the live site, each with the commit that brought it. While "searching" is not 0, call it again for the rest.',
    input: {},
    effect: 'read',
    run: (ask) => ask('GET', '/problems/origins'),
  }),
  tool({
    name: 'list_problems',
    title: 'Problems',
    description: 'The problems of the content: broken references, files that cannot be read, invalid values.',
    input: { change: inChangeInput },
    effect: 'read',
    run: (ask, { change }) => ask('GET', '/problems', { change }),
  }),
];

function getOne(name: string, title: string, description: string, path: string, input: typeof positiveId): AgentTool {
  return tool({
    name,
    title,
    description,
    input: { id: input, change: inChangeInput },
    effect: 'read',
    run: (ask: AskServer, { id, change }): Promise<ServerAnswer> => ask('GET', `${path}/${id}`, { change }),
  });
}
