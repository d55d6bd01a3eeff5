import { isString } from '../../../lib/json/isString.ts';
import type { Detail } from '../../errors.ts';
import { isLocale } from '../../text/locale.ts';
import { type SchemaEntry, schemaEntries } from '../entries.ts';
import { MAX_ITEMS } from '../kinds/bounds.ts';
import { compileFieldPattern } from '../kinds/pattern.ts';
import { checkEachItem, MAX_PROBLEMS, NO_PROBLEMS, problem, within } from '../problem.ts';
import { isOption, rawOptions } from '../readFields.ts';
import { type FieldValues, isMapping, isMissing, isUnsafeName, ownValue } from '../values.ts';
import { type ConditionNames, checkCondition } from './checkCondition.ts';

/** The most levels of nested fields in a schema. */
const MAX_NESTING = 10;
/** The most fields in a schema, nested ones included. */
const MAX_FIELDS = 1000;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;
const BODY_TYPES: readonly unknown[] = ['richtext', 'markdown'];

type SchemaDetails = readonly Detail[];

/** A rule for a part of a field definition; null counts as absent. */
interface PartRule {
  readonly key: string;
  readonly expected: string;
  test(value: unknown): boolean;
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isBound = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isValidPattern = (value: unknown): boolean => typeof value === 'string' && compileFieldPattern(value) !== null;

const areFieldWords = (value: unknown): boolean =>
  isMapping(value) && Object.keys(value).every(isLocale) && Object.values(value).every(isMapping);

const PARTS: readonly PartRule[] = [
  { key: 'label', expected: 'text', test: isString },
  { key: 'help', expected: 'text', test: isString },
  { key: 'patternHelp', expected: 'text', test: isString },
  { key: 'required', expected: 'true or false', test: isFlag },
  { key: 'body', expected: 'true or false', test: isFlag },
  { key: 'shared', expected: 'true or false', test: isFlag },
  { key: 'translations', expected: 'an object of words by language', test: areFieldWords },
  { key: 'min', expected: 'a number', test: isBound },
  { key: 'max', expected: 'a number', test: isBound },
  { key: 'settings', expected: 'an object', test: isMapping },
  { key: 'pattern', expected: 'a regular expression without lookaround or backreferences', test: isValidPattern },
  {
    key: 'fields',
    expected: 'a list or an object of fields',
    test: (value) => Array.isArray(value) || isMapping(value),
  },
];

/**
 * The problems of the fieldsSchema of a content type or block type, in any of its three forms; paths are relative to the
 * schema. Unknown field types are allowed.
 */
export function checkFieldsSchema(schema: unknown): SchemaDetails {
  if (!Array.isArray(schema) && !isMapping(schema)) return problem('must be a list or an object of fields');
  const entries = schemaEntries(schema);
  if (countSchemaEntries(entries, 1) > MAX_FIELDS) return problem(`must have at most ${MAX_FIELDS} fields`);
  return [...checkEntries(entries, 1), ...checkBodyFields(entries)].slice(0, MAX_PROBLEMS);
}

const nestedEntries = ({ definition }: SchemaEntry): readonly SchemaEntry[] =>
  isMapping(definition) ? schemaEntries(definition['fields']) : [];

const countSchemaEntries = (entries: readonly SchemaEntry[], level: number): number =>
  level > MAX_NESTING
    ? 0
    : entries.reduce((sum, entry) => sum + 1 + countSchemaEntries(nestedEntries(entry), level + 1), 0);

function checkEntries(entries: readonly SchemaEntry[], level: number): SchemaDetails {
  if (level > MAX_NESTING) return problem(`must not be nested more than ${MAX_NESTING} levels deep`);
  const names = entries.map(({ definition }) => (isMapping(definition) ? definition['name'] : undefined));
  return entries.flatMap((entry, index) =>
    within(entry.path, checkSchemaEntry(entry, names, names.indexOf(names[index]) < index, level)),
  );
}

function checkSchemaEntry(
  entry: SchemaEntry,
  names: readonly unknown[],
  isRepeated: boolean,
  level: number,
): SchemaDetails {
  const { definition, nestedPath } = entry;
  if (!isMapping(definition)) return problem('must be a field: an object with a name and a type');
  return [
    ...checkName(definition['name'], isRepeated),
    ...(isString(definition['type']) && definition['type'] !== '' ? NO_PROBLEMS : problem('must be text', ['type'])),
    ...PARTS.flatMap((part) => checkPart(definition, part)),
    ...checkBounds(definition),
    ...checkOptions(definition),
    ...checkFieldCondition(definition, names),
    ...(level > 1 && definition['body'] === true
      ? problem('must not be true for a nested field', ['body'])
      : NO_PROBLEMS),
    ...(level > 1 && definition['shared'] === true
      ? problem('must not be true for a nested field', ['shared'])
      : NO_PROBLEMS),
    ...within(nestedPath, checkNestedEntries(entry, level)),
  ];
}

function checkNestedEntries(entry: SchemaEntry, level: number): SchemaDetails {
  const entries = nestedEntries(entry);
  return entries.length === 0 ? NO_PROBLEMS : checkEntries(entries, level + 1);
}

function checkName(name: unknown, isRepeated: boolean): SchemaDetails {
  if (typeof name !== 'string' || !NAME.test(name) || isUnsafeName(name)) {
    return problem('must begin with a letter or "_" and contain only letters, digits, "-" and "_"', ['name']);
  }
  return isRepeated ? problem(`must be unique: another field is called "${name}"`, ['name']) : NO_PROBLEMS;
}

function checkPart(definition: FieldValues, { key, expected, test }: PartRule): SchemaDetails {
  const value = ownValue(definition, key);
  return isMissing(value) || test(value) ? NO_PROBLEMS : problem(`must be ${expected}`, [key]);
}

const checkBounds = ({ min, max }: FieldValues): SchemaDetails =>
  typeof min === 'number' && typeof max === 'number' && min > max
    ? problem('must not be greater than max', ['min'])
    : NO_PROBLEMS;

function checkOptions(definition: FieldValues): SchemaDetails {
  const options = rawOptions(definition);
  if (isMissing(options)) return NO_PROBLEMS;
  const path = isMissing(definition['options']) ? ['settings', 'options'] : ['options'];
  if (!Array.isArray(options) || options.length > MAX_ITEMS)
    return problem(`must be a list of at most ${MAX_ITEMS} options`, path);
  return within(
    path,
    checkEachItem(options, (one) =>
      isOption(one) ? NO_PROBLEMS : problem('must be text or an object with a label and a value'),
    ),
  );
}

const checkFieldCondition = ({ name, condition }: FieldValues, names: readonly unknown[]): SchemaDetails =>
  isMissing(condition) ? NO_PROBLEMS : within(['condition'], checkCondition(condition, namesBeside(name, names)));

const namesBeside = (name: unknown, names: readonly unknown[]): ConditionNames => ({
  names: names.filter((one) => one !== name),
  expected: 'another field at the same level',
});

/** At most one field is the body of `.md` files: a top-level field of a type that Markdown can hold. */
function checkBodyFields(entries: readonly SchemaEntry[]): SchemaDetails {
  const marked = entries.filter(({ definition }) => isMapping(definition) && definition['body'] === true);
  const wrong = marked.filter(({ definition }) => isMapping(definition) && !BODY_TYPES.includes(definition['type']));
  return [
    ...wrong.flatMap(({ path }) => problem('must only be true for a richtext or markdown field', [...path, 'body'])),
    ...marked.slice(1).flatMap(({ path }) => problem('must be true for one field only', [...path, 'body'])),
  ];
}
