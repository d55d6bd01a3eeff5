import { createHash } from 'node:crypto';
import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { lazily } from '../../lib/list/lazily.ts';
import type { RecordBody } from '../../model/body.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Problem } from '../../model/entry.ts';
import { type Detail, describeDetail } from '../../model/errors.ts';
import { type ParsedLocation, type RecordLocation, singleIdOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import { integer, type ObjectSchema, object, timestamp } from '../../model/schema/schema.ts';
import { createValidator, type ValidationResult, type Validator } from '../../model/schema/validator.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import { withData } from '../lazyData.ts';
import { type Outline, outlineOf } from '../outline.ts';
import { withoutNullKeys } from '../record/schemaParts.ts';
import { type FileNotes, type KnownFile, parseKnownData, type RecordValue } from './knownFile.ts';

type Json = Readonly<Record<string, unknown>>;

/** A file that is a valid record, before ids are settled among all files. Frozen. */
export interface FileRecord {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  readonly rev: string;
  /** The id that the file gives. Nested ids are in `data`, 0 if the file gives none. */
  readonly id: number | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The text below the front matter of a Markdown file; the content type decides which field of `data` it is. */
  readonly body?: RecordBody;
  /** What should be improved in the file although it is valid. */
  readonly notes?: FileNotes;
  readonly outline: Outline;
  /** Parsed on first use, if the file comes from the parse cache. */
  readonly data: object;
}

/** A file's times from outside its text: those of the first and last commit that changed it, or its mtime. */
export interface FileTimes {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Keys that every file may hold in addition to those of its entity. */
const MANAGED = object(
  {},
  { id: integer({ minimum: 1, maximum: 2 ** 31 - 1 }), createdAt: timestamp(), updatedAt: timestamp() },
);

/** Turns the value of a file into that of its record, or returns the problems that prevent it. */
export type ReadRecord = (
  located: ParsedLocation,
  path: string,
  value: Json,
  body?: RecordBody,
) => RecordValue | readonly Problem[];

/** Makes a reader with one compiled validator per kind. Unknown keys stay in the file and do not reach the record. */
export function createReadRecord(): ReadRecord {
  const readers = new Map<Kind, ReadValue>(KINDS.map((kind) => [kind, createReadValue(kind)]));
  return (located, path, value, body) => {
    const read = readers.get(located.kind)!(value, located.values);
    if ('value' in read) return body ? { ...read.value, body } : read.value;
    return read.details.map((detail) => fileSchemaProblem(path, detail));
  };
}

/** Reads the value of a file of one kind; `place` holds the values that its path gives. */
export type ReadValue = (value: Json, place?: Json) => ValidationResult<RecordValue>;

export function createReadValue(kind: Kind): ReadValue {
  const { schema, validate, timestamps } = createKindReader(kind);
  return (value, place) => {
    const checked = validate({ ...withoutNullKeys(schema, value), ...place });
    return 'details' in checked ? checked : { value: splitValue(checked.value, timestamps) };
  };
}

/**
 * Separates the managed keys from the data. Files may abbreviate times; records hold one form, so that times compare as
 * text.
 */
function splitValue(value: Json, timestamps: ReadonlySet<string>): RecordValue {
  const head: Record<string, unknown> = {};
  const data: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const part = value[name];
    const isTime = timestamps.has(name) && typeof part === 'string';
    (Object.hasOwn(MANAGED.properties, name) ? head : data)[name] = isTime ? toTimestamp(part) : part;
  }
  return { ...head, data };
}

/** The record of one version of a file. */
export const toFileRecord = (
  { kind, key }: RecordLocation,
  { path, rev }: { path: string; rev: string },
  { data, ...head }: RecordValue,
  times: FileTimes,
): FileRecord => createFileRecord({ kind, key, path, rev, head, outline: outlineOf(kind, data) }, times, () => data);

/** The record of a version that is in the parse cache: its data is parsed on first use. */
export const fileRecordOf = (known: KnownFile, times: FileTimes): FileRecord =>
  createFileRecord(known, times, () => parseKnownData(known));

function createFileRecord(known: Omit<KnownFile, 'json'>, times: FileTimes, read: () => object): FileRecord {
  const { kind, key, path, rev, outline, head } = known;
  const id = idOfPath(known) ?? head.id;
  const { createdAt = times.createdAt, updatedAt = times.updatedAt, body, notes } = head;
  const fields = { kind, key, path, rev, id, createdAt, updatedAt, outline };
  return withData(
    Object.assign(fields, body && { body: deepFreeze(body) }, notes && { notes: deepFreeze(notes) }),
    lazily(() => deepFreeze(read())),
  );
}

/** The value of a file that was written at `at`. It leaves out an updatedAt of that time, which git knows. */
export const toRecordValue = ({ id, createdAt, updatedAt, body, notes, data }: FileRecord, at: Date): RecordValue => ({
  ...(id !== undefined && { id }),
  createdAt,
  ...(updatedAt !== at.toISOString() && { updatedAt }),
  ...(body && { body }),
  ...(notes && { notes }),
  data,
});

/**
 * Changes whenever an entity's location, schema, indexes or bulk do: values read under another version are out of date.
 */
export const schemaVersion = (): string =>
  createHash('sha1')
    .update(
      JSON.stringify(
        KINDS.map(entityOf).map(({ file, schema, indexes, bulk }) => [file, schema, Object.keys(indexes), bulk]),
      ),
    )
    .digest('hex');

interface KindReader {
  readonly schema: ObjectSchema;
  readonly validate: Validator<Json>;
  /** The keys that hold times. */
  readonly timestamps: ReadonlySet<string>;
}

function createKindReader(kind: Kind): KindReader {
  const schema = readerSchema(kind);
  const { properties } = schema;
  const timestamps = Object.keys(properties).filter((name) => properties[name]?.['format'] === 'timestamp');
  return { schema, validate: createValidator(schema, { defaults: true }), timestamps: new Set(timestamps) };
}

/** The schema of a file of a kind. */
export function readerSchema(kind: Kind): ObjectSchema<Json> {
  const { schema } = entityOf(kind);
  return { ...schema, properties: { ...schema.properties, ...MANAGED.properties } } as ObjectSchema<Json>;
}

/**
 * The id that a path gives: some files are named by their id, and there is one settings file. An id inside does not
 * count.
 */
const idOfPath = ({ kind, key }: RecordLocation): number | undefined =>
  entityOf(kind).namedById ? Number(key) : singleIdOf(kind);

const fileSchemaProblem = (path: string, detail: Detail): Problem => ({
  path,
  at: detail.path,
  code: 'SCHEMA',
  message: describeDetail(detail),
});
