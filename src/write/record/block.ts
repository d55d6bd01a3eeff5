import { parseId } from '../../lib/text/parseId.ts';
import type { Block } from '../../model/entities/block.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { Page, Placement } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { type Detail, inUse, invalid, notFound } from '../../model/errors.ts';
import { toStored } from '../../model/fields/fields.ts';
import { fieldBytes, findBeyondRoom, NO_ROOM } from '../../model/page/blockRoom.ts';
import { findInlineBlock, type InlineBlock } from '../../model/page/inlineBlock.ts';
import { because } from '../../model/reason.ts';
import { anyObject, flag, type Infer, idInput, label, nullable, object, text } from '../../model/schema/schema.ts';
import { type Action, allRecordsIn, type PlanContext } from '../action.ts';
import { requireUnused } from '../follow/references.ts';
import { createInputReader, createProblems, type InputProblems } from '../problems.ts';
import { overlayChanges } from '../queue/overlayChanges.ts';
import { createRecord, type RecordTarget, removeRecord, requireRev, updateDraft, updateRecord } from '../records.ts';
import { noteUnknownFields } from '../validate/unknownFields.ts';
import { checkChanged, checkPage, checkRecord } from '../validate/validate.ts';
import { createKeys } from './freeKey.ts';

type Json = Readonly<Record<string, unknown>>;

const title = label(500);
const typeId = idInput();
const optional = {
  typeId,
  type: text({ minLength: 1, maxLength: 200 }),
  fields: nullable(anyObject()),
  isReusable: nullable(flag()),
};
export const blockCreateInput = object({ title }, optional);
export const blockUpdateInput = object({}, { title: nullable(title), ...optional });
type BlockInput = Infer<typeof blockUpdateInput>;

const readCreate = createInputReader(blockCreateInput);
const readUpdate = createInputReader(blockUpdateInput);

/** A block as read from a body: the slug of its type, and its fields as files hold them. */
interface ReadBlock {
  readonly input: BlockInput;
  readonly type: string;
  readonly fields: Json;
}

/** @param before the present block; absent for a new one, whose body must name the type */
function readBlockBody(
  { input, problems }: { input: BlockInput; problems: InputProblems },
  context: PlanContext,
  before?: Pick<ReadBlock, 'type' | 'fields'>,
): ReadBlock {
  const { lookup } = context;
  const named = findType(input, lookup);
  if (named === undefined && (isTypeNamed(input) || !before))
    problems.add(
      ['typeId'],
      isTypeNamed(input) ? because('gone', 'There is no such block type', {}) : because('required', 'is required', {}),
    );
  const type = named?.key ?? before?.type ?? '';
  const schema = lookup.byKey('blockType', type)?.data.fieldsSchema;
  if (input.fields === undefined) return { input, type, fields: before?.fields ?? {} };
  const { values, details } = toStored(schema ?? [], input.fields ?? {}, { lookup, present: before?.fields });
  problems.take(details, ['fields']);
  noteUnknownFields({ schema, values: input.fields ?? {}, path: ['fields'] }, context);
  return { input, type, fields: values };
}

const isTypeNamed = ({ typeId, type }: BlockInput): boolean => typeId !== undefined || type !== undefined;

function findType({ typeId, type }: BlockInput, lookup: Lookup): Entry<BlockType> | undefined {
  if (typeId !== undefined) return lookup.get('blockType', parseId(typeId) ?? 0);
  return type === undefined ? undefined : lookup.byKey('blockType', type);
}

/** @param body as `blockCreateInput` describes it; all its problems are reported at once */
export const createBlock = (body: Json): Action =>
  createRecord('block', (context) => {
    const problems = createProblems();
    const { input, type, fields } = readBlockBody({ input: readCreate(body, problems), problems }, context);
    const block = { type, title: input.title ?? '', isReusable: input.isReusable ?? true, fields };
    const data = { ...block, key: createKeys(allRecordsIn(context), 'block')(block.title) };
    problems.throwIfAny(() => checkRecord('block', { id: 0, data }, context));
    return data;
  });

/** Changes a reusable block, or an inline one in its page's file. @param body as `blockUpdateInput` describes it */
export const updateBlock = (target: RecordTarget, body: Json, lookup: Lookup): Action =>
  lookup.get('block', target.id) ? updateShared(target, body) : updateInline(target, body);

