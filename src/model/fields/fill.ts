import type { Group, GroupField } from './group.ts';
import { replaceValues } from './replaceValues.ts';
import { isMissing, type Values } from './values.ts';

/** The values as public readers get them: missing ones are their default, nested ones too; the same object when none is. */
export const fillGroup = (group: Group, values: Values): Values => replaceValues(values, group.filled, fillValue);

function fillValue(value: unknown, { field, kind, group }: GroupField): unknown {
  const given = isMissing(value) ? (field.default ?? kind.empty ?? value) : value;
  if (group === undefined || group.filled.length === 0 || isMissing(given)) return given;
  return kind.mapNested?.(given, (nested) => fillGroup(group, nested));
}
