import { type Detail, invalid } from '../../model/errors.ts';
import { anything, choice, list, object, type Schema, text } from '../../model/schema/schema.ts';
import type { ClashResolution } from '../../write/resolve/clashResolutions.ts';

const step: Schema<string | number> = { type: ['string', 'integer'], maxLength: 1000 };

/** How to resolve values that clash. @param sides what `ours` and `theirs` mean */
export const resolveInput = (sides: string) =>
  list(
    object(
      { kind: text({ maxLength: 50 }), key: text({ maxLength: 1000 }), path: list(step, { maxItems: 100 }) },
      { take: choice('ours', 'theirs'), value: anything() },
    ),
    { description: `How to resolve values that clash: ${sides}` },
  );

/** @throws CmsError VALIDATION if a choice has neither `take` nor `value`, or both */
export function readChoices(choices: readonly ClashResolution[]): readonly ClashResolution[] {
  const details = choices.flatMap((one, index): readonly Detail[] =>
    (one.take === undefined) === (one.value === undefined)
      ? [{ path: ['resolve', String(index)], message: 'must have either "take" or "value"' }]
      : [],
  );
  if (details.length > 0) throw invalid(details);
  return choices;
}
