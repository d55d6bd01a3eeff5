import { FORMATS } from '../schema/formats.ts';
import { isTimestamp } from '../text/timestamp.ts';
import { formatKind } from './textual.ts';

/** A point in time; kept as it was written. */
export const datetime = formatKind('datetime', {
  expected: FORMATS['timestamp']?.expected ?? '',
  test: isTimestamp,
});
