import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import type { CalendarEntry } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

export const CALENDAR_VIEWS = ['month', 'week', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** What of the calendar is shown. */
export interface CalendarSearch {
  /** As fits the width of the window, if absent. */
  readonly view?: CalendarView | undefined;
  /** A day that is shown, such as `2026-02-01`; today if absent. */
  readonly day?: string | undefined;
  /** The slug of a content type. */
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
}

const readSearchText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What an address asks for, which anybody may have written. */
export const readCalendarSearch = ({ view, day, type, locale }: Record<string, unknown>): CalendarSearch => ({
  view: CALENDAR_VIEWS.find((one) => one === view),
  day: /^\d{4}-\d\d-\d\d$/.exec(readSearchText(day) ?? '')?.[0],
  type: readSearchText(type),
  locale: readSearchText(locale),
});

/** Days in the time zone of whoever looks. The last one is not shown. */
export interface ShownDays {
  readonly from: Date;
  readonly to: Date;
}

/** Midnight of a day. */
export function readDay(day: string | undefined): Date {
  const [year, month, date] = day?.split('-').map(Number) ?? [];
  const now = new Date();
  return year && month && date
    ? new Date(year, month - 1, date)
    : new Date(now.getFullYear(), now.getMonth(), now.getDate());
}

/** `2026-02-01` */
export const writeDay = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const shiftDays = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);

/** Weeks begin on Monday, as in ISO 8601. */
const mondayOf = (day: Date): Date => shiftDays(day, -((day.getDay() + 6) % 7));

/** The days of a view: whole weeks, and for a list the month. */
export function shownDays(view: CalendarView, day: Date): ShownDays {
  const monday = mondayOf(day);
  if (view === 'week') return { from: monday, to: shiftDays(monday, 7) };
  const first = new Date(day.getFullYear(), day.getMonth(), 1);
  const next = new Date(day.getFullYear(), day.getMonth() + 1, 1);
  return view === 'list' ? { from: first, to: next } : { from: mondayOf(first), to: shiftDays(mondayOf(first), 42) };
}

/** The day that the view before or after this one shows. */
export const turnPage = (view: CalendarView, day: Date, by: 1 | -1): Date =>
  view === 'week' ? shiftDays(day, 7 * by) : new Date(day.getFullYear(), day.getMonth() + by, 1);

export const calendarQuery = ({ from, to }: ShownDays, { type, locale }: Pick<CalendarSearch, 'type' | 'locale'>) =>
  queryOptions({
    queryKey: createQueryKey('change', { calendar: [from.toISOString(), to.toISOString(), type, locale] }),
    queryFn: async ({ signal }): Promise<readonly CalendarEntry[]> => {
      const filter = { ...(type && { type }), ...(locale && { locale }) };
      const query = { from: from.toISOString(), to: to.toISOString(), ...filter };
      return (await ask('GET /api/admin/calendar', { query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** Names an entry among the others. */
export const nameOfEntry = ({ at, event, page, change, commit }: CalendarEntry): string =>
  [at, event, page?.id, change, commit].join(' ');
