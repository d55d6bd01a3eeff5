import { parseId } from '../../lib/text/parseId.ts';
import type { ContentType, DefaultBlock } from '../../model/entities/contentType.ts';
import type { Page, PageRegions, Placement } from '../../model/entities/page.ts';
import { toStored } from '../../model/fields/fields.ts';
import { hasRegion } from '../../model/page/regions.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { PlanContext } from '../action.ts';
import type { InputProblems } from '../problems.ts';
import { noRegion } from '../validate/checkPageContent.ts';
import { noteUnknownFields } from '../validate/unknownFields.ts';
import type { RegionEntryInput } from './pageInput.ts';

type BlockFieldValues = Readonly<Record<string, unknown>>;
/** A planning context that collects problems of the body, so that reading goes on. */
export interface ReadContext extends PlanContext {
  readonly problems: InputProblems;
}

/** The same for the body of a page. */
export interface PageReadContext extends ReadContext {
  /** Whether the page is or becomes public: only then must everything that it mentions exist. */
  readonly isPublished: boolean;
}

/** The same for a page that will have this status. */
export const forStatus = (context: ReadContext, status: Page['status'] | undefined): PageReadContext => ({
  ...context,
  isPublished: !context.isDraft && status === 'published',
});

/** The same for a block of the page: a hidden one is not public, so it may be unfinished. */
const forBlock = (context: PageReadContext, { hidden }: Pick<RegionEntryInput, 'hidden'>): PageReadContext => ({
  ...context,
  isPublished: context.isPublished && !hidden,
});

/** Takes the place of an entry that cannot be read, so that the others keep their indexes. */
const UNREADABLE: Placement = { id: 0, type: '' };

/** The block that values are read for: its type, and its present values in the file. */
interface BlockState {
  readonly type: string | undefined;
  readonly present?: BlockFieldValues | undefined;
}

/** Converts a block's wire values to those of files; problems are noted below `path`. */
function storeBlockFields(
  { type = '', present }: BlockState,
  fields: BlockFieldValues,
  context: PageReadContext,
  path: readonly string[],
): BlockFieldValues {
  const { lookup, problems } = context;
  const schema = lookup.byKey('blockType', type)?.data.fieldsSchema;
  const { values, details } = toStored(schema ?? [], fields, { lookup, present });
  if (context.isPublished) problems.take(details, path);
  noteUnknownFields({ schema, values: fields, path }, context);
  return values;
}

/** Changes a placement to what the entry says; what the entry leaves out stays, and so does what it places. */
export function editPlacement(
  present: Placement,
  entry: RegionEntryInput,
  context: PageReadContext,
  path: readonly string[],
): Placement {
  const blockContext = forBlock(context, { ...present, ...entry });
  return withHidden(editContent(present, entry, blockContext, path), entry);
}

/** A placement that is hidden or shown as the entry says; without a word it stays as it is. */
function withHidden(placement: Placement, { hidden }: RegionEntryInput): Placement {
  if (hidden === undefined) return placement;
  const { hidden: _, ...shown } = placement;
  return hidden ? { ...shown, hidden } : shown;
}

function editContent(
  present: Placement,
  entry: RegionEntryInput,
  context: PageReadContext,
  path: readonly string[],
): Placement {
  if (present.block !== undefined) {
    if (entry.overrides === undefined) return present;
    const { overrides: _, ...bare } = present;
    const holder = { type: context.lookup.byKey('block', present.block)?.data.type, present: present.overrides };
    return entry.overrides === null
      ? bare
      : { ...bare, overrides: storeBlockFields(holder, entry.overrides, context, [...path, 'overrides']) };
  }
  refuseOverrides(entry, context, path);
  const { title, ...untitled } = present;
  const holder = { type: present.type, present: present.fields };
  const kept = entry.title === undefined ? title : entry.title;
  return {
    ...untitled,
    ...(kept && { title: kept }),
    ...(entry.fields !== undefined && {
      fields: storeBlockFields(holder, entry.fields ?? {}, context, [...path, 'fields']),
    }),
  };
}

/** A new placement: of a reusable block by its id, or an inline block of a type. */
export const newPlacement = (entry: RegionEntryInput, context: PageReadContext, path: readonly string[]): Placement =>
  withHidden(toPlacement(entry, forBlock(context, entry), path), entry);

