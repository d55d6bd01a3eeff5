import type { FieldKind } from './kind.ts';
import { NO_PROBLEMS, problem } from './problem.ts';

/** Yes or no. */
export const boolean: FieldKind = {
  type: 'boolean',
  check: (value) => (typeof value === 'boolean' ? NO_PROBLEMS : problem('must be true or false')),
  fit: (value) => (typeof value === 'boolean' ? value : undefined),
};
