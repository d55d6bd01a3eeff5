import { commonPairs, pairByLikeness } from '../../../lib/list/commonPairs.ts';
import { lazily } from '../../../lib/list/lazily.ts';
import { longestIncreasing } from '../../../lib/list/longestIncreasing.ts';
import { contentKey, type ItemIdentity, type ItemToken, readItemId } from './identity.ts';
import { wordBag, wordLikeness } from './wordBag.ts';

/** A list whose items are matched with those of an older one. */
export interface Matching {
  readonly olds: readonly Old[];
  readonly values: readonly unknown[];
  readonly identity: ItemIdentity;
  /** The token of each value, as far as it is known. */
  readonly found: (ItemToken | undefined)[];
  isTaken(token: ItemToken): boolean;
  take(token: ItemToken): void;
}

export interface Old {
  readonly token: ItemToken;
  readonly value: unknown;
}

/** Matches free values with free old items: by name, then by equal content, then by similar content. */
export function matchItems(matching: Matching): void {
  const contents = contentsIn(matching);
  matchByName(matching);
  if (freeOlds(matching).length === 0 || freeValues(matching).length === 0) return;
  matchInOrder(matching, contents);
  matchFirstByKey(matching, contents.old, contents.next);
  matchSimilar(matching);
}

/**
 * Matches free values with items that another version has added: by name, or where both have the same content and follow
 * the same item of the base.
 */
export function matchAdded(matching: Matching, isOfBase: (token: ItemToken) => boolean): void {
  const contents = contentsIn(matching);
  matchByName(matching);
  const { olds, found } = matching;
  const [here, there] = [new Set(found), new Set(olds.map(({ token }) => token))];
  const isShared = (token: ItemToken | undefined): boolean =>
    token !== undefined && isOfBase(token) && here.has(token) && there.has(token);
  const oldBefore = precedents(
    olds.map(({ token }) => token),
    isShared,
  );
  const before = precedents(found, isShared);
  matchFirstByKey(
    matching,
    (old) => `${oldBefore[old]}:${contents.old(old)}`,
    (index) => `${before[index]}:${contents.next(index)}`,
  );
}

/** The content of the old items and of the values by their places, computed on first use. */
interface ItemContents {
  old(old: number): string;
  next(index: number): string;
}

function contentsIn({ olds, values, identity }: Matching): ItemContents {
  const old = olds.map(({ value }) => lazily(() => contentKey(value, identity)));
  const next = values.map((value) => lazily(() => contentKey(value, identity)));
  return { old: (at) => old[at]!(), next: (at) => next[at]!() };
}

const isFreeOld =
  ({ olds, isTaken }: Matching) =>
  (old: number): boolean =>
    !isTaken(olds[old]!.token);
const isFreeValue =
  ({ found }: Matching) =>
  (index: number): boolean =>
    found[index] === undefined;
const freeOlds = (matching: Matching): readonly number[] => [...matching.olds.keys()].filter(isFreeOld(matching));
const freeValues = (matching: Matching): readonly number[] => [...matching.values.keys()].filter(isFreeValue(matching));

/** Whether two items may match: items that both have an id, or both a name, match by nothing else. */
function mayMatch({ olds, values, identity }: Matching, old: number, index: number): boolean {
  const isOther = (a: unknown, b: unknown): boolean => a !== undefined && b !== undefined && a !== b;
  const [one, other] = [olds[old]!.value, values[index]];
  return (
    !isOther(readItemId(one, identity), readItemId(other, identity)) &&
    !isOther(identity.nameOf?.(one), identity.nameOf?.(other))
  );
}

function assignToken(matching: Matching, old: number, index: number): void {
  const { token } = matching.olds[old]!;
  if (!isFreeValue(matching)(index) || matching.isTaken(token) || !mayMatch(matching, old, index)) return;
  matching.found[index] = token;
  matching.take(token);
}

function matchByName(matching: Matching): void {
  const { olds, values, identity } = matching;
  if (identity.nameOf === undefined) return;
  matchFirstByKey(
    matching,
    (old) => identity.nameOf?.(olds[old]!.value),
    (index) => identity.nameOf?.(values[index]),
  );
}

type ReadIndexKey = (place: number) => string | undefined;

/** Matches each value with the first free old item that has its key. */
function matchFirstByKey(matching: Matching, keyOfOld: ReadIndexKey, keyOf: ReadIndexKey): void {
  const waiting = new Map<string | undefined, number[]>();
  for (const old of freeOlds(matching)) {
    const key = keyOfOld(old);
    if (key === undefined) continue;
    const others = waiting.get(key);
    if (others) others.push(old);
    else waiting.set(key, [old]);
  }
  if (waiting.size === 0) return;
  for (const index of freeValues(matching)) {
    const old = waiting.get(keyOf(index))?.shift();
    if (old !== undefined) assignToken(matching, old, index);
  }
}

/** Matches equal content, as much of it as keeps its order. */
function matchInOrder(matching: Matching, contents: ItemContents): void {
  const { olds, values, found } = matching;
  const [isFree, isOpen] = [isFreeOld(matching), isFreeValue(matching)];
  const before = olds.map(({ token }, old) => (isFree(old) ? contents.old(old) : `#${token}`));
  const after = values.map((_, index) => (isOpen(index) ? contents.next(index) : `#${found[index]}`));
  for (const [old, index] of commonPairs(before, after)) assignToken(matching, old, index);
}

/** Matches similar items that stand between the same matched neighbours. */
function matchSimilar(matching: Matching): void {
  const { olds, values, found } = matching;
  const bags = {
    old: olds.map(({ value }) => lazily(() => wordBag(value))),
    next: values.map((value) => lazily(() => wordBag(value))),
  };
  const alike = (old: number, index: number): number =>
    mayMatch(matching, old, index) ? wordLikeness(bags.old[old]!(), bags.next[index]!()) : Number.NEGATIVE_INFINITY;
  let [atOld, atIndex] = [0, 0];
  for (const [toOld, toIndex] of [...steadyPairs(olds, found), [olds.length, values.length] as const]) {
    const free = indexesBetween(atOld, toOld).filter(isFreeOld(matching));
    const open = indexesBetween(atIndex, toIndex).filter(isFreeValue(matching));
    for (const [a, b] of pairByLikeness(free.length, open.length, (a, b) => alike(free[a]!, open[b]!)))
      assignToken(matching, free[a]!, open[b]!);
    [atOld, atIndex] = [toOld + 1, toIndex + 1];
  }
}

/** The places of items that are in both lists and have not moved. */
function steadyPairs(
  olds: readonly Old[],
  found: readonly (ItemToken | undefined)[],
): readonly (readonly [old: number, index: number])[] {
  const places = new Map(olds.map(({ token }, old) => [token, old]));
  const pairs = found.flatMap((token, index) => {
    const old = token === undefined ? undefined : places.get(token);
    return old === undefined ? [] : [[old, index] as const];
  });
  return longestIncreasing(pairs.map(([old]) => old)).map((at) => pairs[at]!);
}

const indexesBetween = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);

/** For each thing, the last one before it that `test` accepts. */
function precedents<T>(things: readonly T[], test: (thing: T) => boolean): readonly (T | undefined)[] {
  let last: T | undefined;
  return things.map((thing) => {
    const before = last;
    if (test(thing)) last = thing;
    return before;
  });
}
