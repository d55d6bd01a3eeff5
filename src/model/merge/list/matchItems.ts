import { commonPairs, likePairs } from '../../../lib/list/commonPairs.ts';
import { lazily } from '../../../lib/list/lazily.ts';
import { longestIncreasing } from '../../../lib/list/longestIncreasing.ts';
import { type Identity, idOf, saidBy, type Token } from './identity.ts';
import { likeness, wordBag } from './wordBag.ts';

/** A list whose items are to be found in an older one. */
export interface Matching {
  readonly olds: readonly Old[];
  readonly values: readonly unknown[];
  readonly identity: Identity;
  /** What each value is, as far as that is known. */
  readonly found: (Token | undefined)[];
  isTaken(token: Token): boolean;
  take(token: Token): void;
}

export interface Old {
  readonly token: Token;
  readonly value: unknown;
}

/** Finds each value that is free among the old ones that are: by its name, by what it says, by what it is like. */
export function matchItems(matching: Matching): void {
  const said = saidIn(matching);
  takeNamed(matching);
  if (freeOlds(matching).length === 0 || freeValues(matching).length === 0) return;
  takeInOrder(matching, said);
  takeFirsts(matching, said.old, said.next);
  takeLike(matching);
}

/**
 * Finds each value that is free among those that another version has added: by its name, or where it says the same and
 * stands behind the same item of the base.
 */
export function matchAdded(matching: Matching, isOfBase: (token: Token) => boolean): void {
  const said = saidIn(matching);
  takeNamed(matching);
  const { olds, found } = matching;
  const [here, there] = [new Set(found), new Set(olds.map(({ token }) => token))];
  const isShared = (token: Token | undefined): boolean =>
    token !== undefined && isOfBase(token) && here.has(token) && there.has(token);
  const oldBefore = precedents(
    olds.map(({ token }) => token),
    isShared,
  );
  const before = precedents(found, isShared);
  takeFirsts(
    matching,
    (old) => `${oldBefore[old]}:${said.old(old)}`,
    (index) => `${before[index]}:${said.next(index)}`,
  );
}

/** What is said by the old items and the values, found out when it is asked for. */
interface Said {
  old(old: number): string;
  next(index: number): string;
}

function saidIn({ olds, values, identity }: Matching): Said {
  const old = olds.map(({ value }) => lazily(() => saidBy(value, identity)));
  const next = values.map((value) => lazily(() => saidBy(value, identity)));
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

/** Items that both have an id, or both a name, are one another by nothing else. */
function mayBe({ olds, values, identity }: Matching, old: number, index: number): boolean {
  const isOther = (a: unknown, b: unknown): boolean => a !== undefined && b !== undefined && a !== b;
  const [one, other] = [olds[old]!.value, values[index]];
  return (
    !isOther(idOf(one, identity), idOf(other, identity)) && !isOther(identity.nameOf?.(one), identity.nameOf?.(other))
  );
}

function take(matching: Matching, old: number, index: number): void {
  const { token } = matching.olds[old]!;
  if (!isFreeValue(matching)(index) || matching.isTaken(token) || !mayBe(matching, old, index)) return;
  matching.found[index] = token;
  matching.take(token);
}

function takeNamed(matching: Matching): void {
  const { olds, values, identity } = matching;
  if (identity.nameOf === undefined) return;
  takeFirsts(
    matching,
    (old) => identity.nameOf?.(olds[old]!.value),
    (index) => identity.nameOf?.(values[index]),
  );
}

type KeyOf = (place: number) => string | undefined;

/** Takes for each value the first of the old ones with its key. */
function takeFirsts(matching: Matching, keyOfOld: KeyOf, keyOf: KeyOf): void {
  const waiting = new Map<string | undefined, number[]>();
  for (const old of freeOlds(matching)) {
    const key = keyOfOld(old);
    if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), old]);
  }
  if (waiting.size === 0) return;
  for (const index of freeValues(matching)) {
    const old = waiting.get(keyOf(index))?.shift();
    if (old !== undefined) take(matching, old, index);
  }
}

/** Takes what says the same, as much of it as can be in one order. */
function takeInOrder(matching: Matching, said: Said): void {
  const { olds, values, found } = matching;
  const [isFree, isOpen] = [isFreeOld(matching), isFreeValue(matching)];
  const before = olds.map(({ token }, old) => (isFree(old) ? said.old(old) : `#${token}`));
  const after = values.map((_, index) => (isOpen(index) ? said.next(index) : `#${found[index]}`));
  for (const [old, index] of commonPairs(before, after)) take(matching, old, index);
}

/** Takes for what stands between items that are known what stood there, as far as it is like it. */
function takeLike(matching: Matching): void {
  const { olds, values, found } = matching;
  const bags = {
    old: olds.map(({ value }) => lazily(() => wordBag(value))),
    next: values.map((value) => lazily(() => wordBag(value))),
  };
  const alike = (old: number, index: number): number =>
    mayBe(matching, old, index) ? likeness(bags.old[old]!(), bags.next[index]!()) : Number.NEGATIVE_INFINITY;
  let [atOld, atIndex] = [0, 0];
  for (const [toOld, toIndex] of [...steadyPairs(olds, found), [olds.length, values.length] as const]) {
    const free = between(atOld, toOld).filter(isFreeOld(matching));
    const open = between(atIndex, toIndex).filter(isFreeValue(matching));
    for (const [a, b] of likePairs(free.length, open.length, (a, b) => alike(free[a]!, open[b]!)))
      take(matching, free[a]!, open[b]!);
    [atOld, atIndex] = [toOld + 1, toIndex + 1];
  }
}

/** The places of what is in both lists and has not moved. */
function steadyPairs(
  olds: readonly Old[],
  found: readonly (Token | undefined)[],
): readonly (readonly [old: number, index: number])[] {
  const places = new Map(olds.map(({ token }, old) => [token, old]));
  const pairs = found.flatMap((token, index) => {
    const old = token === undefined ? undefined : places.get(token);
    return old === undefined ? [] : [[old, index] as const];
  });
  return longestIncreasing(pairs.map(([old]) => old)).map((at) => pairs[at]!);
}

const between = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);

/** For each thing the last one before it that `test` accepts. */
function precedents<T>(things: readonly T[], test: (thing: T) => boolean): readonly (T | undefined)[] {
  let last: T | undefined;
  return things.map((thing) => {
    const before = last;
    if (test(thing)) last = thing;
    return before;
  });
}
