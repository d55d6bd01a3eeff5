import { sameJson } from '../../../lib/json/sameJson.ts';
import { longestIncreasing } from '../../../lib/list/longestIncreasing.ts';
import type { CollectionSource, SourceMember } from '../valueSource.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/**
 * One member of the edited collection. `from` is its present index, where a pair may have another key; those with `stays`
 * keep their order.
 */
export interface MemberStep {
  readonly key: string;
  readonly value: JsonValue;
  readonly from?: number;
  readonly stays: boolean;
}

/** The members of the edited collection, in order. */
export function planMembers(
  source: CollectionSource,
  target: JsonObject | readonly JsonValue[],
  order: readonly string[] = [],
): MemberStep[] {
  if (isArray(target)) return planItems(source.members, target);
  return planPairs(source.members, target as JsonObject, order);
}

/** Pairs keep the file's order. New ones are placed by `order`; keys that it does not name come last. */
function planPairs(members: readonly SourceMember[], target: JsonObject, order: readonly string[]): MemberStep[] {
  const steps: MemberStep[] = [];
  const renames = findRenames(members, target, order);
  members.forEach((member, from) => {
    const key = renames.get(member.key) ?? member.key;
    if (Object.hasOwn(target, key)) steps.push({ key, value: target[key]!, from, stays: true });
  });
  const present = new Set(steps.map(({ key }) => key));
  const added = Object.keys(target).filter((key) => !present.has(key));
  // Named keys first and in order, so that each finds its predecessor already in place.
  const rank = new Map(order.map((key, i) => [key, i]));
  added.sort((a, b) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length));
  for (const key of added)
    steps.splice(memberInsertionIndex(key, steps, order), 0, { key, value: target[key]!, stays: false });
  return steps;
}

/** New keys by the old ones whose values they have, in the same place: one line changes, and comments stay. */
function findRenames(
  members: readonly SourceMember[],
  target: JsonObject,
  order: readonly string[],
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const present = new Set(members.map(({ key }) => key));
  const wanted = Object.keys(target);
  if (wanted.every((key) => present.has(key))) return renames;
  for (const [at, { key, value }] of members.entries()) {
    if (Object.hasOwn(target, key) || order.includes(key)) continue;
    const before = members[at - 1]?.key;
    const next = wanted[before === undefined ? 0 : wanted.indexOf(renames.get(before) ?? before) + 1];
    if (next === undefined || present.has(next) || order.includes(next)) continue;
    if (sameJson(value.value, target[next])) renames.set(key, next);
  }
  return renames;
}

function memberInsertionIndex(key: string, steps: readonly MemberStep[], order: readonly string[]): number {
  const rank = order.indexOf(key);
  if (rank < 0) return steps.length;
  const at = (name: string): number => steps.findIndex((step) => step.key === name);
  const before = order.slice(0, rank).findLast((name) => at(name) >= 0);
  if (before !== undefined) return at(before) + 1;
  const after = order.slice(rank + 1).find((name) => at(name) >= 0);
  return after === undefined ? steps.length : at(after);
}

/** Finds items again by equality, id or slug. The rest, between two found ones, is changed in place. */
function planItems(members: readonly SourceMember[], target: readonly JsonValue[]): MemberStep[] {
  const present = members.map(({ value }) => value.value);
  const from = matchEnds(present, target);
  matchIdentities(present, target, from);
  const anchors = longestRising(from);
  matchRemainders(present, target, from, anchors);
  return target.map((value, i) => ({
    key: '',
    value,
    ...(from[i] !== undefined && { from: from[i] }),
    stays: anchors.has(i),
  }));
}

type From = (number | undefined)[];

/** Equal items at both ends stay where they are. This also keeps small changes cheap. */
function matchEnds(present: readonly JsonValue[], target: readonly JsonValue[]): From {
  const from: From = target.map(() => undefined);
  const shorter = Math.min(present.length, target.length);
  let head = 0;
  while (head < shorter && sameJson(present[head]!, target[head]!)) {
    from[head] = head;
    head += 1;
  }
  for (let tail = 1; tail <= shorter - head; tail += 1) {
    if (!sameJson(present.at(-tail)!, target.at(-tail)!)) break;
    from[target.length - tail] = present.length - tail;
  }
  return from;
}

