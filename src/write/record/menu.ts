import { MultiMap } from '../../lib/list/MultiMap.ts';
import { parseId } from '../../lib/text/parseId.ts';
import { entityOf } from '../../model/entities/index.ts';
import { itemTranslations, LINK_TARGETS, type Menu, type MenuItem, menu } from '../../model/entities/menu.ts';
import { type Detail, notFound } from '../../model/errors.ts';
import { MAX_PROBLEMS } from '../../model/fields/problem.ts';
import { because } from '../../model/reason.ts';
import { withCleanTranslations } from '../../model/record/words.ts';
import {
  anyObject,
  choice,
  flag,
  href,
  type Infer,
  idInput,
  integer,
  label,
  list,
  nullable,
  object,
} from '../../model/schema/schema.ts';
import type { Action, PlanContext } from '../action.ts';
import type { ReadContext } from '../page/pageRegions.ts';
import { createInputReader, createProblems, type InputProblems } from '../problems.ts';
import { createRecord, type RecordTarget, updateRecord } from '../records.ts';
import { inputSchemas, withSlug } from './input.ts';
import { createRecordReader } from './recordInput.ts';
import {
  checkDepth,
  checkParent,
  findNestedNode,
  flatten,
  type NestedNode,
  positionNode,
  replaceNode,
} from './tree.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of menus; a slug that is left out is made from the name. Items have endpoints of their own. */
export const menuInput = inputSchemas(entityOf('menu'), { omit: ['items'], made: ['slug'] });

const readMenu = createRecordReader<Menu>(menu, menuInput);

/** @param body as `menuInput` describes it; all its problems are reported at once */
export const createMenu = (body: Json): Action => createRecord('menu', () => readMenu(null, body, withSlug));
export const updateMenu = (target: RecordTarget, body: Json): Action =>
  updateRecord('menu', target, ({ data }) => readMenu(data, body));

const id = idInput();
const title = label(500);
const optional = {
  url: nullable(href()),
  pageId: nullable(id),
  target: nullable(choice(...LINK_TARGETS)),
  parentId: nullable(id),
  position: nullable(integer({ minimum: 0 })),
  isExpanded: nullable(flag()),
  attributes: nullable(anyObject()),
  translations: nullable(itemTranslations()),
};
export const menuItemCreateInput = object({ title }, optional);
export const menuItemUpdateInput = object({}, { title, ...optional });
type ItemInput = Infer<typeof menuItemUpdateInput>;

export const menuOrderInput = object({
  items: list(object({ id }, { parentId: nullable(id), position: nullable(integer({ minimum: 0 })) })),
});

const readItemCreate = createInputReader(menuItemCreateInput);
const readItemUpdate = createInputReader(menuItemUpdateInput);
const readOrder = createInputReader(menuOrderInput);

/** @param blamed the key of the body that is to blame if items nest too deep */
const changeItems = (
  target: RecordTarget,
  blamed: 'parentId' | 'items',
  change: (items: readonly MenuItem[], context: ReadContext) => readonly MenuItem[],
): Action =>
  updateRecord('menu', target, ({ data }, context) => {
    const problems = createProblems();
    const items = change(data.items, { ...context, problems });
    checkDepth(items, data.items, { path: blamed, problems });
    problems.throwIfAny(() => []);
    return { ...data, items };
  });

/** @param body as `menuItemCreateInput` describes it; all its problems are reported at once */
export const createMenuItem = (target: RecordTarget, body: Json): Action =>
  changeItems(target, 'parentId', (items, context) => {
    const input = readItemCreate(withCleanTranslations(body), context.problems);
    checkParent(items, input, context);
    const blank = { id: 0, title: '', target: '_self', isExpanded: false, children: [] } as const;
    const item = mergeItem(blank, input, context);
    return positionNode(items, { ...item, id: context.nextId('menuItem') }, input);
  });

/** @param body as `menuItemUpdateInput` describes it; all its problems are reported at once */
export const updateMenuItem = (target: RecordTarget, itemId: number, body: Json): Action =>
  changeItems(target, 'parentId', (items, context) => {
    const { node } = getMenuNode(items, itemId);
    const input = readItemUpdate(withCleanTranslations(body), context.problems);
    checkParent(items, input, { ...context, moving: node });
    return positionNode(items, mergeItem(node, input, context), input);
  });

/** Removes an item; its children take its place. */
export const removeMenuItem = (target: RecordTarget, itemId: number): Action =>
  changeItems(target, 'parentId', (items) => {
    getMenuNode(items, itemId);
    return replaceNode(items, itemId, ({ children }) => children);
  });

/** Rearranges all items. @param body as `menuOrderInput` describes it: names every item exactly once */
export const orderMenuItems = (target: RecordTarget, body: Json): Action =>
  changeItems(target, 'items', (items, { problems }) => {
    const order = readOrder(body, problems).items ?? [];
    return problems.has(['items']) ? items : arrangeNodes(items, order, problems);
  });

function getMenuNode(items: readonly MenuItem[], id: number): { node: MenuItem } {
  const place = findNestedNode(items, id);
  if (!place) throw notFound('Menu item');
  return place;
}

