import { sameJson } from '../../lib/json/sameJson.ts';
import { isMissing } from '../fields/values.ts';
import type { ValuePath } from '../reference.ts';

/** A value in three versions: the common base and both sides made from it; undefined where a version has none. */
export interface ThreeVersions<T = unknown> {
  readonly base: T | undefined;
  readonly ours: T | undefined;
  readonly theirs: T | undefined;
}

/** The same where no version lacks the value. */
export interface CompleteVersions<T> extends ThreeVersions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** The smallest value that both sides have changed differently and that no rule can decide. */
export interface ValueClash extends ThreeVersions {
  /** Where it is in the merged value. */
  readonly path: ValuePath;
  /**
   * Limits the clash to these keys of the object at `path`, which only make sense together, such as the name and size of
   * a media file. The versions then hold only these keys.
   */
  readonly keys?: readonly string[];
}

/** Where values are merged, and the list that collects the clashes. */
export interface MergeScope {
  readonly path: ValuePath;
  readonly clashes: ValueClash[];
}

/** Decides a merged value; undefined means none. What it cannot decide is added to the clashes and keeps ours. */
export type MergeRule = (versions: ThreeVersions, scope: MergeScope) => unknown;

/** The scope of a nested value. */
export const nestedScope = ({ path, clashes }: MergeScope, ...steps: ValuePath): MergeScope => ({
  path: [...path, ...steps],
  clashes,
});

/** Adds a clash, and keeps ours. */
export const clash: MergeRule = (versions, { path, clashes }) => {
  const { base, ours, theirs } = versions;
  clashes.push({ path, base, ours, theirs });
  return ours;
};

/** Takes what only one side has changed, or both alike; `merge` decides the rest. */
export const mergeVersions = (versions: ThreeVersions, scope: MergeScope, merge: MergeRule): unknown => {
  const settled = agreed(versions);
  return settled ? settled.value : merge(versions, scope);
};

/** The value that both sides agree on, if there is one. Null and undefined count as the same. */
export function agreed({ base, ours, theirs }: ThreeVersions): { readonly value: unknown } | undefined {
  if (sameJson(theirs, base) || sameJson(ours, theirs)) return { value: ours };
  if (sameJson(ours, base)) return { value: theirs };
  if (isMissing(ours) && isMissing(theirs)) return { value: undefined };
  if (!isMissing(base)) return undefined;
  if (isMissing(theirs)) return { value: ours };
  return isMissing(ours) ? { value: theirs } : undefined;
}

/** The three values if `is` accepts each of them, else undefined. A missing base counts as `empty`, if that is given. */
export function allAre<T>(
  { base, ours, theirs }: ThreeVersions,
  is: (value: unknown) => value is T,
  empty?: T,
): CompleteVersions<T> | undefined {
  const before = isMissing(base) ? empty : base;
  return is(before) && is(ours) && is(theirs) ? { base: before, ours, theirs } : undefined;
}

/** The three versions of a key's value. */
export const under = (
  { base, ours, theirs }: ThreeVersions<Readonly<Record<string, unknown>>>,
  key: string,
): ThreeVersions => ({
  base: readOwnKey(base, key),
  ours: readOwnKey(ours, key),
  theirs: readOwnKey(theirs, key),
});

const readOwnKey = (value: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  value !== undefined && Object.hasOwn(value, key) ? value[key] : undefined;
