const READ = Symbol('read');
interface Readable {
  [READ](): unknown;
}

/** One for all objects: with a getter each they would not share their shape. */
const GETTER: PropertyDescriptor & ThisType<Readable> = {
  enumerable: true,
  get() {
    return this[READ]();
  },
};

/**
 * Gives an object the property `data`, which `read` answers whenever it is asked for, and freezes it. Written out for this name:
 * sorting asks for it all the time, and a getter that is told its name (`readLater`) takes twice as long.
 */
export function withData<T extends object, D>(fields: T, read: () => D): T & { readonly data: D } {
  Object.defineProperty(fields, READ, { value: read });
  Object.defineProperty(fields, 'data', GETTER);
  // The two lines above have made it one.
  return Object.freeze(fields) as T & { readonly data: D };
}
