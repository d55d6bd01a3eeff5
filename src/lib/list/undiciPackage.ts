import { loadLazily } from './loadLazily.ts';

/** The client for requests to others. */
export const undiciPackage = loadLazily<typeof import('undici')>('undici');
