import { parseId } from '../lib/parseId.ts';
import type { ContentType } from '../model/entities/contentType.ts';
import type { Page, Placement } from '../model/entities/page.ts';
import { type Detail, invalid } from '../model/errors.ts';
import { toStored } from '../model/fields/fields.ts';
import type { PlanContext } from './action.ts';
import type { RegionEntryInput } from './pageInput.ts';

type Fields = Readonly<Record<string, unknown>>;
type Regions = Page['regions'];

const within = (path: readonly string[], message: string): Detail => ({ path, message });

/** The wire values of a block as files hold them. @throws CmsError VALIDATION with paths below `path` */
function storeFields(typeSlug: string, fields: Fields, { lookup }: PlanContext, path: readonly string[]): Fields {
  const schema = lookup.byKey('blockType', typeSlug)?.data.fieldsSchema ?? [];
  const stored = toStored(schema, fields, { lookup });
  if ('values' in stored) return stored.values;
  throw invalid(stored.details.map((detail) => ({ ...detail, path: [...path, ...detail.path] })));
}

/** A placement by the id it has now: its kind stays, what the entry gives is replaced. */
function editPlacement(
  present: Placement,
  entry: RegionEntryInput,
  context: PlanContext,
  path: readonly string[],
): Placement {
  if (present.block !== undefined) {
    if (entry.overrides === undefined) return present;
    const { overrides: _, ...bare } = present;
    const type = context.lookup.byKey('block', present.block)?.data.type ?? '';
    return entry.overrides === null
      ? bare
      : { ...bare, overrides: storeFields(type, entry.overrides, context, [...path, 'overrides']) };
  }
  const { title, ...untitled } = present;
  const kept = entry.title === undefined ? title : entry.title;
  return {
    ...untitled,
    ...(kept && { title: kept }),
    ...(entry.fields !== undefined && {
      fields: storeFields(present.type ?? '', entry.fields ?? {}, context, [...path, 'fields']),
    }),
  };
}

/** A new placement: of a reusable block by its id, or an inline block of a type. */
function newPlacement(entry: RegionEntryInput, context: PlanContext, path: readonly string[]): Placement {
  const { lookup } = context;
  if (entry.blockId !== undefined) {
    const shared = lookup.get('block', parseId(entry.blockId) ?? 0);
    if (!shared) throw invalid([within([...path, 'blockId'], 'There is no such reusable block')]);
    const overrides =
      entry.overrides && storeFields(shared.data.type, entry.overrides, context, [...path, 'overrides']);
    return { id: context.nextId('block'), block: shared.data.key, ...(overrides && { overrides }) };
  }
  const type = blockTypeOf(entry, context, path);
  const fields = storeFields(type, entry.fields ?? {}, context, [...path, 'fields']);
  return { id: context.nextId('block'), type, ...(entry.title && { title: entry.title }), fields };
}

function blockTypeOf(
  { blockTypeSlug, blockTypeId }: RegionEntryInput,
  { lookup }: PlanContext,
  path: readonly string[],
): string {
  const type =
    blockTypeSlug === undefined
      ? lookup.get('blockType', parseId(blockTypeId) ?? 0)
      : lookup.byKey('blockType', blockTypeSlug);
  if (type) return type.data.slug;
  throw invalid([
    within(
      [...path, blockTypeSlug === undefined && blockTypeId !== undefined ? 'blockTypeId' : 'blockTypeSlug'],
      'There is no such block type',
    ),
  ]);
}

/** The regions a body asks for: entries are matched by their id, others are new, absent ones removed. */
export function readRegionsInput(
  input: Readonly<Record<string, readonly RegionEntryInput[]>>,
  before: Regions,
  context: PlanContext,
): Regions {
  const present = new Map(Object.values(before).flatMap((blocks) => blocks.map((block) => [block.id, block])));
  const seen = new Set<number>();
  const read = (entry: RegionEntryInput, path: readonly string[]): Placement => {
    const placement = present.get(parseId(entry.id) ?? 0);
    if (!placement) return newPlacement(entry, context, path);
    if (seen.has(placement.id)) throw invalid([within([...path, 'id'], 'stands in the regions twice')]);
    seen.add(placement.id);
    return editPlacement(placement, entry, context, path);
  };
  return Object.fromEntries(
    Object.entries(input).map(([name, entries]) => [
      name,
      entries.map((entry, index) => read(entry, ['regions', name, String(index)])),
    ]),
  );
}

/** The blocks a content type places on a new page, in regions the body says nothing of. */
export function placeDefaultBlocks(type: ContentType, given: Regions, context: PlanContext): Regions {
  const defaults = (type.defaultBlocks ?? []).filter(({ region }) => !(region in given));
  const byRegion: Record<string, Placement[]> = {};
  for (const { region, blockTypeSlug, fields = {} } of [...defaults].sort(
    (a, b) => (a.position ?? 0) - (b.position ?? 0),
  )) {
    byRegion[region] ??= [];
    byRegion[region].push({ id: context.nextId('block'), type: blockTypeSlug, fields });
  }
  return { ...byRegion, ...given };
}
