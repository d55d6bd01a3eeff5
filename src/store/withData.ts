const READ = Symbol('read');
interface LazyData {
  [READ](): unknown;
}

/** Shared by all objects: with a getter each they would not share a hidden class. */
const GETTER: PropertyDescriptor & ThisType<LazyData> = {
  enumerable: true,
  get() {
    return this[READ]();
  },
};

/**
 * Gives an object a getter `data` that calls `read` each time, and freezes it. Written for this one name because
 * sorting reads it constantly, and the general getter of `readLater` takes twice as long.
 */
export function withData<T extends object, D>(fields: T, read: () => D): T & { readonly data: D } {
  Object.defineProperty(fields, READ, { value: read });
  Object.defineProperty(fields, 'data', GETTER);
  // The two lines above have added the getter.
  return Object.freeze(fields) as T & { readonly data: D };
}
