import type { FieldKind } from '../../model/fields/kind.ts';
import { checkRange } from '../../model/fields/kinds/bounds.ts';
import { byNumber } from '../../model/fields/kinds/sortings.ts';
import { writeNumberType } from '../../model/fields/kinds/typeTexts.ts';
import { problem } from '../../model/fields/problem.ts';
import { because } from '../../model/reason.ts';

/** Any finite number. */
export const numberField: FieldKind = {
  type: 'number',
  check: (value, field, scope) =>
    typeof value === 'number' && Number.isFinite(value)
      ? checkRange(value, field, scope)
      : problem(because('number', 'must be a number', {})),
  fit: (value) => (Number.isFinite(value) ? value : undefined),
  writeType: writeNumberType,
  sorting: byNumber,
};
