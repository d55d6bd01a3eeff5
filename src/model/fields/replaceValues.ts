import type { GroupField } from './fieldSet.ts';
import { type FieldValues, ownValue } from './values.ts';

/** Replaces the values of `fields`; returns the same object when none changes. */
export function replaceValues(
  values: FieldValues,
  fields: readonly GroupField[],
  replace: (value: unknown, field: GroupField) => unknown,
): FieldValues {
  let changed: Record<string, unknown> | undefined;
  for (const one of fields) {
    const before = ownValue(values, one.field.name);
    const after = replace(before, one);
    if (after === before) continue;
    changed ??= { ...values };
    changed[one.field.name] = after;
  }
  return changed ?? values;
}
