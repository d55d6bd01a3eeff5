import { infiniteQueryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import type { ComparedRecord, ContentKind } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** What is compared. */
export interface CompareSearch {
  /** A day such as `2026-02-01`, or the name of a change; a week ago if absent. */
  readonly from?: string | undefined;
  /** The same; what is live if absent. */
  readonly to?: string | undefined;
  readonly kind?: ContentKind | undefined;
  /** The slug of a type. */
  readonly type?: string | undefined;
}

const readVersionText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What an address asks for, which anybody may have written. */
export const readCompareSearch = ({ from, to, kind, type }: Record<string, unknown>): CompareSearch => ({
  from: readVersionText(from),
  to: readVersionText(to),
  // The server says which there are.
  kind: readVersionText(kind) as ContentKind | undefined,
  type: readVersionText(type),
});

export const isDay = (version: string): boolean => /^\d{4}-\d\d-\d\d$/.test(version);

/** A day begins at midnight of whoever looks. */
export const toVersion = (version: string): string =>
  isDay(version) ? new Date(`${version}T00:00`).toISOString() : version;

const CHUNK = 50;

/** The records that differ, a chunk at a time. */
export const compareQuery = ({ from, to, kind, type }: CompareSearch & { readonly from: string }) =>
  infiniteQueryOptions({
    queryKey: createQueryKey('change', { compared: [from, to, kind, type] }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/compare', {
        query: {
          from: toVersion(from),
          ...(to && { to: toVersion(to) }),
          ...(kind && { kind }),
          ...(type && { type }),
          ...{ limit: CHUNK, offset: pageParam },
        },
        signal,
      }),
    getNextPageParam: ({ meta: { offset, total } }) => (offset + CHUNK < total ? offset + CHUNK : undefined),
  });

/** What was chosen of the records: all of one, or some of its values by their names. */
export type ChosenRecords = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

export const nameOfCompared = ({ kind, key }: Pick<ComparedRecord, 'kind' | 'key'>): string => `${kind} ${key}`;
