const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** The user's regional variant of the interface language, such as British English. */
export function tagOf(language: string): string {
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

function shortDate(date: Date, now: Date, language: string): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(tagOf(language), {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
}

/** `1 February 2026 at 13:00`. */
export const absoluteTime = (value: string, language: string): string =>
  new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(value));
