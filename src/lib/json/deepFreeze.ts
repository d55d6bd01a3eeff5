/** Freezes a JSON value all the way down and gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Every record of a site passes here at start: loops make no list of the values, and texts and numbers no call.
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') deepFreeze(item);
  } else {
    for (const key in value) if (typeof value[key] === 'object') deepFreeze(value[key]);
  }
  return Object.freeze(value);
}
