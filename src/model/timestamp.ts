const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?$/;

/** Whether `text` is an ISO 8601 date or date and time that exists; without a zone it is UTC. */
export const isTimestamp = (text: string): boolean => (DATE.test(text) || DATE_TIME.test(text)) && existsAsDate(text);

const existsAsDate = (text: string): boolean => {
  const time = parseTimestamp(text);
  if (Number.isNaN(time)) return false;
  const day = Number(text.slice(8, 10));
  return day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
};

/** Milliseconds since 1970 of a timestamp that `isTimestamp` accepts, NaN for anything else. */
export function parseTimestamp(text: string): number {
  if (DATE.test(text)) return Date.parse(text);
  const iso = text.replace(/[t ]/, 'T').replace(/z$/, 'Z');
  return Date.parse(/([Z]|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

/** The form that records hold and answers show: `2026-01-05T09:00:00.000Z`. */
export const toTimestamp = (text: string): string => new Date(parseTimestamp(text)).toISOString();
