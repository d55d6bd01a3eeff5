import type { Detail } from '../errors.ts';
import type { Reference, ValuePath } from '../reference.ts';
import { checkGroup } from './checkGroup.ts';
import type { FieldsSchema } from './field.ts';
import { fillGroup } from './fill.ts';
import { type Group, groupOf } from './group.ts';
import type { FieldScope, StoreScope, WireScope } from './kind.ts';
import { MAX_PROBLEMS } from './problem.ts';
import { readFields } from './readFields.ts';
import { groupReferences } from './references.ts';
import { groupTexts } from './texts.ts';
import { type StoredValues, showGroup, storeGroup } from './translate.ts';
import type { Values } from './values.ts';

export { checkFieldsSchema } from './checkFieldsSchema.ts';

const groupFor = (schema: FieldsSchema): Group => groupOf(readFields(schema));

/** What stored values point at, each with its path led by `path`; nothing without a schema. */
export const referencesIn = (
  schema: FieldsSchema | undefined,
  values: Values,
  path: ValuePath,
): readonly Reference[] => (schema === undefined ? [] : groupReferences(groupFor(schema), values, path));

/**
 * What is wrong with stored values, each with its path from the values on, the first hundred problems. Types and bounds count always, `required`
 * and a list's `min` only for what is published. Names that the schema does not know are not looked at.
 */
export const checkValues = (schema: FieldsSchema, values: Values, scope: FieldScope): readonly Detail[] =>
  checkGroup(groupFor(schema), values, scope).slice(0, MAX_PROBLEMS);

/**
 * Wire values as files hold them, and every id that names nothing: that stays as it is. So do values of the wrong type,
 * which `checkValues` on the result reports.
 */
export const toStored = (schema: FieldsSchema, values: Values, scope: StoreScope): StoredValues =>
  storeGroup(groupFor(schema), values, scope);

/**
 * Stored values as the wire shows them, or as `shownAs` has them; what no longer exists is null. Never throws; the same
 * object when nothing changes.
 */
export const toWire = (schema: FieldsSchema, values: Values, scope: WireScope): Values =>
  showGroup(groupFor(schema), values, scope);

/**
 * Stored values as public readers get them, before `toWire`: a missing value is its default, a missing repeater an
 * empty list, nested ones too. The same object when nothing is added.
 */
export const withDefaults = (schema: FieldsSchema, values: Values): Values => fillGroup(groupFor(schema), values);

/** What stored values say in words, nested ones too: the texts that people search for. */
export const textsIn = (schema: FieldsSchema, values: Values): readonly string[] =>
  groupTexts(groupFor(schema), values);
