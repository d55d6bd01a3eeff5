import type { FieldKind } from './kind.ts';
import { NO_PROBLEMS, problem } from './problem.ts';
import { isMapping } from './values.ts';

/** A mapping of values by the field's own `fields`. */
export const object: FieldKind = {
  type: 'object',
  check: (value) => (isMapping(value) ? NO_PROBLEMS : problem('must be an object')),
  fit: (value) => (isMapping(value) ? value : undefined),
  merge: (versions, scope) => scope.mergeNested(versions, scope),
  mapNested: (value, visit) => (isMapping(value) ? visit(value, []) : value),
};
