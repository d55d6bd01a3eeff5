import { type Infer, object } from '../../model/schema/schema.ts';
import type { DataAnswer } from '../endpoint.ts';
import { paging } from './query.ts';

const list = paging({ maxLimit: 100 });

/** What the query of a list that is whole unless a limit is given may hold (contract, "Conventions"). */
export const wholeListParameters = list.schema;
export const wholeListQuery = object({}, wholeListParameters);

/** The part of such a list that its query asks for, each item as `show` shows it. */
export function answerList<T>(
  all: readonly T[],
  query: Infer<typeof wholeListQuery>,
  show: (item: T) => unknown = (item) => item,
): Pick<DataAnswer, 'data' | 'meta'> {
  const { limit, offset } = list.read(query);
  return { data: all.slice(offset, offset + limit).map((item) => show(item)), meta: { total: all.length } };
}
