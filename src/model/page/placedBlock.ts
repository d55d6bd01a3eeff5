import type { BlockType } from '../entities/blockType.ts';
import type { Page, PageRegions, Placement } from '../entities/page.ts';
import type { Entry, Lookup } from '../entry.ts';
import { createRoom } from './blockRoom.ts';
import { allowsBlock, hasRegion } from './regions.ts';

/** A placement with the block it shows: an inline block, or a reusable one with the overrides applied. */
export interface PlacedBlock {
  readonly placement: Placement;
  readonly blockId: number;
  readonly typeSlug: string;
  readonly type: Entry<BlockType> | undefined;
  readonly title: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Blocks by region, in file order. */
export type ResolvedRegions = readonly (readonly [region: string, blocks: readonly PlacedBlock[]])[];

/**
 * All blocks of a page, except those that no longer exist or do not fit; both are reported as problems of the file.
 */
export function resolveRegions(regions: PageRegions, lookup: Lookup): ResolvedRegions {
  const hasRoom = createRoom(lookup);
  const place = (placement: Placement): readonly PlacedBlock[] =>
    hasRoom(placement) ? resolvePlacement(placement, lookup) : [];
  return Object.entries(regions).map(([name, placements]) => [name, placements.flatMap(place)]);
}

/**
 * The public blocks of a page: those that are not hidden, of a known type, in regions that the content type has and that allow this type. A
 * page whose content type is gone has none.
 */
export function publicRegions({ type, regions }: Page, lookup: Lookup): ResolvedRegions {
  const contentType = lookup.byKey('contentType', type)?.data;
  if (!contentType) return [];
  return resolveRegions(regions, lookup)
    .filter(([name]) => hasRegion(contentType, name))
    .map(([name, blocks]) => [
      name,
      blocks.filter(
        ({ placement, type: blockType, typeSlug }) =>
          !placement.hidden && blockType !== undefined && allowsBlock(contentType, name, typeSlug),
      ),
    ]);
}

function resolvePlacement(placement: Placement, lookup: Lookup): readonly PlacedBlock[] {
  const shared = placement.block === undefined ? undefined : lookup.byKey('block', placement.block);
  if (placement.block !== undefined && !shared) return [];
  const typeSlug = shared?.data.type ?? placement.type ?? '';
  return [
    {
      placement,
      typeSlug,
      type: lookup.byKey('blockType', typeSlug),
      blockId: shared?.id ?? placement.id,
      title: shared?.data.title ?? placement.title ?? null,
      fields: shared ? overridden(shared.data.fields, placement.overrides) : (placement.fields ?? NO_FIELDS),
    },
  ];
}

type ResolvedFields = PlacedBlock['fields'];
const NO_FIELDS: ResolvedFields = Object.freeze({});

const overridden = (fields: ResolvedFields, overrides: ResolvedFields | undefined): ResolvedFields =>
  overrides === undefined ? fields : { ...fields, ...overrides };
