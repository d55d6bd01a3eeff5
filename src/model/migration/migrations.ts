import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import type { Lookup } from '../entry.ts';
import { describeDetail } from '../errors.ts';
import type { FieldsSchema } from '../fields/field.ts';
import { isMapping } from '../fields/values.ts';
import { createValidator } from '../schema/validator.ts';
import { parseFieldPath, writeFieldPath } from './fieldPath.ts';
import type { MigrationStep, TypeRef } from './migrateRecord.ts';
import { findFieldAt } from './migrateType.ts';
import { MIGRATION_OPERATIONS, type Migration, type MigrationOperation, operationName } from './operation.ts';

const VALIDATORS = Object.fromEntries(
  Object.entries(MIGRATION_OPERATIONS).map(([name, schema]) => [name, createValidator<unknown>(schema)]),
);

/** The migrations that a type's file records; entries that are none, as of a later version of Quire, are left out. */
export function readMigrations(recorded: unknown): readonly Migration[] {
  if (!Array.isArray(recorded) || recorded.length === 0) return [];
  return recorded.filter(isMigration);
}

function isMigration(entry: unknown): entry is Migration {
  if (!isMapping(entry) || typeof entry['id'] !== 'string') return false;
  const [name, ...others] = Object.keys(entry).filter((key) => key !== 'id');
  const validate = name !== undefined && Object.hasOwn(VALIDATORS, name) ? VALIDATORS[name] : undefined;
  return others.length === 0 && validate !== undefined && 'value' in validate(entry[name ?? '']);
}

/** What is wrong with an operation that was not checked yet, in words. */
export function validateOperation(operation: MigrationOperation): readonly string[] {
  const name = operationName(operation);
  const checked = VALIDATORS[name]?.((operation as Readonly<Record<string, unknown>>)[name]);
  return checked && 'details' in checked ? checked.details.map(describeDetail) : [];
}

/** An operation as it is recorded, with an id that no other one has. `salt`: what tells it from the same one at another time. */
export function recordMigration(operation: MigrationOperation, salt: string): Migration {
  const digest = createHash('sha1')
    .update(`${salt}\n${canonicalJson(operation)}`)
    .digest('hex');
  return { id: digest.slice(0, ID_LENGTH), ...operation };
}
const ID_LENGTH = 10;

/** A type in a version of the site, as far as migrating its records depends on it. */
export interface MigratedType {
  readonly migrations?: readonly unknown[];
  readonly fieldsSchema: FieldsSchema;
}

/**
 * The steps that bring records of a type from one version of the type to another: what the other version lacks is taken
 * back, last first, then what it has besides is applied. In a revert what is gone was taken back; elsewhere its list may
 * only have become shorter, and the schema must show it.
 */
export function stepsBetween(
  type: TypeRef,
  from: MigratedType | undefined,
  to: MigratedType,
  { isRevert = false } = {},
): readonly MigrationStep[] {
  const [had, has] = [readMigrations(from?.migrations), readMigrations(to.migrations)];
  const [old, now] = [new Set(had.map(({ id }) => id)), new Set(has.map(({ id }) => id))];
  const gone = had.filter(({ id }) => !now.has(id)).filter((one) => isRevert || isTakenBack(one, to.fieldsSchema));
  const added = has.filter(({ id }) => !old.has(id));
  return [
    ...gone.reverse().map((operation) => ({ type, operation, isUndone: true })),
    ...added.map((operation) => ({ type, operation })),
  ];
}

/**
 * Whether a schema shows that a migration which it no longer records was taken back, and not only removed from the list
 * because no version without it is left.
 */
function isTakenBack(operation: MigrationOperation, schema: FieldsSchema): boolean {
  const has = (path: string): boolean => findFieldAt(schema, path) !== undefined;
  if ('rename' in operation) {
    const { from, to } = operation.rename;
    return has(from) && !has(writeFieldPath({ ...parseFieldPath(from), name: to }));
  }
  if ('move' in operation) return has(operation.move.from) && !has(operation.move.to);
  if ('split' in operation) return has(operation.split.field);
  if ('join' in operation) return operation.join.fields.every(has);
  if ('convert' in operation) return findFieldAt(schema, operation.convert.field)?.type === operation.convert.from;
  return false;
}

/**
 * The steps for records whose state nobody knows, such as one from long ago: those that begin with a name which the type
 * does not know any more. What is done already changes nothing.
 */
export function stepsByName(type: TypeRef, { migrations, fieldsSchema }: MigratedType): readonly MigrationStep[] {
  const isGone = (path: string): boolean => findFieldAt(fieldsSchema, path) === undefined;
  return readMigrations(migrations)
    .filter((operation) => {
      if ('rename' in operation) return isGone(operation.rename.from);
      if ('move' in operation) return isGone(operation.move.from);
      if ('remove' in operation) return isGone(operation.remove.field);
      if ('split' in operation) return isGone(operation.split.field);
      if ('join' in operation) return operation.join.fields.some(isGone);
      if (!('convert' in operation)) return 'absorb' in operation;
      const { field, to } = operation.convert;
      return isGone(field) || findFieldAt(fieldsSchema, field)?.type === to;
    })
    .map((operation) => ({ type, operation }));
}

/** The same for all types. */
export function allStepsByName(lookup: Pick<Lookup, 'all'>): readonly MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const kind of ['blockType', 'contentType'] as const)
    for (const { key, data } of lookup.all(kind))
      if (data.migrations?.length) steps.push(...stepsByName({ kind, slug: key }, data));
  return steps;
}
