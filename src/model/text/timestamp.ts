const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/;
/** The stored form, on a day that every month has: such a time needs no further check, and nearly all are like this. */
const COMMON = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
/** Only years of four digits, so that stored times can be compared as text. */
const MIN_TIME = Date.parse('0000-01-01T00:00:00.000Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether `text` is an ISO 8601 date or date and time that exists; without a zone it is UTC. */
export const isTimestamp = (text: string): boolean => COMMON.test(text) || !Number.isNaN(parseTimestamp(text));

/** Milliseconds since 1970 of a timestamp that `isTimestamp` accepts, NaN for anything else. */
export function parseTimestamp(text: string): number {
  // Date.parse guesses at what it does not understand: it takes 0001-01-00 for a day of the year 2000.
  const match = PATTERN.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = '', sign, offsetHour = 0, offsetMinute = 0] =
    match;
  const isClockTime = [hour, offsetHour].every((value) => Number(value) < 24);
  const isInRange = isClockTime && [minute, second, offsetMinute].every((value) => Number(value) < 60);
  if (!isInRange) return Number.NaN;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? 1 : -1);
  const minutes = Number(hour) * 60 + Number(minute) + offset;
  const time =
    startOfDay(Number(year), Number(month), Number(day)) + (minutes * 60 + Number(second)) * 1000 + milliseconds;
  return time >= MIN_TIME && time <= MAX_TIME ? time : Number.NaN;
}

/** NaN for a day that the calendar does not have. */
function startOfDay(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : Number.NaN;
}

/** A timestamp in the form that records hold and answers show: `2026-01-05T09:00:00.000Z`. */
export const toTimestamp = (text: string): string =>
  COMMON.test(text) ? text : new Date(parseTimestamp(text)).toISOString();

// biome-ignore-start lint/complexity/useMathMinMax: times in the form of `toTimestamp` compare as text, not as numbers
/** The later of two times in the form of `toTimestamp`. */
export const latest = (a: string, b: string): string => (a > b ? a : b);
export const earliest = (a: string, b: string): string => (a < b ? a : b);
// biome-ignore-end lint/complexity/useMathMinMax: see above
