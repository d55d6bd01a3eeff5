import type { FieldKind } from '../../model/fields/kind.ts';
import { checkRange } from '../../model/fields/kinds/bounds.ts';
import { byNumber } from '../../model/fields/kinds/sortings.ts';
import { writeNumberType } from '../../model/fields/kinds/typeTexts.ts';
import { problem } from '../../model/fields/problem.ts';
import { because } from '../../model/reason.ts';

/** A whole number that JSON carries exactly. */
export const integerField: FieldKind = {
  type: 'integer',
  check: (value, field, scope) =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? checkRange(value, field, scope)
      : problem(because('whole', 'must be a whole number', {})),
  fit: (value) => (Number.isSafeInteger(value) ? value : undefined),
  writeType: writeNumberType,
  sorting: byNumber,
};
