import { meetsCondition } from '../../model/fields/condition.ts';
import { type FormValues, isValueObject } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';

/** Whether a field applies, given the values beside it; a missing value counts as its default. */
export function isApplicable({ condition }: Field, siblings: readonly Field[], values: unknown): boolean {
  if (condition === undefined) return true;
  const beside: FormValues = isValueObject(values) ? values : {};
  return meetsCondition(condition, (name) => [
    beside[name] ?? siblings.find((one) => one.name === name)?.default ?? null,
  ]);
}
