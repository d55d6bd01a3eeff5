import { longestIncreasing } from '../../../lib/list/longestIncreasing.ts';

/** Three orders of things; nothing occurs twice in one order. */
export interface Orders<T> {
  readonly base: readonly T[];
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/**
 * One order of everything in ours or theirs. Of two things, the side that has swapped them decides which comes first; for
 * things that both have moved, that is ours. A thing that only one side has stays beside its neighbour there; where both
 * sides have inserted something in one place, ours comes first.
 */
export function mergeOrder<T>(orders: Orders<T>): readonly T[] {
  const { ours, theirs } = orders;
  if (isSameOrder(ours, theirs)) return ours;
  const [inOurs, inTheirs] = [new Set(ours), new Set(theirs)];
  const shared = {
    base: orders.base,
    ours: ours.filter((one) => inTheirs.has(one)),
    theirs: theirs.filter((one) => inOurs.has(one)),
  };
  return withOthers(orders, shared, orderShared(shared));
}

const isSameOrder = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** The order of what both sides have. */
function orderShared<T>({ base, ours, theirs }: Orders<T>): readonly T[] {
  if (isSameOrder(ours, theirs)) return ours;
  const common = new Set(ours);
  const before = base.filter((one) => common.has(one));
  if (isSameOrder(before, ours)) return theirs;
  return isSameOrder(before, theirs) ? ours : orderByPairs({ base: before, ours, theirs });
}

/** If both sides have reordered more things than this, our order is used: comparing every pair would take too long. */
const MAX_ORDERED = 2000;

/** Both sides have moved something: sorts what lies between the common ends by how many others each thing precedes. */
function orderByPairs<T>({ base, ours, theirs }: Orders<T>): readonly T[] {
  let start = 0;
  while (ours[start] === theirs[start]) start += 1;
  let end = ours.length;
  while (ours[end - 1] === theirs[end - 1]) end -= 1;
  const contested = ours.slice(start, end);
  if (contested.length > MAX_ORDERED) return ours;
  const firsts = countFirsts(contested, { base, ours, theirs });
  // Three things that each should precede the next have no order: the stable sort leaves them as in ours.
  const sorted = [...contested.keys()].sort((a, b) => firsts[b]! - firsts[a]!).map((at) => contested[at]!);
  return [...ours.slice(0, start), ...sorted, ...ours.slice(end)];
}

/** For each thing, in our order, how many of the others it should precede. */
function countFirsts<T>(things: readonly T[], { base, ours, theirs }: Orders<T>): Int32Array {
  const [inBase, inTheirs] = [positionsIn(base), positionsIn(theirs)];
  const byTheirs = movedIn(theirs, inBase);
  const byBoth = new Set([...movedIn(ours, inBase)].filter((one) => byTheirs.has(one)));
  const atTheirs = Int32Array.from(things, (one) => inTheirs.get(one)!);
  const atBase = Int32Array.from(things, (one) => inBase.get(one) ?? -1);
  const isOurs = Uint8Array.from(things, (one) => (byBoth.has(one) || !inBase.has(one) ? 1 : 0));
  const firsts = new Int32Array(things.length);
  for (let one = 0; one < things.length; one += 1)
    for (let other = one + 1; other < things.length; other += 1) {
      const isAgreed = atTheirs[one]! < atTheirs[other]!;
      // Where the sides differ, the one that differs from the base has swapped the two.
      const isFirst = isAgreed || isOurs[one] === 1 || isOurs[other] === 1 || atBase[one]! > atBase[other]!;
      firsts[isFirst ? one : other]! += 1;
    }
  return firsts;
}

const positionsIn = <T>(order: readonly T[]): ReadonlyMap<T, number> =>
  new Map(order.map((one, index) => [one, index]));

/** The smallest set of things whose move explains how the order differs from the base. */
function movedIn<T>(order: readonly T[], atBase: ReadonlyMap<T, number>): ReadonlySet<T> {
  const known = order.filter((one) => atBase.has(one));
  const kept = new Set(longestIncreasing(known.map((one) => atBase.get(one)!)));
  return new Set(known.filter((_, index) => !kept.has(index)));
}

/** Consecutive things that only one side has, and their neighbours in its order. */
interface OneSidedRun<T> {
  readonly before: T | undefined;
  readonly things: readonly T[];
  readonly after: T | undefined;
}

function withOthers<T>({ base, ours, theirs }: Orders<T>, shared: Orders<T>, order: readonly T[]): readonly T[] {
  const places = positionsIn(order);
  const atBase = positionsIn(base);
  /** The things to insert before each place of the order. */
  const gaps = new Map<number, T[]>();
  const put = (side: readonly T[], moved: ReadonlySet<T>): void => {
    for (const run of runsOf(side, places)) {
      const place = runPosition(run, places, moved);
      gaps.set(place, [...(gaps.get(place) ?? []), ...run.things]);
    }
  };
  put(ours, movedIn(shared.theirs, atBase));
  put(theirs, movedIn(shared.ours, atBase));
  return [...order, undefined].flatMap((one, index) => [
    ...(gaps.get(index) ?? []),
    ...(index < order.length ? [one as T] : []),
  ]);
}

function runsOf<T>(side: readonly T[], places: ReadonlyMap<T, number>): readonly OneSidedRun<T>[] {
  const runs: OneSidedRun<T>[] = [];
  let things: T[] = [];
  let before: T | undefined;
  for (const one of [...side, undefined]) {
    if (one !== undefined && !places.has(one)) {
      things.push(one);
      continue;
    }
    if (things.length > 0) runs.push({ before, things, after: one });
    things = [];
    before = one;
  }
  return runs;
}

/** The place of a run: after its left neighbour, unless the other side has moved that one away from the right neighbour. */
function runPosition<T>(
  { before, after }: OneSidedRun<T>,
  places: ReadonlyMap<T, number>,
  moved: ReadonlySet<T>,
): number {
  const behind = before === undefined ? 0 : places.get(before)! + 1;
  const ahead = after === undefined ? places.size : places.get(after)!;
  if (before !== undefined && !moved.has(before)) return behind;
  return after === undefined || !moved.has(after) ? ahead : behind;
}
