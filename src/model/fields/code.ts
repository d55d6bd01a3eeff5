import { MAX_TEXT } from './bounds.ts';
import { textKind } from './textual.ts';

/** Source text; its language is the schema's business. */
export const code = textKind('code', MAX_TEXT);
