import { because } from '../../reason.ts';
import type { FieldKind } from '../kind.ts';
import { NO_PROBLEMS, problem } from '../problem.ts';
import { checkRange } from './bounds.ts';

/** Any finite number. */
export const numberField: FieldKind = {
  type: 'number',
  check: (value, field, scope) =>
    typeof value === 'number' && Number.isFinite(value)
      ? checkRange(value, field, scope)
      : problem(because('number', 'must be a number', {})),
  fit: (value) => (Number.isFinite(value) ? value : undefined),
};

/** A whole number that JSON carries exactly. */
export const integerField: FieldKind = {
  type: 'integer',
  check: (value, field, scope) =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? checkRange(value, field, scope)
      : problem(because('whole', 'must be a whole number', {})),
  fit: (value) => (Number.isSafeInteger(value) ? value : undefined),
};

/** Yes or no. */
export const booleanField: FieldKind = {
  type: 'boolean',
  check: (value) => (typeof value === 'boolean' ? NO_PROBLEMS : problem('must be true or false')),
  fit: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** Any JSON; also what a field of an unknown type holds. */
export const jsonField: FieldKind = { type: 'json', check: () => NO_PROBLEMS, merge: 'json' };
