import type { Problem, ProblemCode } from '../../model/entry.ts';
import type { Store } from '../../store/store.ts';
import type { ProblemList } from '../admin/openProblems.ts';

/** Problems that are found by comparing records, whose messages name others. */
const NAMES_OTHERS: ReadonlySet<ProblemCode> = new Set([
  ...(['DUPLICATE_KEY', 'DUPLICATE_ID', 'DUPLICATE_VALUE', 'CASE_COLLISION', 'DOUBLE_TRANSLATION'] as const),
  ...(['SECOND_SINGLE', 'HIDDEN_LINK', 'REDIRECTED_PAGE', 'RULE', 'EXTENSION', 'CLASH', 'CONFLICT'] as const),
]);

/**
 * The problems of the records that somebody may read, as far as they are about these alone. What is wrong with the
 * repository or its surroundings is left out, as it may name any file.
 */
export function restrictProblems(
  problems: Pick<ProblemList, 'list'>,
  store: Pick<Store, 'fileAt' | 'get'>,
): ProblemList {
  const isReadable = ({ path, record }: Problem): boolean =>
    record ? store.get(record.kind, record.id) !== undefined : store.fileAt(path) !== undefined;
  const list = async (): Promise<readonly Problem[]> =>
    (await problems.list()).filter((one) => isReadable(one) && !NAMES_OTHERS.has(one.code));
  return { list, count: async () => (await list()).length };
}
