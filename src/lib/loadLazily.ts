import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Gives a package, which is loaded when it is first asked for: a start does not wait for what it may never need. */
export function loadLazily<T extends object>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    // Whoever asks says what the package is.
    loaded ??= require(name) as T;
    return loaded;
  };
}