function toPlacement(entry: RegionEntryInput, context: PageReadContext, path: readonly string[]): Placement {
  if (entry.blockId !== undefined) return newSharedPlacement(entry, context, path);
  const type = readBlockTypeSlug(entry, context, path);
  if (type === undefined) return UNREADABLE;
  refuseOverrides(entry, context, path);
  const fields = storeBlockFields({ type }, entry.fields ?? {}, context, [...path, 'fields']);
  return { id: context.nextId('block'), type, ...(entry.title && { title: entry.title }), fields };
}

/** Overrides are for reusable blocks: the fields of an inline block are changed directly. */
function refuseOverrides({ overrides }: RegionEntryInput, { problems }: ReadContext, path: readonly string[]): void {
  if (Object.keys(overrides ?? {}).length > 0)
    problems.add([...path, 'overrides'], 'are only for reusable blocks: send fields');
}

function newSharedPlacement(entry: RegionEntryInput, context: PageReadContext, path: readonly string[]): Placement {
  const shared = context.lookup.get('block', parseId(entry.blockId) ?? 0);
  if (!shared?.data.isReusable) {
    addMissing([...path, 'blockId'], because('gone', 'There is no such reusable block', {}), context);
    return UNREADABLE;
  }
  const overrides = entry.overrides && storeBlockFields(shared.data, entry.overrides, context, [...path, 'overrides']);
  return { id: context.nextId('block'), block: shared.key, ...(overrides && { overrides }) };
}

function readBlockTypeSlug(
  { blockTypeSlug, blockTypeId }: RegionEntryInput,
  { lookup, problems }: ReadContext,
  path: readonly string[],
): string | undefined {
  const type =
    blockTypeSlug === undefined
      ? lookup.get('blockType', parseId(blockTypeId) ?? 0)
      : lookup.byKey('blockType', blockTypeSlug);
  const named = blockTypeSlug === undefined && blockTypeId !== undefined ? 'blockTypeId' : 'blockTypeSlug';
  const isNamed = blockTypeSlug !== undefined || blockTypeId !== undefined;
  const missing = isNamed ? because('gone', 'There is no such block type', {}) : because('required', 'is required', {});
  if (!type) addMissing([...path, named], missing, { problems });
  return type?.data.slug;
}

/** Notes that the block of an entry does not exist, and suppresses further problems of the entry. */
function addMissing(path: readonly string[], message: Wording, { problems }: Pick<ReadContext, 'problems'>): void {
  const entry = path.slice(0, -1);
  problems.add(path, message, entry.length > 0 ? entry : path);
}

/** What the regions of a body are judged by: the page's type, if it has one, and its present regions. */
interface RegionContext {
  readonly type: ContentType | undefined;
  readonly before: PageRegions;
}

/** Reads the regions of a body: entries are matched by id, others are new, absent ones are removed. */
export function readRegionsInput(
  input: Readonly<Record<string, readonly RegionEntryInput[]>>,
  { type, before }: RegionContext,
  context: PageReadContext,
): PageRegions {
  for (const name of Object.keys(input)) {
    // A page may keep a region of its earlier type, as long as the region is empty.
    if (type && !hasRegion(type, name) && !Object.hasOwn(before, name))
      context.problems.add(['regions', name], noRegion(type, name));
  }
  const present = new Map(Object.values(before).flatMap((blocks) => blocks.map((block) => [block.id, block])));
  const seen = new Set<number>();
  const read = (entry: RegionEntryInput, path: readonly string[]): Placement => {
    const placement = present.get(parseId(entry.id) ?? 0);
    if (!placement) return newPlacement(entry, context, path);
    if (seen.has(placement.id)) context.problems.add([...path, 'id'], because('repeated', 'is used twice', {}));
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

/** Adds the default blocks of a content type to a new page, in regions that the body leaves out. */
export function addDefaultBlocks(
  { defaultBlocks = [] }: ContentType,
  given: PageRegions,
  context: PlanContext,
): PageRegions {
  const byRegion = new Map<string, Placement[]>();
  for (const one of [...defaultBlocks].sort((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    if (Object.hasOwn(given, one.region)) continue;
    const placement = { id: context.nextId('block'), type: one.blockTypeSlug, fields: defaultFields(one, context) };
    byRegion.set(one.region, [...(byRegion.get(one.region) ?? []), placement]);
  }
  return { ...Object.fromEntries(byRegion), ...given };
}

/** Types keep default blocks as they were sent, with ids of media and pages; a page's file holds keys. */
function defaultFields({ blockTypeSlug, fields = {} }: DefaultBlock, { lookup }: PlanContext): BlockFieldValues {
  const schema = lookup.byKey('blockType', blockTypeSlug)?.data.fieldsSchema ?? [];
  return toStored(schema, fields, { lookup }).values;
}
