import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { longestIncreasing } from '../../lib/list/longestIncreasing.ts';
import type { Page, PageRegions, Placement } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { toWire } from '../../model/fields/fields.ts';
import { ownValue } from '../../model/fields/values.ts';
import { isKeyedValue, type ValueSummaries } from '../../model/merge/diffData.ts';
import { findSummary } from '../../model/merge/valueSummary.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import { showRevision, showVersion } from './revision.ts';
import { type SummarizeVersions, type SummaryScope, summarizeBelow } from './summarizeBelow.ts';

/** One difference; null where there is no value. */
export interface FieldChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
  /** Both as an extension says them in a line. */
  readonly summaries?: ValueSummaries;
}

/** A revision in a list, with the names of the values that differ from the one before it; null if there is none. */
export function showRevisionItem(revision: PageRevision, lookup: Lookup): object {
  const { data, before } = revision;
  const changed = data && before?.data ? namesOfChanges(before.data, data, lookup) : null;
  return { ...showRevision(revision), changed };
}

/** How many parts of a path name a value, by the first of them: `fields/body`, `regions/main/pb_3`; else one. */
const NAME_PARTS: Readonly<Record<string, number>> = { fields: 2, seo: 2, regions: 3 };

/** The names of the values in which two versions of a page differ: `title`, `fields/body`, `regions/main/pb_3`. */
export function namesOfChanges(before: Page, after: Page, lookup: Lookup): readonly string[] {
  const paths = diffPages([before, after], lookup, () => null).map(({ path }) => path);
  return [...new Set(paths.map((path) => path.slice(0, NAME_PARTS[path[0] ?? ''] ?? 1).join('/')))];
}

/** Compares two versions of a page field by field; blocks are matched by id. */
export const showRevisionDiff = (before: Page, after: Page, lookup: Lookup): readonly FieldChange[] =>
  diffPages([before, after], lookup, findSummary);

function diffPages(
  [before, after]: readonly [Page, Page],
  lookup: Lookup,
  find: typeof findSummary,
): readonly FieldChange[] {
  const { regions: oldRegions, ...old } = showSides(before, lookup);
  const { regions: newRegions, ...fresh } = showSides(after, lookup);
  const schema = lookup.byKey('contentType', after.type)?.data.fieldsSchema;
  const summarize = summarizeBelow(['fields'], [before.fields, after.fields], { schema, code: lookup.code, find });
  return [
    ...diffFieldValues([], { before: old, after: fresh }, summarize),
    ...diffRegions(oldRegions, newRegions, { lookup, find }),
  ];
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

interface TwoValues {
  readonly before: unknown;
  readonly after: unknown;
}

/** Compares objects key by key, lists of equal length item by item; rich text is one value, as is what has a summary. */
function diffFieldValues(
  path: readonly string[],
  { before, after }: TwoValues,
  summarize: SummarizeVersions,
): readonly FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const summaries = summarize(path);
  if (summaries) return [{ path, before: before ?? null, after: after ?? null, summaries }];
  if (isKeyedValue(before) && isKeyedValue(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      diffFieldValues([...path, key], { before: ownValue(before, key), after: ownValue(after, key) }, summarize),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.every(isPlainObject))
    return before.flatMap((item, index) =>
      diffFieldValues([...path, String(index)], { before: item, after: after[index] }, summarize),
    );
  return [{ path, before: before ?? null, after: after ?? null }];
}

/** A block and its place. */
interface BlockPosition {
  readonly region: string;
  readonly position: number;
  readonly entry: object;
  readonly placement: Placement;
}

type BlockPositions = ReadonlyMap<string, BlockPosition>;

/** Blocks by id; those without an id by their place. */
function indexBlocks(regions: PageRegions, lookup: Lookup): BlockPositions {
  const places = new Map<string, BlockPosition>();
  for (const [region, placements] of Object.entries(regions)) {
    for (const [position, placement] of placements.entries()) {
      const name = placement.id > 0 ? `pb_${placement.id}` : `${region}-${position}`;
      places.set(name, { region, position, entry: showRevisionPlacement(placement, lookup), placement });
    }
  }
  return places;
}

/** What the page itself says about a block: for a reusable block only its overrides. */
function showRevisionPlacement({ hidden, ...placement }: Placement, lookup: Lookup): object {
  return { ...showPlacementContent(placement, lookup), ...(hidden && { hidden }) };
}

function showPlacementContent(placement: Placement, lookup: Lookup): object {
  const { title, fields = {}, block, overrides } = placement;
  const typeSlug = findPlacementType(placement, lookup);
  const schema = lookup.byKey('blockType', typeSlug ?? '')?.data.fieldsSchema ?? [];
  if (block === undefined)
    return { block_type: typeSlug, title: title ?? null, fields: toWire(schema, fields, { lookup }) };
  return { block_type: typeSlug, block, overrides: overrides ? toWire(schema, overrides, { lookup }) : null };
}

const findPlacementType = ({ type, block }: Placement, lookup: Lookup): string | null =>
  (block === undefined ? undefined : lookup.byKey('block', block))?.data.type ?? type ?? null;

interface BlockScope extends Pick<SummaryScope, 'find'> {
  readonly lookup: Lookup;
}

function diffRegions(before: BlockPositions, after: BlockPositions, scope: BlockScope): readonly FieldChange[] {
  const stays = new Set(findUnmovedBlocks(before, after));
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [old, fresh] = [before.get(id), after.get(id)];
    const path = ['regions', (fresh ?? old)!.region, id];
    if (!old || !fresh) return [{ path, before: old?.entry ?? null, after: fresh?.entry ?? null }];
    const move = { path: [...path, 'position'], before: positionOf(old), after: positionOf(fresh) };
    return [
      ...(stays.has(id) ? [] : [move]),
      ...diffFieldValues(path, { before: old.entry, after: fresh.entry }, summarizeBlock(path, [old, fresh], scope)),
    ];
  });
}

function summarizeBlock(
  path: readonly string[],
  [{ placement: old }, { placement: fresh }]: readonly [BlockPosition, BlockPosition],
  { lookup, find }: BlockScope,
): SummarizeVersions {
  const schema = lookup.byKey('blockType', findPlacementType(fresh, lookup) ?? '')?.data.fieldsSchema;
  const part = fresh.block === undefined ? 'fields' : 'overrides';
  return summarizeBelow([...path, part], [old[part] ?? {}, fresh[part] ?? {}], { schema, code: lookup.code, find });
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
