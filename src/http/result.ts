import type { CmsError } from '../model/errors.ts';
import { integer, namedSchema, type ObjectSchema, object, type Schema } from '../model/schema/schema.ts';

/** Makes the body of an answer that reports an expected error. */
export type ShowError = (error: CmsError) => object;

/** What a success answers. The description of the interface shows it, and tests check every answer against it. */
export interface Result {
  /** All possible statuses; the body is the same for each. */
  readonly statuses: readonly number[];
  /** The media type. */
  readonly type: string;
  /** What a JSON body looks like. */
  readonly body?: Schema;
  /** Headers that mean more to callers than HTTP says. */
  readonly headers: readonly ResultHeader[];
  /** Request headers that a public answer depends on besides Accept-Encoding. */
  readonly variesBy?: readonly string[];
  /** Shows errors, also those of other methods of its path; in the envelope by default. */
  readonly showError?: ShowError;
}

export type ResultHeader = 'ETag' | 'X-Commit';

interface ResultOptions {
  readonly status?: number;
  readonly meta?: Schema;
  readonly headers?: readonly ResultHeader[];
}

const JSON_TYPE = 'application/json';

/** A JSON body without an envelope. */
export const bodyResult = (body: Schema, statuses: readonly number[] = [200]): Result => ({
  statuses,
  type: JSON_TYPE,
  body,
  headers: [],
});

/** `{ data }`, with `meta` if given. */
export const dataResult = (data: Schema, { status = 200, meta, headers = [] }: ResultOptions = {}): Result => ({
  ...bodyResult(object({ data }, meta && { meta }), [status]),
  headers,
});

/** A single record. */
export const recordResult = (record: Schema): Result => dataResult(record, { headers: ['ETag'] });

/** The headers of an answer to a write after which the record's file still exists. */
export const WRITTEN: readonly ResultHeader[] = ['ETag', 'X-Commit'];

/** The result of writing a record. */
export const writtenResult = (record: Schema, options: Pick<ResultOptions, 'status' | 'meta'> = {}): Result =>
  dataResult(record, { ...options, headers: WRITTEN });

export const createdResult = (record: Schema): Result => writtenResult(record, { status: 201 });

const DELETED = namedSchema('Deleted', object({ deleted: { type: 'boolean', const: true } }));

export const deletedResult = (options: Pick<ResultOptions, 'meta'> = {}): Result =>
  dataResult(DELETED, { ...options, headers: ['X-Commit'] });

/** The result of removing a part of a record: the record's file has a new version. */
export const removedPartResult = (): Result => writtenResult(DELETED);

const total = integer({ minimum: 0 });
const WHOLE = namedSchema('ListMeta', object({ total }));
const PAGED = namedSchema(
  'PageMeta',
  object({ total, limit: integer({ minimum: 1 }), offset: integer({ minimum: 0 }) }),
);

/** A list that is whole unless a limit is asked for; it has an ETag if one file holds all of it. */
export const listResult = (
  item: Schema,
  { meta = WHOLE, headers = [] }: Pick<ResultOptions, 'meta' | 'headers'> = {},
): Result => ({ ...bodyResult(object({ data: { type: 'array', items: item }, meta })), headers });

/** A paged list. */
export const pagedResult = (item: Schema): Result => listResult(item, { meta: PAGED });

/** Anything but JSON. */
export const bytesResult = (type: string, statuses: readonly number[] = [200]): Result => ({
  statuses,
  type,
  headers: [],
});

/** The result with more properties in its `meta`. */
export function describeMeta<T extends Pick<Result, 'body'>>(result: T, more: Readonly<Record<string, Schema>>): T {
  const body = result.body as ObjectSchema | undefined;
  if (!body?.properties) return result;
  // A shared `meta` has a name, which does not fit the extended one.
  const { $id: _, ...meta } = (body.properties['meta'] ?? object({})) as ObjectSchema;
  const extended = { ...meta, properties: { ...meta.properties, ...more } };
  return { ...result, body: { ...body, properties: { ...body.properties, meta: extended } } };
}
