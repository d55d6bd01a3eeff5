import { createRequire } from 'node:module';
import { lazily } from './lazily.ts';

const require = createRequire(import.meta.url);

/** Gives a package, which is loaded when it is first asked for: a start does not wait for what it may never need. */
// Whoever asks says what the package is.
export const loadLazily = <T extends object>(name: string): (() => T) => lazily(() => require(name) as T);
