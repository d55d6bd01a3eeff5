import { loadLazily } from './loadLazily.ts';

/** The client for outgoing HTTP requests. */
export const undiciPackage = loadLazily<typeof import('undici')>('undici');
