import { type Block, block } from '../../../model/entities/block.ts';
import type { Page } from '../../../model/entities/page.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { notFound } from '../../../model/errors.ts';
import { findInlineBlock, type InlineBlock, inlineBlocksOf } from '../../../model/page/inlineBlock.ts';
import { choice, object, text } from '../../../model/schema/schema.ts';
import { rankTexts, readSearchText } from '../../../store/search/rankTexts.ts';
import { type AnyBlock, blockFacts, showBlockItem, showBlockWhole } from '../../../view/admin/record/block.ts';
import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import { BLOCK, BLOCK_ITEM } from '../../../view/shapes/block.ts';
import { describedBy } from '../../../write/problems.ts';
import {
  blockCreateInput,
  blockUpdateInput,
  createBlock,
  removeBlock,
  updateBlock,
} from '../../../write/record/block.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { paging } from '../../request/query.ts';
import { createdResult, deletedResult, pagedResult, recordResult, writtenResult } from '../../result.ts';
import { addDraftProblems, answerRecord, answerShown, type CrudDeps, firstEntry, withDraftProblems } from '../crud.ts';

export interface BlockDeps extends CrudDeps {
  readonly view: AdminView;
}

const list = paging({ defaultLimit: 50, maxLimit: 100 });

const listQuery = object(
  {},
  {
    ...list.schema,
    type: text({ maxLength: 200 }),
    search: text({ maxLength: 200 }),
    reusable: choice('true', 'false', 'all'),
  },
);

interface Filter {
  readonly type?: string;
  readonly search?: string;
  readonly reusable?: 'true' | 'false' | 'all';
}

/**
 * Blocks in the order of their creation; inline ones only if asked for, because finding them goes through all pages.
 */
function findBlocks(lookup: Lookup, { type, search = '', reusable = 'true' }: Filter): readonly AnyBlock[] {
  const inline: readonly InlineBlock[] = reusable === 'true' ? [] : [...lookup.all('page')].flatMap(inlineBlocksOf);
  const wanted = readSearchText(search);
  return [...lookup.all('block'), ...inline]
    .map((one) => ({ one, facts: blockFacts(one) }))
    .filter(
      ({ facts }) =>
        (reusable === 'all' || facts.isReusable === (reusable === 'true')) &&
        (type === undefined || facts.type === type) &&
        (wanted.words.length === 0 || Number.isFinite(rankTexts([facts.title ?? ''], wanted))),
    )
    .sort((a, b) => a.facts.id - b.facts.id)
    .map(({ one }) => one);
}

/** A block and the entry of the file that holds it. @throws CmsError NOT_FOUND */
function getBlock(lookup: Lookup, id: number): { block: AnyBlock; file: Entry } {
  const shared = lookup.get('block', id);
  if (shared) return { block: shared, file: shared };
  const inline = findInlineBlock(lookup, id);
  if (!inline) throw notFound('Block');
  return { block: inline, file: inline.page };
}

/** The block with this id in a version of the file that holds it. @throws CmsError NOT_FOUND */
function blockIn(entry: Entry, id: number): AnyBlock {
  // The file of a block is its own or that of its page.
  if (entry.kind === 'block') return entry as AnyBlock;
  const inline = inlineBlocksOf(entry as Entry<Page>).find(({ placement }) => placement.id === id);
  if (!inline) throw notFound('Block');
  return inline;
}

/** Reusable blocks, and the inline blocks of pages under the ids of their placements. */
export function blockEndpoints({ lookup, writer, view, commitOf, clock }: BlockDeps): Endpoint[] {
  // A page tells of its own problems.
  const withProblems = (answer: Answer, file: Entry): Answer =>
    file.kind === 'block' ? addDraftProblems(answer, file as Entry<Block>, { lookup, clock }) : answer;
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/blocks',
      summary: 'List blocks: reusable ones by default, others, or all',
      access: block.access.read,
      result: pagedResult(BLOCK_ITEM),
      query: listQuery,
      handle({ query }) {
        const { limit, offset } = list.read(query);
        const found = findBlocks(lookup, query);
        const items = found.slice(offset, offset + limit).map((one) => showBlockItem(one, view));
        return { data: items, meta: { total: found.length, limit, offset } };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/blocks/:id',
      summary: 'Read a block and where it is used',
      access: block.access.read,
      result: withDraftProblems(recordResult(BLOCK)),
      handle({ params }) {
        const { block: found, file } = getBlock(lookup, params.id);
        return withProblems({ data: showBlockWhole(found, view), etag: file.rev }, file);
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/blocks',
      summary: 'Create a block',
      access: block.access.create,
      result: withDraftProblems(createdResult(BLOCK)),
      body: { json: describedBy(blockCreateInput), echoes: [BLOCK, BLOCK_ITEM] },
      async handle({ body, actor }) {
        const written = await writer.write(createBlock(body), actor);
        const answer = answerShown<'block'>(written, { commitOf }, (entry) => showBlockWhole(entry, view));
        return withProblems({ ...answer, status: 201 }, firstEntry(written));
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/blocks/:id',
      summary: 'Update a block; an inline one in its page',
      access: block.access.update,
      result: withDraftProblems(writtenResult(BLOCK)),
      body: { json: describedBy(blockUpdateInput), echoes: [BLOCK, BLOCK_ITEM] },
      async patch({ params: { id } }, versionFor) {
        const file = await versionFor(getBlock(lookup, id).file);
        return answerRecord(file, () => showBlockWhole(blockIn(file, id), view));
      },
      async handle({ params: { id }, body, actor, ifMatch }) {
        const written = await writer.write(updateBlock({ id, ifMatch }, body, lookup), actor);
        const answer = answerShown(written, { commitOf }, (entry) => showBlockWhole(blockIn(entry, id), view));
        return withProblems(answer, firstEntry(written));
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/blocks/:id',
      summary: 'Delete a block that is not placed on any page',
      access: block.access.remove,
      result: deletedResult(),
      async handle({ params: { id }, actor, ifMatch }) {
        const { commit } = await writer.write(removeBlock({ id, ifMatch }), actor);
        return { data: { deleted: true }, commit };
      },
    }),
  ];
}
