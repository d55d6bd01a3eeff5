import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { useFormRail } from '../../../ui/form/FormExtras.tsx';
import type { FormPath } from '../../../ui/form/values.ts';
import { relativeTime } from '../../../ui/parts/relativeTime.ts';
import { pageQuery } from '../../../ui/screens/page/queries.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Blame, BlamedCommit, BlamedValue } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { useChosenChange } from '../../../ui/wire/useChosenChange.ts';

const blameQuery = (id: number, change: string | undefined) =>
  queryOptions({
    queryKey: createQueryKey('page', 'blame', id, change ?? null),
    queryFn: async ({ signal }): Promise<Blame> =>
      (await ask('GET /api/admin/pages/{id}/blame', { path: { id }, ...(change && { change }), signal })).data,
  });

/** Who wrote what in the version of the page that the form edits; asked for once the rail is open. */
export function useBlame() {
  const { record } = useFormScope();
  const { shown } = useFormRail();
  const chosen = useChosenChange()?.name;
  const id = record?.kind === 'page' ? record.id : null;
  const isOpen = id !== null && shown?.split('/')[0] === 'blame';
  const { data: page } = useQuery(id === null ? { queryKey: NONE, queryFn: skipToken } : pageQuery(id));
  const change = chosen ?? page?.data.draft?.change;
  const asked = blameQuery(id ?? 0, change);
  return useQuery({ ...asked, enabled: isOpen });
}

const NONE = createQueryKey('page', 'none');

/** A value with the commit that brought it; null for what is not committed, and what one may not read. */
export interface ShownValue {
  readonly value: BlamedValue;
  readonly commit: BlamedCommit | null;
}

/** The values at a path and below it, the last one to be changed first. */
export function valuesAt(blame: Blame | undefined, path: FormPath): readonly ShownValue[] {
  if (!blame) return [];
  const order = new Map(blame.commits.map((commit, index) => [commit.commit, { commit, index }]));
  return blame.values
    .filter((value) => value.of === 'value' && path.every((step, index) => String(value.path[index]) === String(step)))
    .map((value) => ({ value, found: order.get(value.commit ?? '') }))
    .sort((a, b) => (a.found?.index ?? -1) - (b.found?.index ?? -1))
    .map(({ value, found }) => ({ value, commit: found?.commit ?? null }));
}

/** `Ada, 3 March: price corrected` */
export function sayCommit({ author, at, note }: BlamedCommit, language: string): string {
  const when = `${author.name}, ${relativeTime(at, language)}`;
  return note ? `${when}: ${note.split('\n')[0]}` : when;
}
