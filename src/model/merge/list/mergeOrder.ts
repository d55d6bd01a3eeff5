import { longestIncreasing } from '../../../lib/list/longestIncreasing.ts';

/** Three orders of things, none of which stands twice in one of them. */
export interface Orders<T> {
  readonly base: readonly T[];
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/**
 * One order of all that ours or theirs has. Of two things the side that has put them the other way round than the base
 * decides which comes first, ours for what both have moved; what only one side has stands beside the neighbour that it
 * has there, ours first where both have something at one place.
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

/** More things than this that both sides have in another order are in ours: every pair of them would be looked at. */
const MAX_ORDERED = 2000;

/** Both sides have moved something: what is between their common ends is ordered by what is to come before how many others. */
function orderByPairs<T>({ base, ours, theirs }: Orders<T>): readonly T[] {
  let start = 0;
  while (ours[start] === theirs[start]) start += 1;
  let end = ours.length;
  while (ours[end - 1] === theirs[end - 1]) end -= 1;
  const contested = ours.slice(start, end);
  if (contested.length > MAX_ORDERED) return ours;
  const firsts = countFirsts(contested, { base, ours, theirs });
  // Where three are each to come before the next, which no order can do, the stable sort leaves them as ours.
  const sorted = [...contested.keys()].sort((a, b) => firsts[b]! - firsts[a]!).map((at) => contested[at]!);
  return [...ours.slice(0, start), ...sorted, ...ours.slice(end)];
}

/** For each thing, in the order of ours, how many of the others it is to come before. */
function countFirsts<T>(things: readonly T[], { base, ours, theirs }: Orders<T>): Int32Array {
  const [inBase, inTheirs] = [placesIn(base), placesIn(theirs)];
  const byTheirs = movedIn(theirs, inBase);
  const byBoth = new Set([...movedIn(ours, inBase)].filter((one) => byTheirs.has(one)));
  const atTheirs = Int32Array.from(things, (one) => inTheirs.get(one)!);
  const atBase = Int32Array.from(things, (one) => inBase.get(one) ?? -1);
  const isOurs = Uint8Array.from(things, (one) => (byBoth.has(one) || !inBase.has(one) ? 1 : 0));
  const firsts = new Int32Array(things.length);
  for (let one = 0; one < things.length; one += 1)
    for (let other = one + 1; other < things.length; other += 1) {
      const isAgreed = atTheirs[one]! < atTheirs[other]!;
      // Where the sides differ, the one that differs from the base has turned the two round.
      const isFirst = isAgreed || isOurs[one] === 1 || isOurs[other] === 1 || atBase[one]! > atBase[other]!;
      firsts[isFirst ? one : other]! += 1;
    }
  return firsts;
}

const placesIn = <T>(order: readonly T[]): ReadonlyMap<T, number> => new Map(order.map((one, index) => [one, index]));

/** What stands elsewhere than in the base, as few things as explain the order. */
function movedIn<T>(order: readonly T[], atBase: ReadonlyMap<T, number>): ReadonlySet<T> {
  const known = order.filter((one) => atBase.has(one));
  const kept = new Set(longestIncreasing(known.map((one) => atBase.get(one)!)));
  return new Set(known.filter((_, index) => !kept.has(index)));
}

/** Things that only one side has, one after the other, and what stands around them in its order. */
interface Run<T> {
  readonly before: T | undefined;
  readonly things: readonly T[];
  readonly after: T | undefined;
}

function withOthers<T>({ base, ours, theirs }: Orders<T>, shared: Orders<T>, order: readonly T[]): readonly T[] {
  const places = placesIn(order);
  const atBase = placesIn(base);
  /** What is to stand right before each place of the order. */
  const gaps = new Map<number, T[]>();
  const put = (side: readonly T[], moved: ReadonlySet<T>): void => {
    for (const run of runsOf(side, places)) {
      const place = placeOf(run, places, moved);
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

function runsOf<T>(side: readonly T[], places: ReadonlyMap<T, number>): readonly Run<T>[] {
  const runs: Run<T>[] = [];
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

/** After what stands before it, unless the other side has moved that away from what stands after it, or from the end. */
function placeOf<T>({ before, after }: Run<T>, places: ReadonlyMap<T, number>, moved: ReadonlySet<T>): number {
  const behind = before === undefined ? 0 : places.get(before)! + 1;
  const ahead = after === undefined ? places.size : places.get(after)!;
  if (before !== undefined && !moved.has(before)) return behind;
  return after === undefined || !moved.has(after) ? ahead : behind;
}
