import type { LocalFiles } from './localFiles.ts';

/** Where no folder with files was named: nothing is found in it. */
export const makeEmptyFiles = (): LocalFiles => ({ media: [], take: async () => undefined });
