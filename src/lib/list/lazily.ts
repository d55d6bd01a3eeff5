import { createRequire } from 'node:module';

/** Computes a value on first use, and keeps it. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const require = createRequire(import.meta.url);

/** Loads a package on first use, so that a start does not wait for what it may never need. */
// The caller knows the type of the package.
export const loadLazily = <T extends object>(name: string): (() => T) => lazily(() => require(name) as T);
