const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** The user's regional variant of the interface language, such as British English. */
export function toRegionalLocale(language: string): string {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return locale.split('-')[0] === language ? locale : language;
}

/** `3 hours ago`, `in 2 days`; a week or more away as a date: `12 May`, in another year `12 May 2025`. */
export function relativeTime(value: string, language: string, now: number = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  let amount = (Date.parse(value) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size - 0.5) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return shortDate(new Date(value), new Date(now), language);
}

/** `5 minutes ago` within the hour, `14:00` today, else `12 May, 14:00`; in another year with the year. */
export function formatRecentTime(value: string, language: string, now: number = Date.now()): string {
  if (Math.abs(Date.parse(value) - now) < 3_600_000) return relativeTime(value, language, now);
  const [date, today] = [new Date(value), new Date(now)];
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
  const isToday = date.toDateString() === today.toDateString();
  const isThisYear = date.getFullYear() === today.getFullYear();
  const day: Intl.DateTimeFormatOptions = {
    ...{ day: 'numeric', month: 'short' },
    ...(!isThisYear && { year: 'numeric' }),
  };
  return new Intl.DateTimeFormat(toRegionalLocale(language), { ...(!isToday && day), ...time }).format(date);
}

const DAY_MS = 24 * 3_600_000;

/** `tomorrow`, `today`, `yesterday`, else `12 May`; in another year with the year. */
export function dayOf(value: string, language: string, now: number = Date.now()): string {
  const [date, today] = [new Date(value), new Date(now)];
  // At noon, because the clocks change at night.
  const days = Math.round((new Date(date).setHours(12, 0, 0, 0) - new Date(today).setHours(12, 0, 0, 0)) / DAY_MS);
  if (Math.abs(days) > 1) return shortDate(date, today, language);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
}

/** `14:30` */
export const hourOf = (value: string, language: string): string =>
  new Intl.DateTimeFormat(toRegionalLocale(language), { hour: 'numeric', minute: '2-digit' }).format(new Date(value));

function shortDate(date: Date, now: Date, language: string): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(toRegionalLocale(language), {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
}

/** A day, such as `2026-02-01`: `1 February 2026`. */
export const absoluteDay = (value: string, language: string): string =>
  new Intl.DateTimeFormat(toRegionalLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));

/** `1 February 2026 at 13:00`. */
export const absoluteTime = (value: string, language: string): string =>
  new Intl.DateTimeFormat(toRegionalLocale(language), { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(value),
  );
