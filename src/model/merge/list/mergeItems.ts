import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { isMissing } from '../../fields/values.ts';
import {
  agreed,
  allAre,
  clash,
  type MergeRule,
  type MergeScope,
  mergeVersions,
  nestedScope,
} from '../threeVersions.ts';
import { decideItems, type ItemDecision } from './decideItems.ts';
import { type Forests, isList, listBelow, listNamed, type NamedLists, readForests } from './forest.ts';
import { type ItemIdentity, type ItemToken, ownValues, readItemId } from './identity.ts';
import { mergeOrder } from './mergeOrder.ts';

/** How lists of items are merged. */
export interface ItemsRule extends ItemIdentity {
  /** Merges an item's own values, without its children; undefined if nothing of it is left. */
  readonly merge: MergeRule;
}

/** Merges lists of items: their order, each item's own values, and its children. */
export const mergeItems =
  (rule: ItemsRule): MergeRule =>
  (versions, scope) => {
    const lists = allAre(emptyForMissing(versions, []), isList);
    if (!lists) return clash(versions, scope);
    const forests = readForests({ '': lists.base }, { '': lists.ours }, { '': lists.theirs }, rule);
    return buildList(createBuild(forests, rule), listNamed(''), scope);
  };

const isLists = (value: unknown): value is NamedLists => isPlainObject(value) && Object.values(value).every(isList);

/** Merges named lists whose items can move from one list to another. */
export const mergeLists =
  (rule: ItemsRule): MergeRule =>
  (versions, scope) => {
    const lists = allAre(emptyForMissing(versions, {}), isLists);
    if (!lists) return clash(versions, scope);
    const build = createBuild(readForests(lists.base, lists.ours, lists.theirs, rule), rule);
    const names = mergeOrder({
      base: Object.keys(lists.base),
      ours: Object.keys(lists.ours),
      theirs: Object.keys(lists.theirs),
    });
    const merged = names.map((name) => [name, buildList(build, listNamed(name), nestedScope(scope, name))] as const);
    // A list whose items have all moved elsewhere goes. One that a side has emptied stays, unless the other removes it.
    const isKept = (name: string): boolean =>
      [lists.ours, lists.theirs].some((side) => side[name]?.length === 0) &&
      agreed({ base: name in lists.base, ours: name in lists.ours, theirs: name in lists.theirs })?.value === true;
    return Object.fromEntries(merged.filter(([name, list]) => list.length > 0 || isKept(name)));
  };

const emptyForMissing = <T>({ base, ours, theirs }: Parameters<MergeRule>[0], empty: T) => ({
  base: isMissing(base) ? empty : base,
  ours: isMissing(ours) ? empty : ours,
  theirs: isMissing(theirs) ? empty : theirs,
});

/** Everything a merged list is built from. */
interface Build {
  readonly forests: Forests;
  readonly rule: ItemsRule;
  readonly decided: ItemDecision;
}

const createBuild = (forests: Forests, rule: ItemsRule): Build => ({
  forests,
  rule,
  decided: decideItems(forests, rule),
});

function buildList(build: Build, list: string, scope: MergeScope): readonly unknown[] {
  const { base, ours, theirs } = build.forests;
  const inList = ({ lists }: Forests['base']): readonly ItemToken[] =>
    (lists.get(list) ?? []).filter((token) => build.decided.places.get(token) === list);
  const order = mergeOrder({ base: inList(base), ours: inList(ours), theirs: inList(theirs) });
  const items: unknown[] = [];
  for (const token of order) {
    const item = buildItem(build, token, nestedScope(scope, items.length));
    if (item !== undefined) items.push(item);
  }
  return items;
}

function buildItem(build: Build, token: ItemToken, scope: MergeScope): unknown {
  const { rule, decided, forests } = build;
  const [base, ours, theirs] = [forests.base, forests.ours, forests.theirs].map(({ items }) => items.get(token)?.value);
  if (decided.contested.has(token)) clash({ base, ours, theirs }, scope);
  const merged = mergeOwn({ base, ours, theirs }, rule, scope);
  const { children } = rule;
  if (children === undefined || !isPlainObject(merged)) return merged;
  const list = buildList(build, listBelow(token), nestedScope(scope, children));
  const hasNone = list.length === 0 && merged[children] === undefined;
  return hasNone ? merged : { ...merged, [children]: list };
}

/** An item's own merged values, with the id it has on either side, and an empty list in the place of its children. */
function mergeOwn({ base, ours, theirs }: Parameters<MergeRule>[0], rule: ItemsRule, scope: MergeScope): unknown {
  if (ours === undefined) return theirs;
  if (theirs === undefined) return ours;
  const own = { base: ownValues(base, rule), ours: ownValues(ours, rule), theirs: ownValues(theirs, rule) };
  const merged = mergeVersions(own, scope, rule.merge);
  if (!isPlainObject(merged) || !isPlainObject(ours) || !isPlainObject(theirs)) return merged;
  const { id, children } = rule;
  const kept: Record<string, unknown> = {};
  if (id !== undefined && (id in ours || id in theirs))
    kept[id] = readItemId(ours, rule) ?? readItemId(theirs, rule) ?? ours[id] ?? theirs[id];
  if (children !== undefined && (children in ours || children in theirs)) kept[children] = [];
  return { ...kept, ...merged };
}