/** What identifies an item, strongest first; undefined: the item has nothing of the kind. */
const IDENTITIES: readonly ((value: JsonValue) => string | undefined)[] = [
  (value) => JSON.stringify(value, (_, part: JsonValue) => (isJsonObject(part) ? sorted(part) : part)),
  (value) => itemIdentity(value, 'id'),
  (value) => itemIdentity(value, 'slug'),
];

function matchIdentities(present: readonly JsonValue[], target: readonly JsonValue[], from: From): void {
  for (const identity of IDENTITIES) {
    if (!from.includes(undefined)) return;
    const taken = new Set(from);
    const places = new Map<string | undefined, number[]>();
    present.forEach((value, i) => {
      const name = taken.has(i) ? undefined : identity(value);
      if (name !== undefined)
        places
          .set(name, places.get(name) ?? [])
          .get(name)!
          .push(i);
    });
    for (const list of places.values()) list.reverse();
    target.forEach((value, i) => {
      if (from[i] === undefined) from[i] = places.get(identity(value))?.pop();
    });
  }
}

export function itemIdentity(value: JsonValue, key: 'id' | 'slug'): string | undefined {
  const name = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof name === 'string' || typeof name === 'number' ? `${typeof name}:${name}` : undefined;
}

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The new positions of the largest group of found items that keep their order. */
function longestRising(from: From): Set<number> {
  const found = [...from.keys()].filter((at) => from[at] !== undefined);
  return new Set(longestIncreasing(found.map((at) => from[at]!)).map((index) => found[index]!));
}

/** Between two items that stay, takes the n-th lost item and the n-th new one for the same item, changed. */
function matchRemainders(
  present: readonly JsonValue[],
  target: readonly JsonValue[],
  from: From,
  anchors: Set<number>,
): void {
  const taken = new Set(from);
  const limits = nextAnchors(from, anchors, present.length);
  let old = 0;
  for (let i = 0; i < target.length; i += 1) {
    if (anchors.has(i)) old = from[i]! + 1;
    if (from[i] !== undefined) continue;
    while (taken.has(old)) old += 1;
    if (old >= limits[i]! || !mayBeSame(present[old]!, target[i]!)) continue;
    from[i] = old;
    anchors.add(i);
    old += 1;
  }
}

/** For each new position, the end of the old items before its next anchor. */
function nextAnchors(from: From, anchors: ReadonlySet<number>, length: number): number[] {
  const limits: number[] = [];
  let limit = length;
  for (let i = from.length - 1; i >= 0; i -= 1) {
    limits[i] = limit;
    if (anchors.has(i)) limit = from[i]!;
  }
  return limits;
}

/**
 * Whether a lost and a new item may be the same one. Different ids mean different items, unless little else differs (a
 * record was renumbered); a changed slug may be a rename.
 */
function mayBeSame(a: JsonValue, b: JsonValue): boolean {
  if (isArray(a) !== isArray(b) || isJsonObject(a) !== isJsonObject(b)) return false;
  const haveIds = itemIdentity(a, 'id') !== undefined && itemIdentity(b, 'id') !== undefined;
  return !haveIds || isAlike(a as JsonObject, b as JsonObject);
}

/** Whether two items with the same id, from different lists, are the same item: lists may have ids of their own. */
export const isSameItem = (a: JsonValue, b: JsonValue): boolean => isJsonObject(a) && isJsonObject(b) && isAlike(a, b);

/** Whether at least half of the members are equal, ids aside. */
function isAlike(a: JsonObject, b: JsonObject): boolean {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => key !== 'id');
  const same = keys.filter((key) => Object.hasOwn(a, key) && Object.hasOwn(b, key) && sameJson(a[key]!, b[key]!));
  return same.length * 2 >= keys.length;
}
