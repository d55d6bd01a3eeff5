const READ = Symbol('read');
interface Readable {
  [READ](): Readonly<Record<string, unknown>>;
}

/**
 * Makes the function that gives an object properties by these names, which `read` has and is asked for whenever one of
 * them is, and freezes the object.
 */
export function readLater<Name extends string>(names: readonly Name[]) {
  const getters = names.map((name) => [name, getterOf(name)] as const);
  return <T extends object, R extends Readonly<Record<Name, unknown>>>(fields: T, read: () => R): T & Pick<R, Name> => {
    Object.defineProperty(fields, READ, { value: read });
    for (const [name, getter] of getters) Object.defineProperty(fields, name, getter);
    // The lines above have made it one.
    return Object.freeze(fields) as T & Pick<R, Name>;
  };
}

/** One for all objects: with a getter each they would not share their shape. */
const getterOf = (name: string): PropertyDescriptor & ThisType<Readable> => ({
  enumerable: true,
  get() {
    return this[READ]()[name];
  },
});
