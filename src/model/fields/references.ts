import type { Reference, ValuePath } from '../reference.ts';
import type { Group, GroupField } from './group.ts';
import { isMissing, ownValue, type Values } from './values.ts';

/** The keys that stored values hold, each with the path of the value that holds it. */
export const groupReferences = (group: Group, values: Values, path: ValuePath): readonly Reference[] =>
  group.pointing.flatMap((one) => {
    const value = ownValue(values, one.field.name);
    return isMissing(value) ? [] : valueReferences(value, one, [...path, one.field.name]);
  });

/** The keys that the stored value of one field holds. */
export function valueReferences(
  value: unknown,
  { kind, field, group }: GroupField,
  path: ValuePath,
): readonly Reference[] {
  if (group === undefined) {
    return (kind.references?.(value, field) ?? []).map((one) => ({ ...one, path: [...path, ...one.path] }));
  }
  const found: Reference[] = [];
  kind.mapNested?.(value, (nested, at) => {
    found.push(...groupReferences(group, nested, [...path, ...at]));
    return nested;
  });
  return found;
}
