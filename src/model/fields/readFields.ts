import { schemaEntries } from './entries.ts';
import type { Field, FieldCondition, FieldsSchema } from './field.ts';
import { type FieldValues, isMapping, isMissing, isUnsafeName } from './values.ts';

/** Levels of nested fields that are read. Deeper fields accept any JSON, which bounds every walk along a schema. */
const MAX_DEPTH = 64;

/** Schemas are frozen with their record, so an entry never becomes stale. */
const known = new WeakMap<FieldsSchema, readonly Field[]>();

/** The fields of a schema in any of its three forms; skips entries that are not definitions, and repeated names. */
export function readFields(schema: FieldsSchema): readonly Field[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const fields = readFieldsAt(schema, 0);
  known.set(schema, fields);
  return fields;
}

function readFieldsAt(schema: unknown, depth: number): readonly Field[] {
  const byName = new Map<string, Field>();
  for (const { definition } of schemaEntries(schema)) {
    const field = isMapping(definition) ? readFieldDefinition(definition, depth) : undefined;
    if (field !== undefined && !byName.has(field.name)) byName.set(field.name, field);
  }
  return [...byName.values()];
}

function readFieldDefinition(definition: FieldValues, depth: number): Field | undefined {
  const { name, type } = definition;
  if (typeof name !== 'string' || isUnsafeName(name) || typeof type !== 'string') return undefined;
  const parts = PARTS.flatMap(({ key, read }) => {
    const value = read(definition, depth);
    return value === undefined ? [] : [[key, value] as const];
  });
  // Each reader returns the type of its part: the table ensures that, but `fromEntries` loses it.
  return { name, type, ...(Object.fromEntries(parts) as Partial<Field>) };
}

type FieldProperty = {
  [K in Exclude<keyof Field, 'name' | 'type'>]: {
    readonly key: K;
    read(definition: FieldValues, depth: number): Field[K] | undefined;
  };
}[Exclude<keyof Field, 'name' | 'type'>];

const readTextAt = (key: string) => (definition: FieldValues) =>
  typeof definition[key] === 'string' ? definition[key] : undefined;
const numberAt = (key: string) => (definition: FieldValues) =>
  typeof definition[key] === 'number' && Number.isFinite(definition[key]) ? definition[key] : undefined;
const trueAt = (key: string) => (definition: FieldValues) => (definition[key] === true ? true : undefined);

const PARTS: readonly FieldProperty[] = [
  { key: 'label', read: readTextAt('label') },
  { key: 'required', read: trueAt('required') },
  { key: 'default', read: (definition) => definition['default'] ?? undefined },
  { key: 'help', read: readTextAt('help') },
  { key: 'patternHelp', read: readTextAt('patternHelp') },
  { key: 'settings', read: ({ settings }) => (isMapping(settings) ? settings : undefined) },
  { key: 'fields', read: readNested },
  { key: 'min', read: numberAt('min') },
  { key: 'max', read: numberAt('max') },
  { key: 'pattern', read: readTextAt('pattern') },
  { key: 'options', read: readFieldOptions },
  { key: 'condition', read: ({ condition }) => parseFieldCondition(condition) },
  { key: 'body', read: trueAt('body') },
  { key: 'shared', read: trueAt('shared') },
  { key: 'translations', read: readFieldWords },
];

function readFieldWords({ translations }: FieldValues): Field['translations'] | undefined {
  if (!isMapping(translations)) return undefined;
  const words = Object.entries(translations).flatMap(([locale, given]) => {
    if (!isMapping(given)) return [];
    const [label, help] = [readTextAt('label')(given), readTextAt('help')(given)];
    return [[locale, { ...(label !== undefined && { label }), ...(help !== undefined && { help }) }] as const];
  });
  return Object.fromEntries(words);
}

function readNested(definition: FieldValues, depth: number): readonly Field[] | undefined {
  return isMissing(definition['fields']) || depth + 1 >= MAX_DEPTH
    ? undefined
    : readFieldsAt(definition['fields'], depth + 1);
}

/** A field's choices as written: `options`, else `settings.options`. */
export function rawOptions({ options, settings }: FieldValues): unknown {
  return isMissing(options) && isMapping(settings) ? settings['options'] : options;
}

export const isOption = (option: unknown): option is NonNullable<Field['options']>[number] =>
  typeof option === 'string' ||
  (isMapping(option) && typeof option['value'] === 'string' && typeof option['label'] === 'string');

function readFieldOptions(definition: FieldValues): Field['options'] | undefined {
  const options = rawOptions(definition);
  return Array.isArray(options) ? options.filter(isOption) : undefined;
}

/** A condition without its parts that are no conditions; undefined if nothing is left. */
export function parseFieldCondition(condition: unknown): FieldCondition | undefined {
  if (!isMapping(condition)) return undefined;
  const { all, any, not, ...own } = condition;
  const parseEach = (list: readonly unknown[]) => list.flatMap((one) => parseFieldCondition(one) ?? []);
  const denied = parseFieldCondition(not);
  const parts: FieldCondition = {
    ...(typeof own['field'] === 'string' && own),
    ...(Array.isArray(all) && { all: parseEach(all) }),
    ...(Array.isArray(any) && { any: parseEach(any) }),
    ...(denied && { not: denied }),
  };
  return Object.keys(parts).length > 0 ? parts : undefined;
}
