import type { FieldKind } from '../../model/fields/kind.ts';
import { writeGroupType } from '../../model/fields/kinds/typeTexts.ts';
import { NO_PROBLEMS, problem } from '../../model/fields/problem.ts';
import { isMapping } from '../../model/fields/values.ts';

/** A mapping of values by the field's own `fields`. */
export const objectField: FieldKind = {
  type: 'object',
  check: (value) => (isMapping(value) ? NO_PROBLEMS : problem('must be an object')),
  fit: (value) => (isMapping(value) ? value : undefined),
  merge: 'nested',
  mapNested: (value, visit) => (isMapping(value) ? visit(value, []) : value),
  writeType: writeGroupType,
  sorting: null,
};
