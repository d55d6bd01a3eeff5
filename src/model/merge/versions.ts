import { sameJson } from '../../lib/json/sameJson.ts';
import { isMissing } from '../fields/values.ts';
import type { ValuePath } from '../reference.ts';

/** One value as three versions have it, the first of which the others were made from; undefined where one has none. */
export interface Versions<T = unknown> {
  readonly base: T | undefined;
  readonly ours: T | undefined;
  readonly theirs: T | undefined;
}

/** A value that both sides have changed, each in its own way: the smallest that no rule decides. */
export interface Clash extends Versions {
  /** Where it stands in the merged value. */
  readonly path: ValuePath;
  /**
   * Only these keys of the object at `path`, which make no sense apart, such as the name of a media item's file and its
   * size; the versions hold no others.
   */
  readonly keys?: readonly string[];
}

/** Where values are merged, and who hears of what cannot be decided. */
export interface MergeScope {
  readonly path: ValuePath;
  readonly clashes: Clash[];
}

/** Decides what a value is to be; undefined: nothing. What it cannot decide is told, and stays as ours. */
export type Merge = (versions: Versions, scope: MergeScope) => unknown;

/** The scope of what stands below. */
export const below = ({ path, clashes }: MergeScope, ...steps: ValuePath): MergeScope => ({
  path: [...path, ...steps],
  clashes,
});

/** Tells that a value cannot be decided, and leaves it as ours. */
export const clash: Merge = (versions, { path, clashes }) => {
  const { base, ours, theirs } = versions;
  clashes.push({ path, base, ours, theirs });
  return ours;
};

/** What one version alone has changed, or both alike, is so; `merge` decides what is left. */
export const settle = (versions: Versions, scope: MergeScope, merge: Merge): unknown => {
  const settled = agreed(versions);
  return settled ? settled.value : merge(versions, scope);
};

/** The value that nobody contests, if there is one. To have nothing and to have null are the same. */
export function agreed({ base, ours, theirs }: Versions): { readonly value: unknown } | undefined {
  if (sameJson(theirs, base) || sameJson(ours, theirs)) return { value: ours };
  if (sameJson(ours, base)) return { value: theirs };
  if (isMissing(ours) && isMissing(theirs)) return { value: undefined };
  if (!isMissing(base)) return undefined;
  if (isMissing(theirs)) return { value: ours };
  return isMissing(ours) ? { value: theirs } : undefined;
}

/** The three values when each is one that `is` says, undefined else; a missing base is `empty`, where that is given. */
export function allAre<T>(
  { base, ours, theirs }: Versions,
  is: (value: unknown) => value is T,
  empty?: T,
): { readonly base: T; readonly ours: T; readonly theirs: T } | undefined {
  const before = isMissing(base) ? empty : base;
  return is(before) && is(ours) && is(theirs) ? { base: before, ours, theirs } : undefined;
}

/** Each version of what stands under a key. */
export const under = ({ base, ours, theirs }: Versions<Readonly<Record<string, unknown>>>, key: string): Versions => ({
  base: own(base, key),
  ours: own(ours, key),
  theirs: own(theirs, key),
});

const own = (value: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  value !== undefined && Object.hasOwn(value, key) ? value[key] : undefined;
