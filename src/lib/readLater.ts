const READ = Symbol('read');
interface Readable {
  [READ](): Readonly<Record<string, unknown>>;
}

/**
 * Makes a function that gives an object getters of these names, which take their values from `read` each time, and
 * freezes it.
 */
export function readLater<Name extends string>(names: readonly Name[]) {
  const getters = names.map((name) => [name, getterOf(name)] as const);
  return <T extends object, R extends Readonly<Record<Name, unknown>>>(fields: T, read: () => R): T & Pick<R, Name> => {
    Object.defineProperty(fields, READ, { value: read });
    for (const [name, getter] of getters) Object.defineProperty(fields, name, getter);
    // The lines above have added the getters.
    return Object.freeze(fields) as T & Pick<R, Name>;
  };
}

/** Shared by all objects: with getters of their own they would not share a shape. */
const getterOf = (name: string): PropertyDescriptor & ThisType<Readable> => ({
  enumerable: true,
  get() {
    return this[READ]()[name];
  },
});
