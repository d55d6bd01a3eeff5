import type { FieldKind } from '../../model/fields/kind.ts';
import { byTime } from '../../model/fields/kinds/sortings.ts';
import { formatKind } from '../../model/fields/kinds/textKind.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { isTimestamp } from '../../model/text/timestamp.ts';

/** A point in time, kept as it was written. */
export const datetimeField: FieldKind = {
  ...formatKind('datetime', {
    reason: 'moment',
    expected: FORMATS['timestamp']?.expected ?? '',
    test: isTimestamp,
  }),
  sorting: byTime,
};
