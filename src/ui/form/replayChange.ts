import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import { commonEnds, commonPairs, pairByLikeness } from '../../lib/list/commonPairs.ts';
import {
  type Conflict,
  type ConflictResolver,
  type ItemWithKey,
  isRegion,
  isSameValue,
  isValueObject,
  type ListVersions,
  type Rebasing,
  rebase,
  rebaseList,
} from './values.ts';

/**
 * Applies the change between `from` and `to` to values that have gone on since: only what was changed there changes, and
 * what somebody else has made of it stays. This is how a step is undone and done again.
 */
export const replayChange = <V>(from: V, to: V, onto: V): V =>
  isSameValue(from, onto)
    ? to
    : (rebase(from, to, onto, { path: [], settle: mergeConflictParts, revives: false }) as V);

/** Lists are merged by their items and texts by their words; of anything else the present value stays. */
const mergeConflictParts: ConflictResolver = (conflict) => {
  const lists = readConflictLists(conflict);
  if (lists) return replayList(lists, conflict);
  const { base, mine, theirs } = conflict;
  return isProse(base) && isProse(mine) && isProse(theirs) ? replayText(base, mine, theirs) : theirs;
};

/** A text of several words. A part of a date or an address means nothing alone. */
const isProse = (value: unknown): value is string => typeof value === 'string' && /\s/.test(value);

/** Undefined unless all versions are lists; a missing one counts as empty. */
function readConflictLists({ base, mine, theirs }: Conflict): ListVersions<unknown> | undefined {
  const [from, to, onto] = [base ?? [], mine ?? [], theirs ?? []];
  return Array.isArray(from) && Array.isArray(to) && Array.isArray(onto) ? { from, to, onto } : undefined;
}

function replayList(lists: ListVersions<unknown>, { path, mine }: Conflict): unknown {
  const at: Rebasing = { path, settle: mergeConflictParts, revives: false };
  const list = isRegion(path)
    ? rebaseList(lists as ListVersions<ItemWithKey>, at)
    : rebaseList(assignItemKeys(lists), at).map((item) => (item as KeyedItem).value);
  return list.length === 0 && mine === undefined ? undefined : list;
}

interface KeyedItem extends ItemWithKey {
  readonly value: unknown;
}

/** Gives the same key to the same item of each version. */
function assignItemKeys({ from, to, onto }: ListVersions<unknown>): ListVersions<KeyedItem> {
  const name = (version: string, items: readonly unknown[]): readonly KeyedItem[] => {
    const partners = partnersIn(from, items);
    return items.map((value, index) => ({ key: partners.get(index) ?? `${version} ${index}`, value }));
  };
  return {
    from: from.map((value, index) => ({ key: keyAt(index), value })),
    to: name('to', to),
    onto: name('onto', onto),
  };
}

const keyAt = (index: number): string => `from ${index}`;

/** The key of the item of `from` that each item is: an equal one, else one like it between the same neighbours. */
function partnersIn(from: readonly unknown[], items: readonly unknown[]): ReadonlyMap<number, string> {
  const [old, next] = [from.map(canonicalJson), items.map(canonicalJson)];
  const pairs = [...commonPairs(old, next)];
  const inGaps = gapsBetween(pairs, from.length, items.length).flatMap(([a, b]) =>
    pairByLikeness(a.length, b.length, (i, j) => countSharedValues(from[a[i]!], items[b[j]!]))
      .map(([i, j]) => [a[i]!, b[j]!] as const)
      .filter(
        ([i, j]) => countSharedValues(from[i], items[j]) > 0 && !next.includes(old[i]!) && !old.includes(next[j]!),
      ),
  );
  const partners = new Map([...pairs, ...inGaps].map(([i, j]) => [j, keyAt(i)]));
  const taken = new Set(partners.values());
  // What is left has been moved.
  next.forEach((text, index) => {
    const before = partners.has(index) ? -1 : old.findIndex((one, at) => one === text && !taken.has(keyAt(at)));
    if (before < 0) return;
    partners.set(index, keyAt(before));
    taken.add(keyAt(before));
  });
  return partners;
}

type Gap = readonly [old: readonly number[], next: readonly number[]];

/** The indexes between one pair and the next. */
function gapsBetween(
  pairs: readonly (readonly [number, number])[],
  oldLength: number,
  nextLength: number,
): readonly Gap[] {
  const ends = [...pairs, [oldLength, nextLength] as const];
  return ends.map(([old, next], index) => {
    const [before, after] = ends[index - 1] ?? [-1, -1];
    return [range(before + 1, old), range(after + 1, next)];
  });
}

const range = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);

/** How many values two items share; two objects are always a little alike, two other values that differ never. */
function countSharedValues(one: unknown, other: unknown): number {
  if (!isValueObject(one) || !isValueObject(other)) return 0;
  return 0.1 + Object.keys(one).filter((key) => isSameValue(one[key], other[key])).length;
}

/** Applies the one place that differs between two texts to a third, unless that differs in the same place. */
function replayText(from: string, to: string, onto: string): string {
  const mine = commonEnds(from, to);
  const theirs = commonEnds(from, onto);
  const added = to.slice(mine.start, to.length - mine.end);
  const place = (start: number, end: number): string => onto.slice(0, start) + added + onto.slice(end);
  if (from.length - mine.end <= theirs.start) return place(mine.start, from.length - mine.end);
  const shift = onto.length - from.length;
  if (mine.start >= from.length - theirs.end) return place(mine.start + shift, onto.length - mine.end);
  return onto;
}
