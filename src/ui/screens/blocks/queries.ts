import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/queries.ts';

/** One chunk of the list of reusable blocks. */
export const blockChunkQuery = (filter: Omit<BlocksSearch, 'open'>, chunk: number) =>
  queryOptions({
    queryKey: createQueryKey('block', 'list', filter, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/blocks', {
        query: { ...filter, reusable: 'true', limit: CHUNK, offset: chunk * CHUNK },
        signal,
      }),
  });

/** The part of the screen's state that is kept in the address. */
export interface BlocksSearch {
  readonly search?: string;
  /** The slug of a block type: that of the listed blocks, and of a new one. */
  readonly type?: string;
  readonly open?: number | 'new';
}
