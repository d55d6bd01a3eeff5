import type { FieldKind } from '../../model/fields/kind.ts';
import { NO_PROBLEMS, problem } from '../../model/fields/problem.ts';

/** Yes or no. */
export const booleanField: FieldKind = {
  type: 'boolean',
  check: (value) => (typeof value === 'boolean' ? NO_PROBLEMS : problem('must be true or false')),
  fit: (value) => (typeof value === 'boolean' ? value : undefined),
  writeType: () => 'boolean',
  sorting: { keyOf: (value) => (typeof value === 'boolean' ? Number(value) : undefined) },
};
