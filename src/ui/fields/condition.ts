import { isObject, isSame, type Values } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a field applies, given the values beside it; a missing value counts as its default. */
export function isApplicable({ condition }: Field, siblings: readonly Field[], values: unknown): boolean {
  if (condition === undefined) return true;
  const beside = siblings.find(({ name }) => name === condition.field);
  const value = (isObject(values) ? (values as Values)[condition.field] : undefined) ?? beside?.default ?? null;
  return (
    (condition.equals === undefined || isSame(value, condition.equals)) &&
    (!condition.in || condition.in.some((one) => isSame(value, one))) &&
    (condition.notEmpty === undefined || isEmpty(value) !== condition.notEmpty)
  );
}
