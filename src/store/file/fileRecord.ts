import { createHash } from 'node:crypto';
import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Problem } from '../../model/entry.ts';
import { type Detail, inWords } from '../../model/errors.ts';
import { type Located, type Place, singleIdOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import { integer, type ObjectSchema, object, timestamp } from '../../model/schema/schema.ts';
import { createValidator, type Validated, type Validator } from '../../model/schema/validator.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import { type Outline, outlineOf } from '../outline.ts';
import type { Body } from '../record/body.ts';
import { withoutNulls } from '../record/schemaParts.ts';
import { withData } from '../withData.ts';
import { type FileNotes, type KnownFile, type RecordValue, readData } from './knownFile.ts';

type Json = Readonly<Record<string, unknown>>;

/** One file that fits its entity, before ids are settled among all files. Frozen. */
export interface FileRecord {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  readonly rev: string;
  /** The id the file gives; nested ids stand in `data`, 0 where the file gives none. */
  readonly id: number | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The text below the front matter of a Markdown file; its content type says which field of `data` it is. */
  readonly body?: Body;
  /** What is not as it should be in the file all the same. */
  readonly notes?: FileNotes;
  readonly outline: Outline;
  /** Read when it is first asked for, where the parse cache has the file. */
  readonly data: object;
}

/** What is known of a file's times besides its text: the first and last commit that changed it, or its mtime. */
export interface FileTimes {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Keys that every file may hold besides what its entity declares. */
const MANAGED = object(
  {},
  { id: integer({ minimum: 1, maximum: 2 ** 31 - 1 }), createdAt: timestamp(), updatedAt: timestamp() },
);

/** Turns what a file says into what its record says, or tells why it cannot be one. */
export type ReadRecord = (located: Located, path: string, value: Json, body?: Body) => RecordValue | readonly Problem[];

/** Makes the reader with one compiled validator a kind; unknown keys stay in the file and are not in the record. */
export function createReadRecord(): ReadRecord {
  const readers = new Map<Kind, ReadValue>(KINDS.map((kind) => [kind, createReadValue(kind)]));
  return (located, path, value, body) => {
    const read = readers.get(located.kind)!(value, located.values);
    if ('value' in read) return body ? { ...read.value, body } : read.value;
    return read.details.map((detail) => schemaProblem(path, detail));
  };
}

/** Reads the value of a file of one kind; `place` are the values of its location, where those do not stand in it. */
export type ReadValue = (value: Json, place?: Json) => Validated<RecordValue>;

export function createReadValue(kind: Kind): ReadValue {
  const { schema, validate, timestamps } = createReader(kind);
  return (value, place) => {
    const checked = validate({ ...withoutNulls(schema, value), ...place });
    return 'details' in checked ? checked : { value: splitValue(checked.value, timestamps) };
  };
}

/** Times may be written shortly in files; records hold one form, so that they compare as text. */
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
  { kind, key }: Place,
  { path, rev }: { path: string; rev: string },
  { data, ...head }: RecordValue,
  times: FileTimes,
): FileRecord => createFileRecord({ kind, key, path, rev, head, outline: outlineOf(kind, data) }, times, () => data);

/** The same of a version that is known already: its data is read when it is first asked for. */
export const fileRecordOf = (known: KnownFile, times: FileTimes): FileRecord =>
  createFileRecord(known, times, () => readData(known));

function createFileRecord(known: Omit<KnownFile, 'json'>, times: FileTimes, read: () => object): FileRecord {
  const { kind, key, path, rev, outline, head } = known;
  const id = idOfName(known) ?? head.id;
  const { createdAt = times.createdAt, updatedAt = times.updatedAt, body, notes } = head;
  const fields = { kind, key, path, rev, id, createdAt, updatedAt, outline };
  return withData(
    Object.assign(fields, body && { body: deepFreeze(body) }, notes && { notes: deepFreeze(notes) }),
    lazily(() => deepFreeze(read())),
  );
}

/** What a file says that was written at `at`: its own createdAt; the time of that write is git's to say. */
export const toRecordValue = ({ id, createdAt, updatedAt, body, notes, data }: FileRecord, at: Date): RecordValue => ({
  ...(id !== undefined && { id }),
  createdAt,
  ...(updatedAt !== at.toISOString() && { updatedAt }),
  ...(body && { body }),
  ...(notes && { notes }),
  data,
});

/** Changes whenever an entity's place, schema or bulk does: what `ReadRecord` made under another one is not what it makes now. */
export const schemaVersion = (): string =>
  createHash('sha1')
    .update(
      JSON.stringify(
        KINDS.map(entityOf).map(({ file, schema, indexes, bulk }) => [file, schema, Object.keys(indexes), bulk]),
      ),
    )
    .digest('hex');

interface Reader {
  readonly schema: ObjectSchema;
  readonly validate: Validator<Json>;
  /** The keys that hold a time. */
  readonly timestamps: ReadonlySet<string>;
}

function createReader(kind: Kind): Reader {
  const schema = readerSchema(kind);
  const { properties } = schema;
  const timestamps = Object.keys(properties).filter((name) => properties[name]?.['format'] === 'timestamp');
  return { schema, validate: createValidator(schema, { defaults: true }), timestamps: new Set(timestamps) };
}

/** What a file of a kind may say. */
export function readerSchema(kind: Kind): ObjectSchema<Json> {
  const { schema } = entityOf(kind);
  return { ...schema, properties: { ...schema.properties, ...MANAGED.properties } } as ObjectSchema<Json>;
}

/** Users, keys and webhooks are files named by their id, the settings are one: what stands inside does not count. */
const idOfName = ({ kind, key }: Place): number | undefined =>
  entityOf(kind).home === 'private' ? Number(key) : singleIdOf(kind);

const schemaProblem = (path: string, detail: Detail): Problem => ({
  path,
  at: detail.path,
  code: 'SCHEMA',
  message: inWords(detail),
});
