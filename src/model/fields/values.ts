/** What stands under `fields` of a page, a block, an object or a repeater's item, by field name. */
export type Values = Readonly<Record<string, unknown>>;

export const isMapping = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value's own entry: a field called `toString` does not find what every object inherits. */
export const ownValue = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Names that would reach into how objects work instead of naming a value. */
export const isUnsafeName = (name: string): boolean =>
  name === '' || name === '__proto__' || name === 'constructor' || name === 'prototype';

/** Whether nothing is given; null counts as missing. */
export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
