// Written by `npm run features` from `list.ts`. Not to be edited.
import type { Importer } from '../../convert/importer.ts';
import { markdownImporter } from '../importMarkdown/importer.ts';
import { wordpressImporter } from '../importWordpress/importer.ts';
import { contentfulImporter } from '../importContentful/importer.ts';

/** The imports from other systems. */
export const IMPORTERS: readonly Importer[] = [
  markdownImporter,
  wordpressImporter,
  contentfulImporter,
];
