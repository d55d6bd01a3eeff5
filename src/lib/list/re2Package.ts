import { loadLazily } from './lazily.ts';

/** Regular expressions whose time is linear in the text. */
export const re2Package = loadLazily<typeof import('re2js')>('re2js');
