import { loadLazily } from './loadLazily.ts';

/** Regular expressions that match in linear time. */
export const re2Package = loadLazily<typeof import('re2js')>('re2js');
