import { integer, named, object, type Schema } from '../model/schema.ts';

/** What a success answers. The description of the interface shows it, and tests hold every answer against it. */
export interface Result {
  /** All that are possible, with one and the same body. */
  readonly statuses: readonly number[];
  /** The media type. */
  readonly type: string;
  /** Of a JSON body. */
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

/** A record that has been written. */
export const writtenResult = (record: Schema, options: Pick<ResultOptions, 'status' | 'meta'> = {}): Result =>
  dataResult(record, { ...options, headers: ['ETag', 'X-Commit'] });

export const createdResult = (record: Schema): Result => writtenResult(record, { status: 201 });

const DELETED = named('Deleted', object({ deleted: { type: 'boolean', const: true } }));

export const deletedResult = (meta?: Schema): Result =>
  dataResult(DELETED, { ...(meta && { meta }), headers: ['X-Commit'] });

const total = integer({ minimum: 0 });
const WHOLE = named('ListMeta', object({ total }));
const PAGED = named('PageMeta', object({ total, limit: integer({ minimum: 1 }), offset: integer({ minimum: 0 }) }));

/** A list that is whole unless a limit is asked for. */
export const listResult = (item: Schema, meta: Schema = WHOLE): Result =>
  bodyResult(object({ data: { type: 'array', items: item }, meta }));

/** A list that comes in parts. */
export const pagedResult = (item: Schema): Result => listResult(item, PAGED);

/** Something else than JSON. */
export const bytesResult = (type: string): Result => ({ statuses: [200], type, headers: [] });
