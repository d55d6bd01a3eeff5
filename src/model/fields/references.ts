import type { Reference, ValuePath } from '../reference.ts';
import type { FieldsSchema } from './field.ts';
import { type FieldSet, type GroupField, toFieldSet } from './fieldSet.ts';
import type { WalkScope } from './kind.ts';
import { readFields } from './readFields.ts';
import { type FieldValues, isMissing, ownValue } from './values.ts';

/** The references in stored values, each path prefixed with `path`; none without a schema. */
export const referencesIn = (
  schema: FieldsSchema | undefined,
  values: FieldValues,
  { path, lookup }: WalkScope,
): readonly Reference[] =>
  schema === undefined ? [] : groupReferences(toFieldSet(readFields(schema), lookup.code.kinds), values, path);

/** The keys in stored values, each with the path of the value that holds it. */
export const groupReferences = (group: FieldSet, values: FieldValues, path: ValuePath): readonly Reference[] =>
  group.pointing.flatMap((one) => {
    const value = ownValue(values, one.field.name);
    return isMissing(value) ? [] : valueReferences(value, one, [...path, one.field.name]);
  });

/** The keys in the stored value of one field. */
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

/** A rich text document among values. */
interface FoundDocument {
  readonly document: unknown;
  readonly path: ValuePath;
}

/** Every rich text document in stored values, nested ones included, each path prefixed with `path`. */
export const documentsIn = (
  schema: FieldsSchema | undefined,
  values: FieldValues,
  { path, lookup }: WalkScope,
): readonly FoundDocument[] =>
  schema === undefined ? [] : groupDocuments(toFieldSet(readFields(schema), lookup.code.kinds), values, path);

const groupDocuments = (fields: FieldSet, values: FieldValues, path: ValuePath): readonly FoundDocument[] =>
  fields.fields.flatMap(({ field, kind, group }) => {
    const value = ownValue(values, field.name);
    const here = [...path, field.name];
    if (isMissing(value)) return [];
    if (kind.type === 'richtext') return [{ document: value, path: here }];
    const found: FoundDocument[] = [];
    if (group)
      kind.mapNested?.(value, (nested, at) => {
        found.push(...groupDocuments(group, nested, [...here, ...at]));
        return nested;
      });
    return found;
  });
