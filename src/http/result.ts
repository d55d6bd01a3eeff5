import { integer, named, type ObjectSchema, object, type Schema } from '../model/schema/schema.ts';

/** What a success answers. The description of the interface shows it, and tests hold every answer against it. */
export interface Result {
  /** All that are possible, with one and the same body. */
  readonly statuses: readonly number[];
  /** The media type. */
  readonly type: string;
  /** What a JSON body looks like. */
  readonly body?: Schema;
  /** Those that mean something to callers beyond what HTTP says. */
  readonly headers: readonly ResultHeader[];
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

/** `{ data }`, with `meta` where it has any. */
export const dataResult = (data: Schema, { status = 200, meta, headers = [] }: ResultOptions = {}): Result => ({
  ...bodyResult(object({ data }, meta && { meta }), [status]),
  headers,
});

/** A single record. */
export const recordResult = (record: Schema): Result => dataResult(record, { headers: ['ETag'] });

/** The headers of an answer to a write that leaves its file there. */
export const WRITTEN: readonly ResultHeader[] = ['ETag', 'X-Commit'];

/** A record that has been written. */
export const writtenResult = (record: Schema, options: Pick<ResultOptions, 'status' | 'meta'> = {}): Result =>
  dataResult(record, { ...options, headers: WRITTEN });

export const createdResult = (record: Schema): Result => writtenResult(record, { status: 201 });

const DELETED = named('Deleted', object({ deleted: { type: 'boolean', const: true } }));

export const deletedResult = (options: Pick<ResultOptions, 'meta'> = {}): Result =>
  dataResult(DELETED, { ...options, headers: ['X-Commit'] });

/** A part of a record is gone; the record's file is another one now. */
export const takenOutResult = (): Result => writtenResult(DELETED);

const total = integer({ minimum: 0 });
const WHOLE = named('ListMeta', object({ total }));
const PAGED = named('PageMeta', object({ total, limit: integer({ minimum: 1 }), offset: integer({ minimum: 0 }) }));

/** A list that is whole unless a limit is asked for; with an ETag where all of it stands in one file. */
export const listResult = (
  item: Schema,
  { meta = WHOLE, headers = [] }: Pick<ResultOptions, 'meta' | 'headers'> = {},
): Result => ({ ...bodyResult(object({ data: { type: 'array', items: item }, meta })), headers });

/** A list that comes in parts. */
export const pagedResult = (item: Schema): Result => listResult(item, { meta: PAGED });

/** Something else than JSON. */
export const bytesResult = (type: string, statuses: readonly number[] = [200]): Result => ({
  statuses,
  type,
  headers: [],
});

/** The same of what describes it. */
export function describeMeta<T extends Pick<Result, 'body'>>(result: T, more: Readonly<Record<string, Schema>>): T {
  const body = result.body as ObjectSchema | undefined;
  if (!body?.properties) return result;
  // A shared `meta` has a name; this one is another.
  const { $id: _, ...meta } = (body.properties['meta'] ?? object({})) as ObjectSchema;
  const told = { ...meta, properties: { ...meta.properties, ...more } };
  return { ...result, body: { ...body, properties: { ...body.properties, meta: told } } };
}
