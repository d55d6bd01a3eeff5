import { loadLazily } from './lazily.ts';

/** The client for requests to others. */
export const undiciPackage = loadLazily<typeof import('undici')>('undici');
