import { createRequire } from 'node:module';
import { lazily } from './lazily.ts';

const require = createRequire(import.meta.url);

/** Loads a package on first use, so that a start does not wait for what it may never need. */
// The caller knows the type of the package.
export const loadLazily = <T extends object>(name: string): (() => T) => lazily(() => require(name) as T);
