import type { ValuePath } from '../reference.ts';
import type { FieldsSchema } from './field.ts';
import { type Group, groupOf } from './group.ts';
import { readFields } from './readFields.ts';
import { isMissing, ownValue, type Values } from './values.ts';

/** A rich text document among values. */
export interface FoundDocument {
  readonly document: unknown;
  readonly path: ValuePath;
}

/** Every rich text document in stored values, nested ones too, each with its path led by `path`. */
export const documentsIn = (
  schema: FieldsSchema | undefined,
  values: Values,
  path: ValuePath,
): readonly FoundDocument[] => (schema === undefined ? [] : groupDocuments(groupOf(readFields(schema)), values, path));

const groupDocuments = (fields: Group, values: Values, path: ValuePath): readonly FoundDocument[] =>
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
