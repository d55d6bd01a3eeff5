import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../wire/ask.ts';
import { refOf } from '../../../wire/chosenChange.ts';
import { createQueryKey } from '../../../wire/keys.ts';

/** Less than the lifetime of a preview token. */
const FRESH_MS = 8 * 60_000;

/** The address at which the front end previews a page; null if the site has no preview. */
export const previewAddressQuery = (id: number, change: string | null) =>
  queryOptions({
    queryKey: createQueryKey('preview', 'address', id, change),
    queryFn: async () => {
      const body = { page: id, isListed: false, ...(change !== null && { ref: refOf(change) }) };
      return (await ask('POST /api/admin/auth/preview-session', { body })).data.url;
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
