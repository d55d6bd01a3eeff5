import type { Detail } from '../../model/errors.ts';
import type { Field } from '../../model/fields/field.ts';
import type { FieldKind } from '../../model/fields/kind.ts';
import { checkLength, isBounded, MAX_LINE } from '../../model/fields/kinds/bounds.ts';
import { byChoice } from '../../model/fields/kinds/sortings.ts';
import { writeChoiceType } from '../../model/fields/kinds/typeTexts.ts';
import { NO_PROBLEMS, problem } from '../../model/fields/problem.ts';
import { because } from '../../model/reason.ts';

/** One of the field's choices. */
export const selectField: FieldKind = {
  type: 'select',
  check: (value, field, scope) =>
    typeof value === 'string' && !isBounded(scope)
      ? checkLength(value, { limit: MAX_LINE }, scope)
      : checkOption(value, field),
  fit: (value, field) => (checkOption(value, field).length === 0 ? value : undefined),
  writeType: writeChoiceType,
  sorting: byChoice,
};

const MAX_LISTED = 20;

const listChoices = (values: readonly string[]): string =>
  values
    .slice(0, MAX_LISTED)
    .map((value) => `"${value}"`)
    .join(', ') + (values.length > MAX_LISTED ? ', …' : '');

/** The values of a field's choices. Fields are frozen, so an entry never becomes stale. */
const known = new WeakMap<Field, ReadonlySet<string>>();

function fieldChoices(field: Field): ReadonlySet<string> {
  const before = known.get(field);
  if (before !== undefined) return before;
  const choices = new Set((field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value)));
  known.set(field, choices);
  return choices;
}

/** Checks that `value` is one of the field's choices; a field without choices takes any text. */
function checkOption(value: unknown, field: Field): readonly Detail[] {
  if (typeof value !== 'string') return problem(because('text', 'must be text', {}));
  const choices = fieldChoices(field);
  if (choices.size === 0)
    return value.length > MAX_LINE
      ? problem(because('mostCharacters', `must have at most ${MAX_LINE} characters`, { count: MAX_LINE }))
      : NO_PROBLEMS;
  if (choices.has(value)) return NO_PROBLEMS;
  const listed = listChoices([...choices]);
  return problem(because('oneOf', `must be one of ${listed}`, { choices: listed }));
}
