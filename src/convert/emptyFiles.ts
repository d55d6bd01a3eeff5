import type { LocalFiles } from './localFiles.ts';

/** Stands in for the files when no folder was given: nothing is found. */
export const makeEmptyFiles = (): LocalFiles => ({ media: [], take: async () => undefined });
