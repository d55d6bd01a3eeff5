import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import type { ChangeRequest } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { toProblems, type WireProblem } from '../../../ui/wire/WireError.ts';

/** The request of a change, with the words for why the host could not be asked. */
export interface ShownRequest extends ChangeRequest {
  readonly refusals: readonly WireProblem[];
}

/** How often the host is asked while the screen of a change is open. */
const POLL_MS = 60_000;

/** The request of a change as the host has it now; null if this server makes none. */
export const requestQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('change', { request: name }),
    queryFn: ({ signal }) => fetchRequest(name, { signal }),
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
  });

/** The same as far as the server knows it, which comes at once. */
export const knownRequestQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('change', { knownRequest: name }),
    queryFn: ({ signal }) => fetchRequest(name, { known: 'true', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Options {
  readonly signal: AbortSignal;
  readonly known?: 'true';
}

async function fetchRequest(name: string, { known, signal }: Options): Promise<ShownRequest | null> {
  const query = known === undefined ? {} : { known };
  const { data } = await ask('GET /api/admin/changes/{name}/request', { path: { name }, query, signal });
  return data && withRefusals(data);
}

export const withRefusals = async (request: ChangeRequest): Promise<ShownRequest> => ({
  ...request,
  refusals: await toProblems(request.problems),
});
