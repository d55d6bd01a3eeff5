import { checkRange } from './bounds.ts';
import type { FieldKind } from './kind.ts';
import { problem } from './problem.ts';

/** A whole number that JSON carries exactly. */
export const integer: FieldKind = {
  type: 'integer',
  check: (value, field) =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? checkRange(value, field)
      : problem('must be a whole number'),
  fit: (value) => (Number.isSafeInteger(value) ? value : undefined),
};
