/** The values of a page, a block, an object or a repeater's item, by field name. */
export type FieldValues = Readonly<Record<string, unknown>>;

export const isMapping = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object's own value: a field called `toString` must not find the inherited function. */
export const ownValue = (values: FieldValues, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Whether a name must not be used as a key: it is empty, or reaches into the prototype of objects. */
export const isUnsafeName = (name: string): boolean =>
  name === '' || name === '__proto__' || name === 'constructor' || name === 'prototype';

/** Whether there is no value; null counts as none. */
export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
