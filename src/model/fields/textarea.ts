import { MAX_TEXT } from './bounds.ts';
import { textKind } from './textual.ts';

/** Plain text of several lines. */
export const textarea = textKind('textarea', MAX_TEXT);
