/** Freezes a JSON value and everything in it, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Every record of a site is frozen at start: loops avoid a list of the values, and a call for each string and number.
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') deepFreeze(item);
  } else {
    for (const key in value) if (typeof value[key] === 'object') deepFreeze(value[key]);
  }
  return Object.freeze(value);
}
