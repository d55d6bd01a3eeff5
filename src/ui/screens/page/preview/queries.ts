import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../wire/ask.ts';
import { chosenRef } from '../../../wire/chosenChange.ts';
import { keyOf } from '../../../wire/keys.ts';

/** Before the token of a frame runs out. */
const FRESH_MS = 8 * 60_000;

/** Where the front end shows a page; null where no front end is known. */
export const previewAddressQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('preview', 'address', id),
    queryFn: async () => {
      const ref = chosenRef();
      const body = { page: id, ...(ref !== undefined && { ref }) };
      const { id: session, url } = (await ask('POST /api/admin/auth/preview-session', { body })).data;
      // Nobody can use it then, and nobody is to find it among the links.
      if (url === null) await ask('DELETE /api/admin/preview-sessions/{id}', { path: { id: session } });
      return url;
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
