import { type FormValues, isValueObject } from '../../../form/values.ts';
import type { Field } from '../../../wire/interface.ts';
import type { FieldDraft } from './fieldDraft.ts';
import { optionsOf } from './inputs/fieldOptions.ts';
import type { FieldNode } from './layout/fieldNodes.ts';

/** The fields of a tree as forms get them. Those that have no name yet, or that of another, are left out. */
export function previewFields(nodes: readonly FieldNode[]): readonly Field[] {
  const named = nodes.filter(({ field }, index) => field.name !== '' && indexOfName(nodes, field.name) === index);
  const names = named.map(({ field }) => field.name);
  return named.map(({ field, children }) => ({
    ...previewField(field),
    ...conditionOf(field, names),
    ...(children.length > 0 && { fields: previewFields(children) }),
  }));
}

const indexOfName = (nodes: readonly FieldNode[], name: string): number =>
  nodes.findIndex(({ field }) => field.name === name);

/** One field as a form gets it, without its condition and its nested fields. */
export function previewField(field: FieldDraft): Field {
  const { fields: _, condition: __, ...own } = field;
  return {
    ...own,
    ...{ label: readSettingText(field.label), help: readSettingText(field.help), required: field.required === true },
    ...{
      min: readSettingNumber(field['min']),
      max: readSettingNumber(field['max']),
      default: field['default'] ?? undefined,
    },
    options: optionsOf(field).map(({ value, label }) => ({ value, label: label || value })),
    settings: isValueObject(field['settings']) ? field['settings'] : undefined,
  } as Field;
}

function conditionOf(field: FieldDraft, names: readonly string[]): Pick<Field, 'condition'> {
  const condition = field['condition'];
  const isKnown = isValueObject(condition) && asksOnly(condition, names);
  // Its keys are those of a condition, or it holds always.
  return isKnown ? { condition: condition as unknown as NonNullable<Field['condition']> } : {};
}

/** Whether a condition and its parts ask only about fields with these names. */
export const asksOnly = ({ field, all, any, not }: FormValues, names: readonly string[]): boolean =>
  (field === undefined || names.includes(String(field))) &&
  [all, any, [not]].every(
    (parts) => !Array.isArray(parts) || parts.every((one) => !isValueObject(one) || asksOnly(one, names)),
  );

const readSettingText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const readSettingNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
