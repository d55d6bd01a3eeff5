import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { CHUNK } from '../../../ui/wire/queries.ts';

/** Which edits are listed. */
export interface EditSearch {
  /** `user/1` */
  readonly actor?: string | undefined;
  /** Days, such as `2026-02-01`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The slug of a content type. */
  readonly type?: string | undefined;
}

const readEditText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const readEditDay = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\d$/.exec(readEditText(value) ?? '')?.[0];

/** What an address asks for, which anybody may have written. */
export const readEditSearch = ({ actor, since, until, type }: Record<string, unknown>): EditSearch => ({
  actor: readEditText(actor),
  since: readEditDay(since),
  until: readEditDay(until),
  type: readEditText(type),
});

/** The filter as the server knows it: days are those of whoever looks. */
export const toEditFilter = ({ actor, since, until, type }: EditSearch) => ({
  ...(actor && { actor }),
  ...(since && { since: new Date(`${since}T00:00`).toISOString() }),
  ...(until && { until: new Date(`${until}T00:00`).toISOString() }),
  ...(type && { type }),
});

/** One chunk of the edits that match. */
export const editsQuery = (search: EditSearch, chunk: number) =>
  queryOptions({
    queryKey: createQueryKey('audit', 'edits', search, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/undo', {
        query: { ...toEditFilter(search), limit: CHUNK, offset: chunk * CHUNK },
        signal,
      }),
  });
