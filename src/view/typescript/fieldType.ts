import type { Field } from '../../model/fields/field.ts';
import { type FieldKinds, type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { comment, propertyName } from './text.ts';

/** Whether all published content that follows the schema has a value for the field. */
const isAlwaysThere = ({ kind, field: { default: fallback, required, condition } }: GroupField): boolean =>
  fallback !== undefined || kind.empty !== undefined || (required === true && condition === undefined);

/** Where a group is written: the kinds of its fields, and the indent of its first line. */
interface TypeScope {
  readonly kinds: FieldKinds;
  readonly indent?: string;
}

/** A field as readers see its values. */
export interface FieldOfType {
  readonly name: string;
  readonly type: string;
  /** Whether all published content has a value. */
  readonly isAlwaysThere: boolean;
  /** What it says of itself. */
  readonly about: readonly (string | undefined)[];
}

/** The fields of a set of values, with the types of their values. */
export const readFieldTypes = (fields: readonly Field[], { kinds, indent = '' }: TypeScope): readonly FieldOfType[] =>
  toFieldSet(fields, kinds).fields.map((one) => {
    const { kind, field } = one;
    const type = kind.writeType(field, (nested) => writeGroup(nested, { kinds, indent }));
    const isThere = isAlwaysThere(one);
    const isNullable = !isThere && type !== 'unknown' && !type.endsWith('| null');
    return {
      name: field.name,
      type: isNullable ? `${type} | null` : type,
      isAlwaysThere: isThere,
      about: [field.label, field.help],
    };
  });

const writeField = ({ name, type, isAlwaysThere: isThere, about }: FieldOfType, indent: string): string =>
  `${comment(about, indent)}${indent}${propertyName(name)}${isThere ? '' : '?'}: ${type};\n`;

/** The type of a set of values. Without fields it has no keys. */
export function writeGroup(fields: readonly Field[], { kinds, indent = '' }: TypeScope): string {
  if (fields.length === 0) return 'Record<string, never>';
  const inner = `${indent}  `;
  const members = readFieldTypes(fields, { kinds, indent: inner }).map((field) => writeField(field, inner));
  return `{\n${members.join('')}${indent}}`;
}
