import type { Group, GroupField } from './group.ts';
import { fitValue } from './known.ts';
import { replaceValues } from './replaceValues.ts';
import { isMissing, type Values } from './values.ts';

/** The values as public readers get them: missing ones are their default, nested ones too; the same object when none is. */
export const fillGroup = (group: Group, values: Values): Values => replaceValues(values, group.filled, fillValue);

function fillValue(value: unknown, one: GroupField): unknown {
  const { kind, group } = one;
  const given = isMissing(value) ? (defaultOf(one) ?? kind.empty ?? value) : value;
  if (group === undefined || group.filled.length === 0 || isMissing(given)) return given;
  return kind.mapNested?.(given, (nested) => fillGroup(group, nested));
}

/** A default that the field's kind would not take is none. */
const defaultOf = (one: GroupField): unknown =>
  isMissing(one.field.default) ? undefined : fitValue(one.field.default, one);
