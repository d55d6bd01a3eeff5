import { loadLazily } from '../../../lib/list/loadLazily.ts';

/** Reading and writing the tables and strikethrough of GitHub Flavored Markdown in syntax trees. */
export const tablePackage = loadLazily<typeof import('mdast-util-gfm-table')>('mdast-util-gfm-table');
export const strikethroughPackage =
  loadLazily<typeof import('mdast-util-gfm-strikethrough')>('mdast-util-gfm-strikethrough');
