const READ = Symbol('read');
interface LazyData {
  [READ](): unknown;
}

/** Shared by all objects: with a getter each they would not share a hidden class. */
type LazyGetter = readonly [name: string, getter: PropertyDescriptor & ThisType<LazyData>];

function withGetters(fields: object, read: () => unknown, getters: readonly LazyGetter[]): object {
  Object.defineProperty(fields, READ, { value: read });
  for (const [name, getter] of getters) Object.defineProperty(fields, name, getter);
  return Object.freeze(fields);
}

/** Not one of `readLater`, which takes twice as long: sorting reads it constantly. */
const DATA: LazyGetter = [
  'data',
  {
    enumerable: true,
    get() {
      return this[READ]();
    },
  },
];

/** Gives an object a getter `data` that calls `read` each time, and freezes it. */
export const withData = <T extends object, D>(fields: T, read: () => D): T & { readonly data: D } =>
  // `withGetters` has added the getter.
  withGetters(fields, read, [DATA]) as T & { readonly data: D };

/**
 * Makes a function that adds getters of these names to an object and freezes it. The getters call `read` each time.
 */
export function readLater<Name extends string>(names: readonly Name[]) {
  const getters = names.map((name): LazyGetter => [name, getterOf(name)]);
  return <T extends object, R extends Readonly<Record<Name, unknown>>>(fields: T, read: () => R): T & Pick<R, Name> =>
    // `withGetters` has added the getters.
    withGetters(fields, read, getters) as T & Pick<R, Name>;
}

const getterOf = (name: string): LazyGetter[1] => ({
  enumerable: true,
  get() {
    return (this[READ]() as Readonly<Record<string, unknown>>)[name];
  },
});
