import type { FieldKind } from '../../model/fields/kind.ts';
import { NO_PROBLEMS } from '../../model/fields/problem.ts';

/** Any JSON; also what a field of an unknown type holds. */
export const jsonField: FieldKind = {
  type: 'json',
  check: () => NO_PROBLEMS,
  merge: 'json',
  writeType: () => 'unknown',
  sorting: null,
};
