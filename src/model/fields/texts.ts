import { plainText } from '../richText/plainText.ts';
import type { FieldType } from './field.ts';
import type { Group, GroupField } from './group.ts';
import { isMissing, ownValue, type Values } from './values.ts';

const asItIs = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The kinds of field whose values are written to be read, and what they say. */
const TEXTS: Partial<Record<FieldType, (value: unknown) => string>> = {
  text: asItIs,
  textarea: asItIs,
  markdown: asItIs,
  richtext: plainText,
};

/** The texts among stored values, in the order of the fields. */
export const groupTexts = (group: Group, values: Values): readonly string[] =>
  group.fields.flatMap((one) => {
    const value = ownValue(values, one.field.name);
    return isMissing(value) ? [] : valueTexts(value, one);
  });

/** What one field of plain words says. */
export function groupWords(group: Group, values: Values, name: string): string | undefined {
  const kind = group.byName.get(name)?.kind.type;
  return kind && TEXTS[kind] === asItIs ? asItIs(ownValue(values, name)) : undefined;
}

function valueTexts(value: unknown, { kind, group }: GroupField): readonly string[] {
  if (group === undefined) {
    const text = TEXTS[kind.type]?.(value) ?? '';
    return text === '' ? [] : [text];
  }
  const found: string[] = [];
  kind.mapNested?.(value, (nested) => {
    found.push(...groupTexts(group, nested));
    return nested;
  });
  return found;
}
