import type { ValuePath } from '../../reference.ts';
import { type SchemaEntry, schemaEntries } from '../entries.ts';
import type { Field } from '../field.ts';
import type { WalkScope } from '../kind.ts';
import { type FieldValues, isMapping } from '../values.ts';

/** A key or field type in a fieldsSchema that Quire does not know: the key is ignored, the field accepts any JSON. */
export interface UnknownInSchema {
  readonly path: ValuePath;
  /** The key or type. */
  readonly name: string;
  readonly isType: boolean;
  /** What is known there. */
  readonly known: readonly string[];
}

const KEYS: Readonly<Record<keyof Field, true>> = {
  ...{ name: true, type: true, label: true, help: true, required: true, default: true, settings: true, fields: true },
  ...{ min: true, max: true, pattern: true, patternHelp: true, options: true, condition: true, body: true },
  ...{ shared: true, translations: true },
};

/** What a fieldsSchema holds that no field has, nested fields included. */
export const unknownInSchema = (schema: unknown, { path, lookup }: WalkScope): readonly UnknownInSchema[] =>
  schemaEntries(schema).flatMap((entry) => unknownInEntry(entry, { path: [...path, ...entry.path], lookup }));

function unknownInEntry(
  { definition, nestedPath }: SchemaEntry,
  { path, lookup }: WalkScope,
): readonly UnknownInSchema[] {
  if (!isMapping(definition)) return [];
  return [
    ...unknownType(definition, { path, lookup }),
    ...Object.keys(definition)
      .filter((name) => !Object.hasOwn(KEYS, name))
      .map((name) => ({ path: [...path, name], name, isType: false, known: Object.keys(KEYS) })),
    ...unknownInSchema(definition['fields'], { path: [...path, ...nestedPath], lookup }),
  ];
}

function unknownType({ type }: FieldValues, { path, lookup }: WalkScope): readonly UnknownInSchema[] {
  const { byType } = lookup.code.kinds;
  if (typeof type !== 'string' || type === '' || byType.has(type)) return [];
  return [{ path: [...path, 'type'], name: type, isType: true, known: [...byType.keys()] }];
}
