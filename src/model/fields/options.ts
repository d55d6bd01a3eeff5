import type { Detail } from '../errors.ts';
import { checkLength, MAX_LINE } from './bounds.ts';
import type { Field } from './field.ts';
import { NO_PROBLEMS, problem } from './problem.ts';

const MAX_LISTED = 20;

const describe = (values: readonly string[]): string =>
  values
    .slice(0, MAX_LISTED)
    .map((value) => `"${value}"`)
    .join(', ') + (values.length > MAX_LISTED ? ', …' : '');

/** Whether `value` is one of the field's choices; a field without choices takes any text. */
export function checkOption(value: unknown, { options = [] }: Field): readonly Detail[] {
  if (typeof value !== 'string') return problem('must be a text');
  if (options.length === 0) return checkLength(value, {}, MAX_LINE);
  const values = options.map((option) => (typeof option === 'string' ? option : option.value));
  return values.includes(value) ? NO_PROBLEMS : problem(`must be one of ${describe(values)}`);
}
