import type { Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { checkGroup } from './checkGroup.ts';
import type { FieldsSchema } from './field.ts';
import { type FieldSet, type GroupField, toFieldSet } from './fieldSet.ts';
import {
  defaultsMayName,
  fillGroup,
  fitGroup,
  groupUnknown,
  hideGroup,
  isPageKey,
  type UnknownFieldName,
  visibleGroup,
} from './fittedValues.ts';
import type { FieldScope, LookupScope, StoreScope, WalkScope, WireScope } from './kind.ts';
import { MAX_PROBLEMS } from './problem.ts';
import { readFields } from './readFields.ts';
import { type StoredValues, showGroup, storeGroup } from './translate.ts';
import { type FieldValues, isMissing, ownValue } from './values.ts';

const groupFor = (schema: FieldsSchema, { code }: Pick<Lookup, 'code'>): FieldSet =>
  toFieldSet(readFields(schema), code.kinds);

/**
 * The first hundred problems of stored values, with paths relative to the values. Types always count, everything else only
 * for what is or becomes published. Names that the schema does not know are ignored.
 */
export const checkValues = (schema: FieldsSchema, values: FieldValues, scope: FieldScope): readonly Detail[] =>
  checkGroup(groupFor(schema, scope.lookup), values, scope).slice(0, MAX_PROBLEMS);

/**
 * Translates wire values into the form of files, and reports every id that does not exist; such an id stays as it is. So
 * do values of the wrong type, which `checkValues` reports.
 */
export const toStored = (schema: FieldsSchema, values: FieldValues, scope: StoreScope): StoredValues =>
  storeGroup(groupFor(schema, scope.lookup), values, scope);

/**
 * Stored values as the wire shows them, or as `shownAs` does; a reference to something that no longer exists is null.
 * Never throws; returns the same object when nothing changes.
 */
export const toWire = (schema: FieldsSchema, values: FieldValues, scope: WireScope): FieldValues =>
  showGroup(groupFor(schema, scope.lookup), values, scope);

/**
 * Stored values as everybody gets them: the parts that fit the schema, with defaults for missing values; none without a
 * schema. Leftovers of another schema never appear in a public answer (SECURITY, 39).
 */
export function toPublic(schema: FieldsSchema | undefined, values: FieldValues, scope: PublicScope): FieldValues {
  if (schema === undefined) return {};
  const group = groupFor(schema, scope.lookup);
  const filled = filledValues(group, values, scope);
  // Selected only here: the fitting values are cached by the stored object, and unwanted fields need no rendering.
  const wanted = scope.names === undefined ? filled : pickFields(filled, scope.names);
  return showGroup(group, wanted, { isPublic: true, kept: scope.lookup.kept?.(), ...scope });
}

/**
 * The values that everybody gets, in the form in which files have them. References may lead to what is hidden.
 */
export const publicValues = (schema: FieldsSchema, values: FieldValues, scope: LookupScope): FieldValues =>
  filledValues(groupFor(schema, scope.lookup), values, scope);

interface PublicScope extends WireScope {
  /** The fields to show, in this order; all of them unless given. */
  readonly names?: readonly string[] | undefined;
}

function pickFields(values: FieldValues, names: readonly string[]): FieldValues {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(values, name)) picked[name] = values[name];
  return picked;
}

function filledValues(group: FieldSet, values: FieldValues, { lookup }: LookupScope): FieldValues {
  const filled = fillGroup(group, visibleGroup(group, values, lookup));
  return defaultsMayName(group) ? hideGroup(group, filled, lookup) : filled;
}

/** The names in stored values that the schema does not know, nested ones included, each path prefixed with `path`. */
export const unknownIn = (
  schema: FieldsSchema,
  values: FieldValues,
  { path, lookup }: WalkScope,
): readonly UnknownFieldName[] => groupUnknown(groupFor(schema, lookup), values, path);

/**
 * The public texts among stored values, nested ones included: what people search for. A text in the form of a page's key
 * is left out, whether there is such a page or not.
 */
export const textsIn = (schema: FieldsSchema, values: FieldValues, lookup: Pick<Lookup, 'code'>): readonly string[] => {
  const group = groupFor(schema, lookup);
  return groupTexts(group, fitGroup(group, values)).filter((text) => !isPageKey(text));
};

/** The public text of one field, if it is a field of plain text. */
export const wordsIn = (
  schema: FieldsSchema,
  values: FieldValues,
  name: string,
  scope: LookupScope,
): string | undefined => {
  const group = groupFor(schema, scope.lookup);
  return groupWords(group, visibleGroup(group, values, scope.lookup), name);
};

/** The texts among stored values, in the order of the fields. */
const groupTexts = (group: FieldSet, values: FieldValues): readonly string[] =>
  group.fields.flatMap((one) => {
    const value = ownValue(values, one.field.name);
    return isMissing(value) ? [] : valueTexts(value, one);
  });

/** The text of one field, if it is a field of plain text. */
function groupWords(group: FieldSet, values: FieldValues, name: string): string | undefined {
  const kind = group.byName.get(name)?.kind;
  return kind?.isPlainText ? kind.toText?.(ownValue(values, name)) : undefined;
}

function valueTexts(value: unknown, { kind, group }: GroupField): readonly string[] {
  if (group === undefined) {
    const text = kind.toText?.(value) ?? '';
    return text === '' ? [] : [text];
  }
  const found: string[] = [];
  kind.mapNested?.(value, (nested) => {
    found.push(...groupTexts(group, nested));
    return nested;
  });
  return found;
}
