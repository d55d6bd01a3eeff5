import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PLAIN_SHAPE } from '../../../ui/screens/page/preview/plainPage.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Interface } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** Which moment is shown, and what of the site then. */
export interface DaySearch {
  /** ISO 8601. */
  readonly at: string;
  /** The slug of a content type. */
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
  /** Words of the title. */
  readonly search?: string | undefined;
  /** Only pages that differ from now. */
  readonly differs?: true | undefined;
  /** The id of the page that is open. */
  readonly page?: number | undefined;
}

export type LeftOutOnDay = Pick<
  Interface['GET /api/admin/calendar/pages']['answer']['meta'],
  'leftOut' | 'unpublished'
>;

/** The last minute of a day, in the time zone of whoever looks: everything that is planned for it is live by then. */
export const endOfDay = (day: Date): string =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59).toISOString();

const readDayText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What an address asks for, which anybody may have written; the end of today if it names no moment. */
export function readDaySearch({ at, type, locale, search, differs, page }: Record<string, unknown>): DaySearch {
  const time = Date.parse(readDayText(at) ?? '');
  return {
    at: Number.isNaN(time) ? endOfDay(new Date()) : new Date(time).toISOString(),
    ...{ type: readDayText(type), locale: readDayText(locale), search: readDayText(search) },
    differs: differs === true || undefined,
    page: Number.isSafeInteger(page) ? Number(page) : undefined,
  };
}

const CHUNK = 50;

export const dayPagesQuery = ({ page: _, ...asked }: DaySearch) =>
  infiniteQueryOptions({
    queryKey: createQueryKey('change', { onDay: asked }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/calendar/pages', { query: { ...asked, limit: CHUNK, offset: pageParam }, signal }),
    getNextPageParam: ({ meta: { offset, total } }) => (offset + CHUNK < total ? offset + CHUNK : undefined),
    placeholderData: keepPreviousData,
    // Pages are edited meanwhile.
    staleTime: 0,
  });

export const dayPageQuery = (id: number, at: string) =>
  queryOptions({
    queryKey: createQueryKey('change', { onDay: at, page: id }),
    queryFn: async ({ signal }) => {
      const query = { at, richtext: PLAIN_SHAPE.richtext, expand: PLAIN_SHAPE.expand.join(',') };
      return (await ask('GET /api/admin/calendar/pages/{id}', { path: { id }, query, signal })).data;
    },
    staleTime: 0,
  });
