import { MAX_TEXT } from './bounds.ts';
import { textKind } from './textual.ts';

/** Markdown as its author wrote it. */
export const markdown = textKind('markdown', MAX_TEXT);
