import { type Infer, object } from '../../model/schema/schema.ts';
import type { DataAnswer } from '../endpoint.ts';
import { paging } from './query.ts';

const list = paging({ maxLimit: 100 });

/** The query of a list that is whole unless a limit is given (contract, "Conventions"). */
export const wholeListParameters = list.schema;
export const wholeListQuery = object({}, wholeListParameters);

type WholeListQuery = Infer<typeof wholeListQuery>;

/** The part of a whole list that its query asks for. */
export function sliceWholeList<T>(all: readonly T[], query: WholeListQuery): readonly T[] {
  const { limit, offset } = list.read(query);
  return all.slice(offset, offset + limit);
}

/** The answer with that part of the list, each item shown by `show`. */
export function answerWholeList<T>(
  all: readonly T[],
  query: WholeListQuery,
  show: (item: T) => unknown = (item) => item,
): Pick<DataAnswer, 'data' | 'meta'> {
  return { data: sliceWholeList(all, query).map((item) => show(item)), meta: { total: all.length } };
}
