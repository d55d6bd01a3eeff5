import { loadLazily } from '../../../lib/list/lazily.ts';

/** Tables and strikethrough in trees of Markdown (GitHub Flavored Markdown), read and written. */
export const tablePackage = loadLazily<typeof import('mdast-util-gfm-table')>('mdast-util-gfm-table');
export const strikethroughPackage =
  loadLazily<typeof import('mdast-util-gfm-strikethrough')>('mdast-util-gfm-strikethrough');
