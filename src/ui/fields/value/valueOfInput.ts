import type { Field } from '../../wire/interface.ts';

/** Whether a value is what an input gives that has been emptied. */
const isClearedInput = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The value of an input whose field had the value `saved`. What is typed and deleted again leaves nothing behind where
 * there was nothing, unless a default would take its place.
 */
export const valueOfInput = (value: unknown, saved: unknown, field: Pick<Field, 'default'>): unknown =>
  isClearedInput(value) && saved === undefined && (field.default ?? undefined) === undefined ? undefined : value;
