import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { longestIncreasing } from '../../lib/list/longestIncreasing.ts';
import type { Page, PageRegions, Placement } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { toWire } from '../../model/fields/fields.ts';
import { ownValue } from '../../model/fields/values.ts';
import { isKeyedValue } from '../../model/merge/diffData.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import { showRevision, showVersion } from './revision.ts';

/** One difference; null where there is no value. */
export interface FieldChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** A revision in a list, with the names of the values that differ from the one before it; null if there is none. */
export function showRevisionItem(revision: PageRevision, lookup: Lookup): object {
  const { data, before } = revision;
  const changed = data && before?.data ? namesOfChanges(before.data, data, lookup) : null;
  return { ...showRevision(revision), changed };
}

/** How many parts of a path name a value, by the first of them: `fields/body`, `regions/main/pb_3`; else one. */
const NAME_PARTS: Readonly<Record<string, number>> = { fields: 2, seo: 2, regions: 3 };

function namesOfChanges(before: Page, after: Page, lookup: Lookup): readonly string[] {
  const paths = showRevisionDiff(before, after, lookup).map(({ path }) => path);
  return [...new Set(paths.map((path) => path.slice(0, NAME_PARTS[path[0] ?? ''] ?? 1).join('/')))];
}

/** Compares two versions of a page field by field; blocks are matched by id. */
export function showRevisionDiff(before: Page, after: Page, lookup: Lookup): readonly FieldChange[] {
  const { regions: oldRegions, ...old } = showSides(before, lookup);
  const { regions: newRegions, ...fresh } = showSides(after, lookup);
  return [...diffFieldValues([], old, fresh), ...diffRegions(oldRegions, newRegions)];
}

function showSides(data: Page, lookup: Lookup) {
  const { type, fields, seo } = showVersion(data, lookup);
  return {
    title: data.title,
    slug: data.slug,
    locale: data.locale,
    status: data.status,
    scheduledAt: data.scheduledAt ?? null,
    unpublishAt: data.unpublishAt ?? null,
    type,
    fields,
    seo,
    terms: Object.entries(data.terms).flatMap(([vocabulary, slugs]) => slugs.map((slug) => `${vocabulary}/${slug}`)),
    regions: indexBlocks(data.regions, lookup),
  };
}

/** Compares objects key by key, lists of equal length item by item; rich text is one value. */
function diffFieldValues(path: readonly string[], before: unknown, after: unknown): readonly FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isKeyedValue(before) && isKeyedValue(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => diffFieldValues([...path, key], ownValue(before, key), ownValue(after, key)));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.every(isPlainObject))
    return before.flatMap((item, index) => diffFieldValues([...path, String(index)], item, after[index]));
  return [{ path, before: before ?? null, after: after ?? null }];
}

/** A block and its place. */
interface BlockPosition {
  readonly region: string;
  readonly position: number;
  readonly entry: object;
}

type BlockPositions = ReadonlyMap<string, BlockPosition>;

/** Blocks by id; those without an id by their place. */
function indexBlocks(regions: PageRegions, lookup: Lookup): BlockPositions {
  const places = new Map<string, BlockPosition>();
  for (const [region, placements] of Object.entries(regions)) {
    for (const [position, placement] of placements.entries()) {
      const name = placement.id > 0 ? `pb_${placement.id}` : `${region}-${position}`;
      places.set(name, { region, position, entry: showRevisionPlacement(placement, lookup) });
    }
  }
  return places;
}

/** What the page itself says about a block: for a reusable block only its overrides. */
function showRevisionPlacement({ hidden, ...placement }: Placement, lookup: Lookup): object {
  return { ...showPlacementContent(placement, lookup), ...(hidden && { hidden }) };
}

function showPlacementContent({ type, title, fields = {}, block, overrides }: Placement, lookup: Lookup): object {
  const shared = block === undefined ? undefined : lookup.byKey('block', block);
  const typeSlug = shared?.data.type ?? type ?? null;
  const schema = lookup.byKey('blockType', typeSlug ?? '')?.data.fieldsSchema ?? [];
  if (block === undefined)
    return { block_type: typeSlug, title: title ?? null, fields: toWire(schema, fields, { lookup }) };
  return { block_type: typeSlug, block, overrides: overrides ? toWire(schema, overrides, { lookup }) : null };
}

function diffRegions(before: BlockPositions, after: BlockPositions): readonly FieldChange[] {
  const stays = new Set(findUnmovedBlocks(before, after));
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [old, fresh] = [before.get(id), after.get(id)];
    const path = ['regions', (fresh ?? old)!.region, id];
    if (!old || !fresh) return [{ path, before: old?.entry ?? null, after: fresh?.entry ?? null }];
    const move = { path: [...path, 'position'], before: positionOf(old), after: positionOf(fresh) };
    return [...(stays.has(id) ? [] : [move]), ...diffFieldValues(path, old.entry, fresh.entry)];
  });
}

const positionOf = ({ region, position }: BlockPosition): object => ({ region, position });

/** The blocks that keep their region and order, chosen so that as few as possible count as moved. */
function findUnmovedBlocks(before: BlockPositions, after: BlockPositions): readonly string[] {
  const regions = new Set([...after.values()].map(({ region }) => region));
  return [...regions].flatMap((region) => {
    const kept = [...after].filter(([id, place]) => place.region === region && before.get(id)?.region === region);
    return longestIncreasing(kept.map(([id]) => before.get(id)!.position)).map((index) => kept[index]![0]);
  });
}
