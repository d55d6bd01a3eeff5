import type { BlockType } from '../entities/blockType.ts';
import type { ContentType } from '../entities/contentType.ts';
import { isJsonSchema } from '../fields/entries.ts';
import type { Field, FieldsSchema } from '../fields/field.ts';
import { readFields } from '../fields/readFields.ts';
import { type FieldValues, isMapping } from '../fields/values.ts';
import { type FieldPath, type PathStep, parseFieldPath, replaceKey, withoutKey } from './fieldPath.ts';
import { type MigrationOperation, type OperationArguments, type OperationName, operationName } from './operation.ts';

type EitherType = ContentType | BlockType;

/** The field at a path; undefined if a schema has none there. */
export function findFieldAt(schema: FieldsSchema, path: string): Field | undefined {
  const { parents, name } = parseFieldPath(path);
  const fields = parents.reduce<readonly Field[] | undefined>((level, step) => {
    const field = level?.find((one) => one.name === step.name);
    return field && (field.type === 'repeater') === step.isList ? field.fields : undefined;
  }, readFields(schema));
  return fields?.find((one) => one.name === name);
}

/** A type as it is after an operation on its records: its fields, conditions, rules and default blocks. Pure. */
export function migrateType<T extends EitherType>(type: T, operation: MigrationOperation): T {
  const name = operationName(operation);
  const rule = (SCHEMA_RULES as Partial<Record<OperationName, SchemaRule<never>>>)[name];
  // The rule of an operation takes the operation's own arguments.
  const args = (operation as never)[name] as never;
  const schema = rule ? rule(type.fieldsSchema, args) : type.fieldsSchema;
  const renamed = 'rename' in operation ? renameInRules(type, operation.rename) : type;
  const changed = schema === type.fieldsSchema ? renamed : { ...renamed, fieldsSchema: schema };
  return 'removeBlocks' in operation ? withoutBlockType(changed, operation.removeBlocks.type) : changed;
}

type SchemaRule<T> = (schema: FieldsSchema, args: T) => FieldsSchema;

const SCHEMA_RULES: { readonly [K in OperationName]?: SchemaRule<OperationArguments[K]> } = {
  rename(schema, { from, to }) {
    const { parents, name } = parseFieldPath(from);
    return editLevel(schema, parents, (fields) => {
      const isThere = fields.some((one) => one.name === name);
      const others = isThere ? fields.filter((one) => one.name !== to) : fields;
      return others.map((one) => renameInCondition(one.name === name ? { ...one, name: to } : one, name, to));
    });
  },
  move(schema, { from, to }) {
    const [source, target] = [parseFieldPath(from), parseFieldPath(to)];
    let moved: RawField | undefined;
    const without = editLevel(schema, source.parents, (fields) => {
      moved = fields.find((one) => one.name === source.name);
      return fields.filter((one) => one !== moved);
    });
    if (moved === undefined) return schema;
    const field = { ...moved, name: target.name };
    return editLevel(without, target.parents, (fields) => [...fields.filter((one) => one.name !== target.name), field]);
  },
  share: (schema, { field }) =>
    replaceField(schema, parseFieldPath(field), (present) => [
      { ...present, definition: { ...present.definition, shared: true } },
    ]),
  remove: (schema, { field }) => replaceField(schema, parseFieldPath(field), () => []),
  split: (schema, { field, into }) =>
    replaceField(schema, parseFieldPath(field), (present, others) =>
      into.map((name) => others.find((one) => one.name === name) ?? withType(present, name, present.type)),
    ),
  join(schema, { fields, into }) {
    return editLevel(schema, [], (all) => {
      const first = all.find((one) => fields.includes(one.name));
      if (!first) return all;
      const joined = all.find((one) => one.name === into) ?? withType(first, into, first.type);
      return all.flatMap((one) => {
        if (one === first) return [joined];
        return fields.includes(one.name) || one.name === into ? [] : [one];
      });
    });
  },
  convert: (schema, { field, to, options, item }) =>
    replaceField(schema, parseFieldPath(field), (present) => [
      {
        ...withType(present, present.name, to),
        definition: {
          ...keepFitting(present.definition, to),
          ...(options && { options }),
          ...(item !== undefined && to === 'repeater' && { fields: [{ name: item, type: 'text' }] }),
        },
      },
    ]),
};