const updateShared = (target: RecordTarget, body: Json): Action =>
  updateRecord('block', target, (entry, context): Block => {
    const present = entry.data;
    const problems = createProblems();
    const { input, type, fields } = readBlockBody({ input: readUpdate(body, problems), problems }, context, present);
    if (input.title === null) problems.add(['title'], because('required', 'is required', {}));
    // The regions and the overrides of pages depend on the type.
    if (type !== present.type && allRecordsIn(context).referring('block', present.key).length > 0)
      problems.add(['typeId'], because('placed', 'cannot change while the block is placed on pages', {}));
    const isReusable = input.isReusable === undefined ? present.isReusable : (input.isReusable ?? true);
    const data = { ...present, type, fields, isReusable, title: input.title ?? present.title };
    problems.take(checkPages(entry, data, context));
    problems.throwIfAny(() => checkChanged('block', { id: entry.id, data }, context, present));
    return data;
  });

/** A page has room for sixty blocks of this size: checking the pages of every small one would cost more than it saves. */
const UNCHECKED_BYTES = 64 * 1024;

/** A block that grows must still fit on the pages that place it. */
function checkPages(block: Entry<Block>, data: Block, context: PlanContext): readonly Detail[] {
  const lookup = allRecordsIn(context);
  const bytes = fieldBytes(data.fields);
  if (bytes <= UNCHECKED_BYTES || bytes <= fieldBytes(block.data.fields)) return [];
  const later = overlayChanges(lookup, [{ kind: 'block', before: block, after: { ...block, data } }]);
  const crowded = lookup
    .referring('block', block.key)
    .find(({ kind, data: page }) => kind === 'page' && findBeyondRoom(page as Page, later));
  if (!crowded) return [];
  const name = context.lookup.get('page', crowded.id) ? crowded.path : 'another page';
  return [{ path: ['fields'], ...because('noRoom', `${NO_ROOM}, and ${name} would have more`, {}) }];
}

const updateInline = (target: RecordTarget, body: Json): Action =>
  changeInline(target, ({ placement: { title: before, ...placement } }, context) => {
    const problems = createProblems();
    const { fields: present = {}, type: presentType } = placement;
    const read = readBlockBody({ input: readUpdate(body, problems), problems }, context, {
      fields: present,
      type: presentType,
    });
    if (read.input.isReusable)
      problems.add(
        ['isReusable'],
        because('inlineBlock', 'An inline block cannot become reusable: create a block and place it', {}),
      );
    problems.throwIfAny(() => []);
    const title = read.input.title === undefined ? before : read.input.title;
    const hasFields = placement.fields !== undefined || read.input.fields != null;
    return { ...placement, type: read.type, ...(title && { title }), ...(hasFields && { fields: read.fields }) };
  });

/** Removes a block that is placed nowhere. An inline block is always in use: it is deleted with its placement. */
export const removeBlock = (target: RecordTarget): Action => ({
  name: 'block.remove',
  plan(context) {
    const inline = findInlineBlock(context.lookup, target.id);
    if (!inline) return removeShared(target).plan(context);
    requireRev(inline.page, target.ifMatch);
    throw inUse(because('used', `Block is used by 1 record: ${inline.page.path}`, { names: inline.page.path }));
  },
});

const removeShared = (target: RecordTarget): Action => removeRecord('block', target, requireUnused);

/** Changes the page that holds an inline block; problems of the block get paths within the block. */
const changeInline = (
  { id, ifMatch }: RecordTarget,
  change: (block: InlineBlock, context: PlanContext) => Placement,
): Action => ({
  name: 'page.update',
  plan(context) {
    const block = findInlineBlock(context.lookup, id);
    if (!block) throw notFound('Block');
    requireRev(block.page, ifMatch);
    const placement = change(block, context);
    const page = withPlacement(block, placement);
    const details = checkPage(page, context, block.page);
    if (details.length > 0) throw invalid(details.map((detail) => asOfBlock(detail, block)));
    return [updateDraft('page', block.page, page)];
  },
});

/** The page with the block's placement replaced. */
const withPlacement = ({ page: { data }, region, index }: InlineBlock, placement: Placement): Page => ({
  ...data,
  regions: { ...data.regions, [region]: (data.regions[region] ?? []).with(index, placement) },
});

function asOfBlock(detail: Detail, { region, index }: InlineBlock): Detail {
  const place = ['regions', region, String(index)];
  if (!place.every((step, at) => detail.path[at] === step)) return detail;
  const [first, ...rest] = detail.path.slice(place.length);
  return { ...detail, path: first === 'blockTypeSlug' ? ['typeId'] : [first ?? '', ...rest] };
}
