import { checkRange } from './bounds.ts';
import type { FieldKind } from './kind.ts';
import { problem } from './problem.ts';

/** Any finite number. */
export const number: FieldKind = {
  type: 'number',
  check: (value, field) =>
    typeof value === 'number' && Number.isFinite(value) ? checkRange(value, field) : problem('must be a number'),
  fit: (value) => (Number.isFinite(value) ? value : undefined),
};
