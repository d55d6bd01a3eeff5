import type { GroupField } from './group.ts';
import { ownValue, type Values } from './values.ts';

/** Replaces the values of `fields`; returns the same object when none changes. */
export function replaceValues(
  values: Values,
  fields: readonly GroupField[],
  replace: (value: unknown, field: GroupField) => unknown,
): Values {
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
