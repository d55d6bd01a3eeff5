import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/queries.ts';

interface BlockFilter {
  readonly search?: string;
  readonly type?: string;
}

/** One chunk of the list of reusable blocks. */
export const blockChunkQuery = (filter: BlockFilter, chunk: number) =>
  queryOptions({
    queryKey: createQueryKey('block', 'list', filter, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/blocks', {
        query: { ...filter, reusable: 'true', limit: CHUNK, offset: chunk * CHUNK },
        signal,
      }),
  });