/** A field of a schema in any of the three forms, apart from its name and kind. */
interface RawField {
  readonly name: string;
  readonly type: unknown;
  readonly definition: FieldValues;
  readonly isRequired?: boolean;
}

const withType = ({ definition, ...field }: RawField, name: string, type: unknown): RawField => ({
  ...field,
  name,
  type,
  definition: name === field.name ? definition : withoutKey(definition, 'label'),
});

/** What a definition says that has a meaning for another kind, too. */
const keepFitting = (definition: FieldValues, to: string): FieldValues =>
  Object.fromEntries(Object.entries(definition).filter(([key]) => !ONLY_FOR[key] || ONLY_FOR[key].includes(to)));
const ONLY_FOR: Readonly<Record<string, readonly string[]>> = {
  options: ['select', 'multiselect'],
  fields: ['object', 'repeater'],
  body: ['richtext', 'markdown'],
  settings: ['reference', 'page', 'term', 'media', 'gallery', 'richtext'],
  default: [],
  pattern: ['text', 'textarea', 'slug'],
  patternHelp: ['text', 'textarea', 'slug'],
  min: [],
  max: [],
};

type EditFields = (fields: readonly RawField[]) => readonly RawField[];

function replaceField(
  schema: FieldsSchema,
  { parents, name }: FieldPath,
  replace: (present: RawField, all: readonly RawField[]) => readonly RawField[],
): FieldsSchema {
  return editLevel(schema, parents, (fields) => {
    const present = fields.find((one) => one.name === name);
    if (!present) return fields;
    const next = replace(present, fields);
    const names = new Set(next.map((one) => one.name));
    return fields.flatMap((one) => (one === present ? next : names.has(one.name) ? [] : [one]));
  });
}

/** Edits the fields below a path of objects and repeaters; the same schema where the path leads nowhere. */
function editLevel(schema: FieldsSchema, [step, ...rest]: readonly PathStep[], edit: EditFields): FieldsSchema {
  if (step === undefined) return editFields(schema, edit);
  return editFields(schema, (fields) =>
    fields.map((one) => {
      const { fields: nested } = one.definition;
      if (one.name !== step.name || (!Array.isArray(nested) && !isMapping(nested))) return one;
      return { ...one, definition: { ...one.definition, fields: editLevel(nested, rest, edit) } };
    }),
  );
}

/** Edits the fields of one level, in the form in which the schema has them. */
function editFields(schema: FieldsSchema, edit: EditFields): FieldsSchema {
  if (Array.isArray(schema)) return editFieldList(schema, edit);
  const named = schema as FieldValues;
  return isJsonSchema(named) ? editProperties(named, edit) : editNamed(named, edit);
}

function editFieldList(schema: readonly unknown[], edit: EditFields): FieldsSchema {
  const fields = schema.filter(isMapping).map((entry): RawField => {
    const { name, type, ...definition } = entry;
    return { name: String(name), type, definition };
  });
  const edited = edit(fields);
  if (edited.length === fields.length && edited.every((one, index) => one === fields[index])) return schema;
  const raw = schema.filter(isMapping);
  return edited.map((one) => {
    const before = raw[fields.indexOf(one)] ?? raw.find((entry) => entry['name'] === one.name);
    if (fields.includes(one)) return before;
    return { name: one.name, type: one.type, ...one.definition };
  });
}

function editNamed(schema: FieldValues, edit: EditFields): FieldsSchema {
  const fields = Object.entries(schema).map(([name, value]): RawField => {
    if (!isMapping(value)) return { name, type: value, definition: {} };
    const { type, ...definition } = value;
    return { name, type, definition };
  });
  const edited = edit(fields);
  return Object.fromEntries(
    edited.map(({ name, type, definition }) => [
      name,
      Object.keys(definition).length === 0 && !isMapping(schema[name]) ? type : { type, ...definition },
    ]),
  );
}

