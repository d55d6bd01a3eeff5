import { type FormValues, isSameValue, isValueObject } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';

const isEmptyFieldValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a field applies, given the values beside it; a missing value counts as its default. */
export function isApplicable({ condition }: Field, siblings: readonly Field[], values: unknown): boolean {
  if (condition === undefined) return true;
  const beside = siblings.find(({ name }) => name === condition.field);
  const value =
    (isValueObject(values) ? (values as FormValues)[condition.field] : undefined) ?? beside?.default ?? null;
  return (
    (condition.equals === undefined || isSameValue(value, condition.equals)) &&
    (!condition.in || condition.in.some((one) => isSameValue(value, one))) &&
    (condition.notEmpty === undefined || isEmptyFieldValue(value) !== condition.notEmpty)
  );
}
