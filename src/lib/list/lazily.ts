import { createRequire } from 'node:module';

/** Makes something when it is first asked for, and keeps it. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const require = createRequire(import.meta.url);

/** Gives a package, which is loaded when it is first asked for: a start does not wait for what it may never need. */
// Whoever asks says what the package is.
export const loadLazily = <T extends object>(name: string): (() => T) => lazily(() => require(name) as T);