/** Fields of a JSON Schema are its properties; the kinds of Quire that JSON Schema has no word for become any JSON. */
function editProperties(schema: FieldValues, edit: EditFields): FieldsSchema {
  const properties = isMapping(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(properties).map(([name, value]): RawField => {
    const { type, ...definition } = isMapping(value) ? value : {};
    return { name, type, definition, isRequired: required.includes(name) };
  });
  const edited = edit(fields);
  const names = edited.filter((one) => one.isRequired).map(({ name }) => name);
  return {
    ...schema,
    properties: Object.fromEntries(
      edited.map(({ name, type, definition }) => [name, { ...(type !== undefined && { type }), ...definition }]),
    ),
    ...((names.length > 0 || required.length > 0) && { required: names }),
  };
}

function renameInCondition(field: RawField, from: string, to: string): RawField {
  const { condition } = field.definition;
  const renamed = renameInTree(condition, from, to);
  return renamed === condition ? field : { ...field, definition: { ...field.definition, condition: renamed } };
}

/** A condition with another name of a field. */
function renameInTree(condition: unknown, from: string, to: string): unknown {
  if (Array.isArray(condition)) {
    const parts = condition.map((part) => renameInTree(part, from, to));
    return parts.some((part, index) => part !== condition[index]) ? parts : condition;
  }
  if (!isMapping(condition)) return condition;
  const entries = Object.entries(condition).map(([key, value]): readonly [string, unknown] => {
    if (key === 'field') return [key, value === from ? to : value];
    return [key, ['all', 'any', 'not'].includes(key) ? renameInTree(value, from, to) : value];
  });
  return entries.some(([key, value]) => value !== condition[key]) ? Object.fromEntries(entries) : condition;
}

/** The rules of a type with another name of a field. */
function renameInRules<T extends EitherType>(type: T, { from, to }: OperationArguments['rename']): T {
  if (!type.rules || from.includes('.')) return type;
  const rules = type.rules.map((rule) => {
    if (!isMapping(rule)) return rule;
    const entries = Object.entries(rule).map(([key, value]): readonly [string, unknown] => {
      if (key === 'when') return [key, renameInTree(value, from, to)];
      if (key === 'require' && Array.isArray(value)) return [key, value.map((name) => (name === from ? to : name))];
      return [key, value === from && !WORDS_OF_RULES.has(key) ? to : value];
    });
    return entries.some(([key, value]) => value !== rule[key] && JSON.stringify(value) !== JSON.stringify(rule[key]))
      ? Object.fromEntries(entries)
      : rule;
  });
  return rules.every((rule, index) => rule === type.rules?.[index]) ? type : { ...type, rules };
}
/** The keys of a rule whose texts name no field. */
const WORDS_OF_RULES: ReadonlySet<string> = new Set(['matches', 'message', 'severity', 'per']);

/** A content type that knows another block type by its new name; one of the two is left where it names both. */
export function absorbInType(type: ContentType, from: string, to: string): ContentType {
  const blocks = type.defaultBlocks?.map((one) => (one.blockTypeSlug === from ? { ...one, blockTypeSlug: to } : one));
  const regions = mapAllowedTypes(type.regions, (types) => [...new Set(types.map((one) => (one === from ? to : one)))]);
  return { ...type, ...(regions && { regions }), ...(blocks && { defaultBlocks: blocks }) };
}

function withoutBlockType<T extends EitherType>(type: T, slug: string): T {
  if (!('regions' in type)) return type;
  const blocks = type.defaultBlocks?.filter((one) => one.blockTypeSlug !== slug);
  const regions = mapAllowedTypes(type.regions, (types) => types.filter((one) => one !== slug));
  return { ...type, ...(regions && { regions }), ...(blocks && { defaultBlocks: blocks }) };
}

/** Files leave out what is empty. */
const mapAllowedTypes = (
  regions: ContentType['regions'] | undefined,
  change: (types: readonly unknown[]) => readonly unknown[],
): ContentType['regions'] | undefined =>
  regions?.map((region) => {
    const types = isMapping(region) ? region['allowed_types'] : undefined;
    return isMapping(region) && Array.isArray(types)
      ? replaceKey(region, 'allowed_types', 'allowed_types', change(types))
      : region;
  });
