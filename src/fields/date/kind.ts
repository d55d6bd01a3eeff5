import type { FieldKind } from '../../model/fields/kind.ts';
import { byTime } from '../../model/fields/kinds/sortings.ts';
import { formatKind } from '../../model/fields/kinds/textKind.ts';
import { isTimestamp } from '../../model/text/timestamp.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A calendar date, without a time. */
export const dateField: FieldKind = {
  ...formatKind('date', {
    reason: 'day',
    expected: 'a date such as "2026-01-05"',
    test: (text) => text.length === DAY_LENGTH && isTimestamp(text),
  }),
  sorting: byTime,
};
