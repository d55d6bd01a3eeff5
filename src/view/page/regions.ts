import type { Block } from '../../model/entities/block.ts';
import type { Page, PageRegions } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import { toPublic, toWire } from '../../model/fields/fields.ts';
import type { WireScope } from '../../model/fields/kind.ts';
import type { FieldValues } from '../../model/fields/values.ts';
import { type PlacedBlock, publicRegions, type ResolvedRegions, resolveRegions } from '../../model/page/placedBlock.ts';

/** The regions of a page as everybody sees them. */
export const showRegions = (page: Page, scope: RegionShown): object =>
  showRegionBlocks(publicRegions(page, scope.lookup), (block) => showPublicBlock(block, scope));

/** Shows records in place of their ids in values of a schema. */
export type ExpandValues = (schema: FieldsSchema | undefined, values: FieldValues) => FieldValues;

/** How values are shown, and what is shown in place of ids in them. */
interface RegionShown extends WireScope {
  readonly expandValues?: ExpandValues;
}

const showPublicBlock = ({ placement, typeSlug, type, blockId, fields }: PlacedBlock, scope: RegionShown): object => ({
  id: `pb_${placement.id}`,
  block_type: typeSlug,
  fields: showBlockFields(type?.data.fieldsSchema, fields, scope),
  ...(placement.block !== undefined && { is_shared: true, block_id: blockId }),
});

/** The values of a block as everybody gets them. */
export function showBlockFields(
  schema: FieldsSchema | undefined,
  fields: FieldValues,
  scope: RegionShown,
): FieldValues {
  const values = toPublic(schema, fields, scope);
  return scope.expandValues ? scope.expandValues(schema, values) : values;
}

/** A reusable block as everybody sees it, wherever it is placed. */
export const showReusableBlock = ({ id, data }: Entry<Block>, scope: WireScope): object => ({
  id,
  block_type: data.type,
  fields: toPublic(scope.lookup.byKey('blockType', data.type)?.data.fieldsSchema, data.fields, scope),
});

/** The regions of a page as the admin interface shows them: stored values, without defaults filled in. */
export const showAdminRegions = (regions: PageRegions, lookup: Lookup): object =>
  showRegionBlocks(resolveRegions(regions, lookup), (block) => showAdminBlock(block, lookup));

function showAdminBlock({ placement, typeSlug, type, blockId, title, fields }: PlacedBlock, lookup: Lookup): object {
  const schema = type?.data.fieldsSchema ?? [];
  return {
    id: `pb_${placement.id}`,
    pb_id: placement.id,
    block_id: blockId,
    block_type: typeSlug,
    block_type_id: type?.id ?? null,
    title,
    fields: toWire(schema, fields, { lookup }),
    overrides: placement.overrides === undefined ? null : toWire(schema, placement.overrides, { lookup }),
    is_shared: placement.block !== undefined,
    ...(placement.hidden && { hidden: true }),
  };
}

const showRegionBlocks = (regions: ResolvedRegions, show: (block: PlacedBlock) => object): object =>
  Object.fromEntries(regions.map(([name, blocks]) => [name, blocks.map(show)]));
