import { z } from 'zod';
import { type AgentTool, tool } from '../tool.ts';
import { changeInput, fieldsInput, pageIdInput, positiveId } from './inputs.ts';

const slug = z
  .string()
  .describe('The address within its language, such as "news/opening"; made from the title if absent');
const blocks = z
  .record(z.string(), z.array(z.record(z.string(), z.unknown())))
  .describe(
    'Blocks by region: { "main": [{ "blockTypeSlug": "text", "fields": { … } }] }. An entry with the "id" of a present block keeps that block; blocks left out of a region are removed',
  );
const position = z.number().int().min(0).describe('The position in the region, from 0; at the end if absent');
const seo = {
  metaTitle: z.string().nullable().optional(),
  metaDescription: z.string().nullable().optional(),
};
const note = z.string().max(500).optional().describe('The reason, for people who read the history');

/** Tools that write only into a change. */
export const PROPOSE: readonly AgentTool[] = [
  tool({
    name: 'create_page',
    title: 'Write a page',
    description: 'Adds a page to a change. It is a draft unless the status says "published".',
    input: {
      change: changeInput,
      type: z.string().describe('The slug of its content type'),
      title: z.string(),
      slug: slug.optional(),
      locale: z.string().optional(),
      status: z.enum(['draft', 'published']).optional(),
      fields: fieldsInput.optional(),
      regions: blocks.optional(),
      terms: z.array(positiveId).optional().describe('Ids of terms'),
      revisionNote: note,
      ...seo,
    },
    effect: 'propose',
    run: (ask, { change, ...body }) => ask('POST', '/pages', { body, change }),
  }),
  tool({
    name: 'edit_page',
    title: 'Edit a page',
    description:
      'Edits a page within a change. Fields that are not given stay as they are, null removes a field, lists are replaced as a whole. For single blocks, add_block, edit_block and remove_block are easier.',
    input: {
      change: changeInput,
      id: pageIdInput,
      title: z.string().optional(),
      slug: slug.optional(),
      status: z.enum(['draft', 'published', 'archived']).optional(),
      fields: fieldsInput.optional(),
      regions: blocks.optional(),
      terms: z.array(positiveId).optional().describe('The ids of all terms that the page should have'),
      revisionNote: note,
      ...seo,
    },
    effect: 'propose',
    run: (ask, { change, id, ...body }) => ask('PATCH', `/pages/${id}`, { body, change }),
  }),
  tool({
    name: 'delete_page',
    title: 'Delete a page',
    description: 'Deletes a page within a change. The answer lists what refers to the page and would break.',
    input: { change: changeInput, id: pageIdInput },
    effect: 'propose',
    run: (ask, { change, id }) => ask('DELETE', `/pages/${id}`, { change }),
  }),
  tool({
    name: 'translate_page',
    title: 'Start a translation',
    description: 'Copies a page as a draft in another language; translate it with edit_page and edit_block.',
    input: { change: changeInput, id: pageIdInput, locale: z.string().describe('The language, such as "de"') },
    effect: 'propose',
    run: (ask, { change, id, locale }) => ask('POST', `/pages/${id}/translate`, { body: { locale }, change }),
  }),
  tool({
    name: 'add_block',
    title: 'Add a block',
    description: 'Adds a block to a region of a page: a new one by its type, or a reusable one by its blockId.',
    input: {
      change: changeInput,
      id: pageIdInput,
      region: z.string(),
      blockTypeSlug: z.string().optional().describe('The slug of a block type, for a new block'),
      blockId: positiveId.optional().describe('The id of a reusable block, instead of a type'),
      fields: fieldsInput.optional(),
      position: position.optional(),
    },
    effect: 'propose',
    run: (ask, { change, id, ...body }) => ask('POST', `/pages/${id}/blocks`, { body, change }),
  }),
  tool({
    name: 'edit_block',
    title: 'Edit a block of a page',
    description: "Changes a block's fields or its position on a page. Fields that are not given stay as they are.",
    input: {
      change: changeInput,
      id: pageIdInput,
      placement: positiveId.describe('The number in the "id" of the region entry: 12 for "pb_12"'),
      fields: fieldsInput.optional(),
      region: z.string().optional(),
      position: position.optional(),
    },
    effect: 'propose',
    run: (ask, { change, id, placement, ...body }) =>
      ask('PATCH', `/pages/${id}/blocks/${placement}`, { body, change }),
  }),
  tool({
    name: 'remove_block',
    title: 'Remove a block',
    description: 'Removes a block from a page. A reusable block stays on all other pages.',
    input: {
      change: changeInput,
      id: pageIdInput,
      placement: positiveId.describe('The number in the "id" of the region entry'),
    },
    effect: 'propose',
    run: (ask, { change, id, placement }) => ask('DELETE', `/pages/${id}/blocks/${placement}`, { change }),
  }),
  tool({
    name: 'edit_reusable_block',
    title: 'Edit a reusable block',
    description: 'Changes a block on all pages that use it. Fields that are not given stay as they are.',
    input: { change: changeInput, id: positiveId, title: z.string().optional(), fields: fieldsInput.optional() },
    effect: 'propose',
    run: (ask, { change, id, ...body }) => ask('PATCH', `/blocks/${id}`, { body, change }),
  }),
  tool({
    name: 'add_term',
    title: 'Add a term',
    description: 'Adds a term to a taxonomy, such as a topic.',
    input: {
      change: changeInput,
      taxonomy: positiveId.describe('The id of the taxonomy, as get_site returns it'),
      name: z.string(),
      slug: z.string().optional(),
      parentId: positiveId.optional(),
    },
    effect: 'propose',
    run: (ask, { change, taxonomy, ...body }) => ask('POST', `/taxonomies/${taxonomy}/terms`, { body, change }),
  }),
  tool({
    name: 'describe_media',
    title: 'Describe a picture',
    description: 'Sets the alternative text or the title of a picture or file.',
    input: { change: changeInput, id: positiveId, altText: z.string().optional(), title: z.string().optional() },
    effect: 'propose',
    run: (ask, { change, id, ...body }) => ask('PATCH', `/media/${id}`, { body, change }),
  }),
  tool({
    name: 'migrate_type',
    title: 'Change a type with its records',
    description:
      'Changes a content type or block type together with all records that have values of it, within a change: renames, removes, moves, splits, joins, converts or fills fields, and more. Call it with "dryRun" first: that tells how many records change, what is in the way or lost, and what differs in the first of them. Needs a key that may write types.',
    input: {
      change: changeInput,
      type: z.string().describe('The slug of the type'),
      kind: z
        .enum(['contentType', 'blockType'])
        .optional()
        .describe('What kind of type it is; a content type if absent'),
      operations: z
        .array(z.record(z.string(), z.record(z.string(), z.unknown())))
        .min(1)
        .max(50)
        .describe(
          'One operation each, such as { "rename": { "from": "subtitle", "to": "standfirst" } }, { "move": { "from": "title", "to": "hero.title" } }, { "remove": { "field": "kicker" } }, { "convert": { "field": "text", "from": "text", "to": "richtext" } }, { "fill": { "field": "lead", "value": "…" } }, { "split": { "field": "name", "into": ["first", "last"], "at": " " } }, { "join": { "fields": ["first", "last"], "into": "name", "between": " " } }. Fields of objects and lists: "hero.title", "items[].title"',
        ),
      dryRun: z.boolean().optional().describe('Only tells what it would do'),
      revisionNote: note,
    },
    effect: 'propose',
    run: (ask, { change, type: slug, kind = 'contentType', ...body }) =>
      ask('POST', '/migrations', { body: { type: { kind, slug }, ...body }, change }),
  }),
];
