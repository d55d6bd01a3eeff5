import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import type { LinePlace } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { toProblems, type WireProblem } from '../../../ui/wire/WireError.ts';

/** Where a change is in line, with the words for why it was sent back. */
export interface ShownLinePlace extends LinePlace {
  readonly obstacles: readonly WireProblem[];
}

export const linePlaceQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('change', name, 'queue'),
    async queryFn({ signal }): Promise<ShownLinePlace> {
      const { data } = await ask('GET /api/admin/changes/{name}/queue', { path: { name }, signal });
      return { ...data, obstacles: await toProblems(data.sentBack?.problems ?? []) };
    },
  });

/** The changes that would clash with one. */
export const forecastQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('change', name, 'forecast'),
    queryFn: ({ signal }) => ask('GET /api/admin/changes/{name}/forecast', { path: { name }, signal }),
  });
