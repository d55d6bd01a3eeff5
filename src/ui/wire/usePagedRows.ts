import { keepPreviousData, type QueryKey, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CHUNK } from './queries.ts';

/** A part of a list, as the server sends it. */
interface RowChunk<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total: number };
}

interface PagedRows<T> {
  /** The length of the whole list; undefined before the first answer. */
  readonly total: number | undefined;
  readonly error: Error | null;
  /** Whether the rows shown are those of the previous query. */
  readonly isOutdated: boolean;
  retry(): void;
  /** Undefined while it is loading. */
  rowAt(index: number): T | undefined;
  /** Loads the rows that are in view. */
  show(first: number, last: number): void;
}

/** A list of any length, of which only the parts in view are fetched. */
export function usePagedRows<T, K extends QueryKey>(
  chunkQuery: (chunk: number) => Pick<UseQueryOptions<RowChunk<T>, Error, RowChunk<T>, K>, 'queryKey' | 'queryFn'>,
): PagedRows<T> {
  const [[from, to], setSeen] = useState<readonly [number, number]>([0, 0]);
  const begin = useQuery({ ...chunkQuery(0), placeholderData: keepPreviousData });
  const total = begin.data?.meta.total;
  const last = Math.min(to, Math.floor(Math.max(0, (total ?? 1) - 1) / CHUNK));
  const wanted = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index).filter(Boolean);
  const others = useQueries({ queries: wanted.map((chunk) => chunkQuery(chunk)) });

  const chunkAt = (chunk: number): RowChunk<T> | undefined =>
    chunk === 0 ? begin.data : others[wanted.indexOf(chunk)]?.data;
  return {
    total,
    error: begin.error ?? others.find(({ error }) => error)?.error ?? null,
    isOutdated: begin.isPlaceholderData,
    retry: () => void Promise.all([begin, ...others].map(({ refetch }) => refetch())),
    rowAt: (index) => chunkAt(Math.floor(index / CHUNK))?.data[index % CHUNK],
    show(first, end) {
      const next = [Math.floor(first / CHUNK), Math.floor(end / CHUNK)] as const;
      if (next[0] !== from || next[1] !== to) setSeen(next);
    },
  };
}