function mergeItem(before: MenuItem, input: ItemInput, context: ReadContext): MenuItem {
  const { url: oldUrl, page: oldPage, attributes: oldAttributes, translations: oldWords, ...kept } = before;
  const url = input.url === undefined ? oldUrl : input.url;
  const page = isShownAsGone(before, input, context) ? oldPage : readPageKey(input, context, oldPage);
  const attributes = input.attributes === undefined ? oldAttributes : input.attributes;
  const translations = input.translations === undefined ? oldWords : input.translations;
  return {
    ...kept,
    title: input.title ?? before.title,
    ...(translations && { translations }),
    target: input.target === undefined ? before.target : (input.target ?? '_self'),
    isExpanded: input.isExpanded === undefined ? before.isExpanded : (input.isExpanded ?? false),
    ...(url != null && { url }),
    ...(page !== undefined && { page }),
    ...(attributes && { attributes }),
  };
}

/** Whether a body sends back an item as shown whose page is gone: the item keeps its page, in case that comes back. */
const isShownAsGone = ({ page, url: before }: MenuItem, { pageId, url }: ItemInput, { lookup }: ReadContext): boolean =>
  pageId === null && (url ?? before) === before && page !== undefined && !lookup.byKey('page', page);

/** The key of the page that a body names by id. */
function readPageKey(
  { pageId }: ItemInput,
  { lookup, problems }: Pick<PlanContext, 'lookup'> & Pick<ReadContext, 'problems'>,
  before: string | undefined,
): string | undefined {
  if (pageId === undefined) return before;
  if (pageId === null) return undefined;
  const page = lookup.get('page', parseId(pageId) ?? 0);
  if (!page) problems.add(['pageId'], because('gone', 'There is no such page', {}));
  return page?.key;
}

/** The new place of a node. Siblings are sorted by `position`, then by their order in the list. */
interface NodeOrder {
  readonly id: number | string;
  readonly parentId?: number | string | null;
  readonly position?: number | null;
}

type Parents = ReadonlyMap<number, number | null>;

/**
 * Rearranges nodes as `order` says, which must name each exactly once; its first problems are noted below `items`.
 */
export function arrangeNodes<T extends NestedNode<T>>(
  nodes: readonly T[],
  order: readonly NodeOrder[],
  problems: InputProblems,
): readonly T[] {
  const byId = new Map(flatten(nodes).map((node) => [node.id, node]));
  const parents = new Map(order.map((one) => [readNodeId(one), readParentId(one)]));
  const details = [...checkNames(order, byId, parents), ...checkCycles(order, parents)];
  problems.take(details.slice(0, MAX_PROBLEMS), ['items']);
  if (details.length > 0) return nodes;

  const sorted = [...order].sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const byParent = new MultiMap<number | null, NodeOrder>();
  for (const one of sorted) byParent.add(readParentId(one), one);
  const childrenOf = (parent: number | null): readonly T[] =>
    byParent.get(parent).map((one) => ({ ...byId.get(readNodeId(one))!, children: childrenOf(readNodeId(one)) }));
  return childrenOf(null);
}

/** 0 if the id is not valid. */
const readNodeId = ({ id }: NodeOrder): number => parseId(id) ?? 0;
const readParentId = ({ parentId }: NodeOrder): number | null => (parentId == null ? null : (parseId(parentId) ?? 0));

function checkNames(
  order: readonly NodeOrder[],
  byId: ReadonlyMap<number, unknown>,
  parents: Parents,
): readonly Detail[] {
  const seen = new Set<number>();
  const details = order.flatMap((one, index): readonly Detail[] => {
    const id = readNodeId(one);
    const parent = readParentId(one);
    const isRepeated = seen.has(id);
    seen.add(id);
    return [
      ...(byId.has(id) ? [] : [{ path: [String(index), 'id'], ...because('gone', 'There is no such item here', {}) }]),
      ...(isRepeated ? [{ path: [String(index), 'id'], ...because('repeated', 'is listed twice', {}) }] : []),
      ...(parent === null || byId.has(parent)
        ? []
        : [{ path: [String(index), 'parentId'], ...because('gone', 'There is no such parent here', {}) }]),
    ];
  });
  const missing = [...byId.keys()].filter((id) => !parents.has(id));
  if (missing.length === 0) return details;
  return [
    ...details,
    { path: [], ...because('incomplete', `must name every item: ${missing.join(', ')} missing`, {}) },
  ];
}

function checkCycles(order: readonly NodeOrder[], parents: Parents): readonly Detail[] {
  const cyclic = findCyclic(parents);
  return order.flatMap((one, index) =>
    cyclic.has(readNodeId(one))
      ? [{ path: [String(index), 'parentId'], ...because('insideItself', 'cannot be inside itself', {}) }]
      : [],
  );
}

/** The nodes that are inside themselves. Visits each node once: a list may name tens of thousands. */
function findCyclic(parents: Parents): ReadonlySet<number> {
  const visited = new Set<number>();
  const cyclic = new Set<number>();
  for (const start of parents.keys()) {
    const way: number[] = [];
    let at: number | null | undefined = start;
    for (; at != null && !visited.has(at); at = parents.get(at)) {
      visited.add(at);
      way.push(at);
    }
    const first = at == null ? -1 : way.indexOf(at);
    if (first >= 0) for (const one of way.slice(first)) cyclic.add(one);
  }
  return cyclic;
}
