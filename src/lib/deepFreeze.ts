/** Freezes a JSON value all the way down and gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Every record of a site passes here at start: a loop over the keys makes no list of the values.
  for (const key in value) deepFreeze(value[key]);
  return Object.freeze(value);
}
