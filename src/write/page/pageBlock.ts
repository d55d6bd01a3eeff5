import { isDeepStrictEqual } from 'node:util';
import { isDangerousKey } from '../../lib/json/checkTree.ts';
import { parseId } from '../../lib/text/parseId.ts';
import type { Page, PageRegions, Placement } from '../../model/entities/page.ts';
import type { Detail } from '../../model/errors.ts';
import { toWire } from '../../model/fields/fields.ts';
import { type BlockPlace, blockPlacesOf, getBlockPlace } from '../../model/page/blockPlace.ts';
import { hasRegion } from '../../model/page/regions.ts';
import { because } from '../../model/reason.ts';
import { idInput, integer, list, nullable, object, text } from '../../model/schema/schema.ts';
import type { Action } from '../action.ts';
import { createInputReader, type InputProblems } from '../problems.ts';
import type { RecordTarget } from '../records.ts';
import { noRegion } from '../validate/checkPageContent.ts';
import { changePage } from './changePage.ts';
import { blockContent, blockSource, type RegionEntryInput } from './pageInput.ts';
import { editPlacement, newPlacement, type ReadContext } from './pageRegions.ts';

type Json = Readonly<Record<string, unknown>>;
const region = text({ minLength: 1, maxLength: 100 });
const position = nullable(integer({ minimum: 0 }));

export const pageBlockCreateInput = object({ region }, { position, ...blockSource, ...blockContent });
export const pageBlockUpdateInput = object({}, { region, position, ...blockContent });
export const pageBlockOrderInput = object({ region, order: list(idInput(), { maxItems: 1000 }) });

const readCreate = createInputReader(pageBlockCreateInput);
const readUpdate = createInputReader(pageBlockUpdateInput);
const readOrder = createInputReader(pageBlockOrderInput);

/** Places a new inline block, or a reusable one, at the end of its region unless the body gives a position. */
export const addPageBlock = (target: RecordTarget, body: Json): Action =>
  changePage(
    target,
    ({ data }, context) => {
      const input = readCreate(body, context.problems);
      const wanted = readRegionName(input, context.problems) ?? '';
      const placement = newPlacement(input, context, []);
      refuseShared([placement], input, context);
      return { ...data, regions: insertPlacement(data.regions, placement, { region: wanted, index: input.position }) };
    },
    (detail, page, before) => blameBlock(detail, findAddedBlock(page, before), sourceNamed(body)),
  );

/** Moves or edits a block of a page; the others close ranks. @param body as `pageBlockUpdateInput` describes it */
export const updatePageBlock = (target: RecordTarget, pbId: number, body: Json): Action =>
  changePage(
    target,
    ({ data }, context) => {
      const present = getBlockPlace(data, pbId);
      const input = readUpdate(body, context.problems);
      const placement = editPlacement(present.placement, input, context, []);
      refuseShared([present.placement, placement], input, context);
      const wanted = readRegionName(input, context.problems) ?? present.region;
      const end = wanted === present.region ? present.index : undefined;
      const place = { region: wanted, index: input.position ?? end };
      return { ...data, regions: insertPlacement(removePlacements(data.regions, [pbId]), placement, place) };
    },
    (detail, page) => blameBlock(detail, getBlockPlace(page, pbId), 'region'),
  );

/** Removes a block from a page, which deletes an inline one. */
export const removePageBlock = (target: RecordTarget, pbId: number): Action =>
  changePage(target, ({ data }) => {
    getBlockPlace(data, pbId);
    return { ...data, regions: removePlacements(data.regions, [pbId]) };
  });

/** Rearranges a region. @param body names exactly the blocks of the page that the region will have */
export const orderBlocks = (target: RecordTarget, body: Json): Action =>
  changePage(
    target,
    ({ data }, { lookup, problems }) => {
      const input = readOrder(body, problems);
      const wanted = readRegionName(input, problems);
      if (wanted === undefined || input.order === undefined) return data;
      const type = lookup.byKey('contentType', data.type)?.data;
      if (type && !hasRegion(type, wanted) && !Object.hasOwn(data.regions, wanted))
        problems.add(['region'], noRegion(type, wanted));
      const ids = input.order.map((one) => parseId(one) ?? 0);
      checkOrder(ids, data, wanted, problems);
      problems.throwIfAny(() => []);
      const ordered = ids.map((pbId) => getBlockPlace(data, pbId).placement);
      return { ...data, regions: { ...removePlacements(data.regions, ids), [wanted]: ordered } };
    },
    (detail) => blameOrder(detail, body),
  );

