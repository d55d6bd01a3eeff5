import { isTimestamp } from '../text/timestamp.ts';
import { formatKind } from './textual.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A day of the calendar, without a time. */
export const date = formatKind('date', {
  expected: 'a day such as "2026-01-05"',
  test: (text) => text.length === DAY_LENGTH && isTimestamp(text),
});
