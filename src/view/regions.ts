import { createRoom } from '../model/blockRoom.ts';
import type { Page, Placement } from '../model/entities/page.ts';
import type { Lookup } from '../model/entry.ts';
import type { FieldsSchema } from '../model/fields/field.ts';
import { toWire, withDefaults } from '../model/fields/fields.ts';
import type { WireScope } from '../model/fields/kind.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A placement together with the block it shows: its own, or the reusable one with the overrides laid over. */
interface Resolved {
  readonly placement: Placement;
  readonly blockId: number;
  readonly typeSlug: string;
  readonly typeId: number | null;
  readonly title: string | null;
  readonly schema: FieldsSchema;
  readonly fields: Fields;
}

/** A placement of a block that is gone is left out: the problem is reported where the file is. */
function resolve(placement: Placement, lookup: Lookup): readonly Resolved[] {
  const shared = placement.block === undefined ? undefined : lookup.byKey('block', placement.block);
  if (placement.block !== undefined && !shared) return [];
  const typeSlug = shared?.data.type ?? placement.type ?? '';
  const type = lookup.byKey('blockType', typeSlug);
  return [
    {
      placement,
      typeSlug,
      typeId: type?.id ?? null,
      blockId: shared?.id ?? placement.id,
      title: shared?.data.title ?? placement.title ?? null,
      schema: type?.data.fieldsSchema ?? [],
      fields: shared ? { ...shared.data.fields, ...placement.overrides } : (placement.fields ?? {}),
    },
  ];
}

/** The regions of a page as everybody sees them. */
export const showRegions = (regions: Page['regions'], scope: WireScope): object =>
  mapRegions(regions, scope.lookup, (resolved) => showBlock(resolved, scope));

const showBlock = ({ placement, typeSlug, blockId, schema, fields }: Resolved, scope: WireScope): object => ({
  id: `pb_${placement.id}`,
  block_type: typeSlug,
  fields: toWire(schema, withDefaults(schema, fields), scope),
  ...(placement.block !== undefined && { is_shared: true, block_id: blockId }),
});

/** The regions of a page as the admin interface shows them: stored values, without defaults filled in. */
export const showAdminRegions = (regions: Page['regions'], lookup: Lookup): object =>
  mapRegions(regions, lookup, (resolved) => showAdminBlock(resolved, lookup));

const showAdminBlock = (
  { placement, typeSlug, typeId, blockId, title, schema, fields }: Resolved,
  lookup: Lookup,
): object => ({
  id: `pb_${placement.id}`,
  pb_id: placement.id,
  block_id: blockId,
  block_type: typeSlug,
  block_type_id: typeId,
  title,
  fields: toWire(schema, fields, { lookup }),
  overrides: placement.overrides === undefined ? null : toWire(schema, placement.overrides, { lookup }),
  is_shared: placement.block !== undefined,
});

/** What there is no room for is left out as what is gone is. */
function mapRegions(regions: Page['regions'], lookup: Lookup, show: (block: Resolved) => object): object {
  const hasRoom = createRoom(lookup);
  const showPlacement = (placement: Placement): readonly object[] =>
    hasRoom(placement) ? resolve(placement, lookup).map(show) : [];
  return Object.fromEntries(
    Object.entries(regions).map(([name, placements]) => [name, placements.flatMap(showPlacement)]),
  );
}