function blameOrder(detail: Detail, { region: name }: Json): Detail {
  const [part, where, index] = detail.path;
  if (part !== 'regions' || where !== name) return detail;
  return { ...detail, path: index === undefined ? ['region'] : ['order', index] };
}

/** The block that the page did not have before. */
function findAddedBlock(page: Page, before: Page): BlockPlace | undefined {
  const known = new Set(blockPlacesOf(before).map(({ placement }) => placement.id));
  return blockPlacesOf(page).find(({ placement }) => !known.has(placement.id));
}

/** Moves a problem of the body's block to its path in the body; `source` is the body's key for the block's type. */
function blameBlock(detail: Detail, own: BlockPlace | undefined, source: string): Detail {
  const [part, where, index, ...rest] = detail.path;
  if (part !== 'regions' || own === undefined || where !== own.region) return detail;
  if (index === undefined) return { ...detail, path: ['region'] };
  if (index !== String(own.index)) return detail;
  return { ...detail, path: rest[0] === 'blockTypeSlug' ? [source] : rest };
}

const sourceNamed = (body: Json): string =>
  Object.keys(blockSource).find((key) => Object.hasOwn(body, key)) ?? 'blockTypeSlug';

/**
 * Refuses a title or fields for the placement of a reusable block, unless they are the shown ones sent back.
 *
 * @param shown the placement, as it was and as it will be
 */
function refuseShared(
  shown: readonly Placement[],
  { title, fields }: RegionEntryInput,
  { lookup, problems }: ReadContext,
): void {
  const shared = lookup.byKey('block', shown[0]?.block ?? '')?.data;
  if (!shared) return;
  if (title && title !== shared.title)
    problems.add(['title'], because('shared', 'belongs to the reusable block: change it there', {}));
  if (Object.keys(fields ?? {}).length === 0) return;
  const { fieldsSchema = [] } = lookup.byKey('blockType', shared.type)?.data ?? {};
  const isShown = ({ overrides }: Placement): boolean =>
    isDeepStrictEqual(fields, toWire(fieldsSchema, { ...shared.fields, ...overrides }, { lookup }));
  if (!shown.some(isShown))
    problems.add(
      ['fields'],
      because('shared', 'belong to the reusable block: change them there, or send overrides', {}),
    );
}

/** The region that a body names. Refuses names such as `__proto__`. */
function readRegionName({ region: name }: { readonly region?: string }, problems: InputProblems): string | undefined {
  if (name !== undefined && isDangerousKey(name)) problems.add(['region'], 'cannot have this name: choose another');
  return name;
}

const placementsIn = (regions: PageRegions, name: string): readonly Placement[] =>
  Object.hasOwn(regions, name) ? (regions[name] ?? []) : [];

const removePlacements = (regions: PageRegions, ids: readonly number[]): PageRegions =>
  Object.fromEntries(
    Object.entries(regions).map(([name, placements]) => [name, placements.filter((one) => !ids.includes(one.id))]),
  );

const insertPlacement = (
  regions: PageRegions,
  placement: Placement,
  { region: name, index }: { readonly region: string; readonly index: number | null | undefined },
): PageRegions => ({
  ...regions,
  [name]: placementsIn(regions, name).toSpliced(index ?? Number.POSITIVE_INFINITY, 0, placement),
});

function checkOrder(ids: readonly number[], page: Page, name: string, problems: InputProblems): void {
  const known = new Set(blockPlacesOf(page).map(({ placement }) => placement.id));
  for (const [index, pbId] of ids.entries()) {
    if (!known.has(pbId)) problems.add(['order', String(index)], because('gone', 'The page has no such block', {}));
    else if (ids.indexOf(pbId) < index)
      problems.add(['order', String(index)], because('repeated', 'is listed twice', {}));
  }
  const missing = placementsIn(page.regions, name).filter((one) => !ids.includes(one.id));
  if (missing.length === 0) return;
  problems.add(
    ['order'],
    because(
      'incomplete',
      `must name every block of the region: ${missing.map((one) => one.id).join(', ')} missing`,
      {},
    ),
  );
}
