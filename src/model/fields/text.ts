import { MAX_LINE } from './bounds.ts';
import { textKind } from './textual.ts';

/** A line of text. */
export const text = textKind('text', MAX_LINE);
