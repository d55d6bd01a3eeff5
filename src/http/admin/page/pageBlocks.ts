import { type Page, page } from '../../../model/entities/page.ts';
import { blockPlacesOf, getBlockPlace } from '../../../model/page/blockPlace.ts';
import { object } from '../../../model/schema/schema.ts';
import { showPlacement } from '../../../view/admin/showAdminPage.ts';
import { showAdminRegions } from '../../../view/page/regions.ts';
import { ADMIN_REGIONS, PLACEMENT, REGION_ENTRY } from '../../../view/shapes/page.ts';
import type { WriteResult } from '../../../write/action.ts';
import {
  addPageBlock,
  orderBlocks,
  pageBlockCreateInput,
  pageBlockOrderInput,
  pageBlockUpdateInput,
  removePageBlock,
  updatePageBlock,
} from '../../../write/page/pageBlock.ts';
import { describedBy } from '../../../write/problems.ts';
import { getRecord } from '../../../write/records.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { createdResult, recordResult, removedPartResult, writtenResult } from '../../result.ts';
import { answerRecord, answerWritten, firstEntry } from '../crud.ts';
import type { AdminPageDeps } from './pageDeps.ts';

/** The blocks of a page, written one at a time. */
export function pageBlockEndpoints({ site, view }: AdminPageDeps): Endpoint[] {
  const { store: lookup, write: writer, history } = site;
  const answerPlaced = (written: WriteResult, pbId: number): Answer => {
    const entry = firstEntry<'page'>(written);
    const data = showPlacement(entry, getBlockPlace(entry.data, pbId), view);
    return { ...answerWritten(written, entry, history), data };
  };
  const showPlaced = (data: Page, pbId: number): object => {
    const { region, index, placement } = getBlockPlace(data, pbId);
    const [[shown] = []] = Object.values(showAdminRegions({ [region]: [placement] }, lookup)) as readonly object[][];
    return { ...shown, region, position: index };
  };
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id/blocks',
      summary: 'List the blocks of a page by region',
      access: page.access.read,
      result: recordResult(ADMIN_REGIONS),
      handle: ({ params }) =>
        answerRecord(getRecord(lookup, 'page', params.id), ({ data }) => showAdminRegions(data.regions, lookup)),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/:id/blocks',
      summary: 'Place a new block, or a reusable one, on a page',
      access: page.access.update,
      result: createdResult(PLACEMENT),
      body: { json: describedBy(pageBlockCreateInput), echoes: [PLACEMENT, REGION_ENTRY] },
      async handle({ params: { id }, body, actor, ifMatch }) {
        const written = await writer.write(addPageBlock({ id, ifMatch }, body), actor);
        return { ...answerPlaced(written, newPlacementId(written)), status: 201 };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/pages/:id/blocks/:pbId',
      summary: 'Move or edit a block of a page',
      access: page.access.update,
      result: writtenResult(PLACEMENT),
      body: { json: describedBy(pageBlockUpdateInput), echoes: [PLACEMENT, REGION_ENTRY] },
      patch: async ({ params: { id, pbId } }, versionFor) =>
        answerRecord(await versionFor(getRecord(lookup, 'page', id)), ({ data }) => showPlaced(data, pbId)),
      async handle({ params: { id, pbId }, body, actor, ifMatch }) {
        return answerPlaced(await writer.write(updatePageBlock({ id, ifMatch }, pbId, body), actor), pbId);
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/pages/:id/blocks/:pbId',
      summary: 'Remove a block from a page',
      access: page.access.update,
      result: removedPartResult(),
      async handle({ params: { id, pbId }, actor, ifMatch }) {
        const written = await writer.write(removePageBlock({ id, ifMatch }, pbId), actor);
        return { ...answerWritten(written, firstEntry(written), history), data: { deleted: true } };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/pages/:id/blocks-order',
      summary: 'Order the blocks of a region; it may take in blocks of other regions of the page',
      access: page.access.update,
      result: writtenResult(object({ reordered: { type: 'boolean', const: true } })),
      body: describedBy(pageBlockOrderInput),
      async handle({ params: { id }, body, actor, ifMatch }) {
        const written = await writer.write(orderBlocks({ id, ifMatch }, body), actor);
        return { ...answerWritten(written, firstEntry(written), history), data: { reordered: true } };
      },
    }),
  ];
}

/** The id of the placement that a write added to its page. */
function newPlacementId(written: WriteResult): number {
  const entry = firstEntry<'page'>(written);
  const change = written.changes.find(({ after }) => after === entry);
  // The change of a page holds pages.
  const known = new Set(placementIds(change?.before?.data as Page | undefined));
  const added = placementIds(entry.data).find((id) => !known.has(id));
  if (added === undefined) throw new Error('The write added no block');
  return added;
}

const placementIds = (data: Page | undefined): readonly number[] =>
  data ? blockPlacesOf(data).map(({ placement }) => placement.id) : [];
