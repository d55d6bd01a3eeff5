import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { mergeOrder } from './list/mergeOrder.ts';
import {
  agreed,
  allAre,
  clash,
  type MergeRule,
  type MergeScope,
  mergeVersions,
  nestedScope,
  under,
} from './threeVersions.ts';

type Json = Readonly<Record<string, unknown>>;

/** How the values of an object are merged. */
export interface ObjectRule {
  /** How the value of a key is merged. */
  at(key: string): MergeRule;
  /** Groups of keys that form one value: they are all taken from the same version. */
  readonly together?: readonly (readonly string[])[];
}

/** The entry of a table under a key of a record, which may have the name of something that every object inherits. */
export const rowOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Merges objects key by key; a missing base counts as an empty object. */
export const mergeObject =
  (rule: ObjectRule): MergeRule =>
  (versions, scope) => {
    const objects = allAre<Json>(versions, isPlainObject, {});
    return objects ? mergeKeys(objects, rule, scope) : clash(versions, scope);
  };

interface ObjectVersions {
  readonly base: Json;
  readonly ours: Json;
  readonly theirs: Json;
}

function mergeKeys(objects: ObjectVersions, rule: ObjectRule, scope: MergeScope): Json {
  const { base, ours, theirs } = objects;
  const together = mergeTogether(objects, rule.together ?? [], scope);
  const merged = new Map<string, unknown>();
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const value = together.has(key)
      ? together.get(key)
      : mergeVersions(under(objects, key), nestedScope(scope, key), rule.at(key));
    if (value !== undefined) merged.set(key, value);
  }
  const keysOf = (object: Json): readonly string[] => Object.keys(object).filter((key) => merged.has(key));
  const order = mergeOrder({ base: keysOf(base), ours: keysOf(ours), theirs: keysOf(theirs) });
  return Object.fromEntries(order.map((key) => [key, merged.get(key)]));
}

/** The merged values of the keys that are taken together. */
function mergeTogether(
  { base, ours, theirs }: ObjectVersions,
  groups: NonNullable<ObjectRule['together']>,
  { path, clashes }: MergeScope,
): ReadonlyMap<string, unknown> {
  const merged = new Map<string, unknown>();
  for (const keys of groups) {
    const versions = {
      base: pickOwnKeys(base, keys),
      ours: pickOwnKeys(ours, keys),
      theirs: pickOwnKeys(theirs, keys),
    };
    const settled = agreed(versions);
    if (!settled) clashes.push({ path, keys, ...versions });
    // `pickOwnKeys` returns objects.
    const value = (settled ? settled.value : versions.ours) as Json;
    for (const key of keys) merged.set(key, value[key]);
  }
  return merged;
}

const pickOwnKeys = (object: Json, keys: readonly string[]): Json =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(object, key) ? [[key, object[key]]] : [])));
