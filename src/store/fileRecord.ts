import { deepFreeze } from '../lib/deepFreeze.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Problem } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import type { Located } from '../model/location.ts';
import type { Kind } from '../model/records.ts';
import { integer, type ObjectSchema, object, timestamp } from '../model/schema.ts';
import { toTimestamp } from '../model/timestamp.ts';
import { createValidator, type Validator } from '../model/validator.ts';

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
  readonly data: object;
}

/** What is known of a file's times besides its text: the first and last commit that changed it, or its mtime. */
export interface FileTimes {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Where a file's value comes from. */
export interface FileSource {
  readonly located: Located;
  readonly path: string;
  readonly rev: string;
  readonly value: Json;
  readonly times: FileTimes;
}

/** Keys that every file may hold besides what its entity declares. */
const MANAGED = object(
  {},
  { id: integer({ minimum: 1, maximum: 2 ** 31 - 1 }), createdAt: timestamp(), updatedAt: timestamp() },
);

/** Turns a file's value into a record, or says why it cannot be one. */
export type ReadRecord = (source: FileSource) => FileRecord | readonly Problem[];

/** Makes the reader with one compiled validator a kind; unknown keys stay in the file and are not in the record. */
export function createReadRecord(): ReadRecord {
  const validators = new Map<Kind, Validator<Json>>(
    KINDS.map((kind) => [kind, createValidator(fileSchema(kind), { defaults: true })]),
  );
  return ({ located, path, rev, value, times }) => {
    const checked = validators.get(located.kind)!({ ...value, ...located.values });
    if ('details' in checked) return checked.details.map((detail) => schemaProblem(path, detail));
    const { id, createdAt, updatedAt, ...data } = withTimestamps(checked.value, fileSchema(located.kind)) as Json &
      Managed;
    return Object.freeze({
      kind: located.kind,
      key: located.key,
      path,
      rev,
      id: id ?? idOfName(located),
      createdAt: createdAt ?? times.createdAt,
      updatedAt: updatedAt ?? times.updatedAt,
      data: deepFreeze(data),
    });
  };
}

interface Managed {
  readonly id?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

const fileSchema = (kind: Kind): ObjectSchema<Json> => {
  const { schema } = entityOf(kind);
  return { ...schema, properties: { ...schema.properties, ...MANAGED.properties } } as ObjectSchema<Json>;
};

/** Users, keys and webhooks are files named by their id. */
const idOfName = ({ kind, key }: Located): number | undefined =>
  entityOf(kind).home === 'private' ? Number(key) : undefined;

/** Times may be written shortly in files; records hold one form, so that they compare as text. */
function withTimestamps(value: Json, schema: ObjectSchema<Json>): Json {
  const changed = Object.entries(value).filter(
    ([name, time]) => schema.properties[name]?.['format'] === 'timestamp' && typeof time === 'string',
  );
  return { ...value, ...Object.fromEntries(changed.map(([name, time]) => [name, toTimestamp(String(time))])) };
}

const schemaProblem = (path: string, detail: Detail): Problem => ({
  path,
  code: 'SCHEMA',
  message: detail.path.length > 0 ? `${detail.path.join('.')} ${detail.message}` : detail.message,
});
