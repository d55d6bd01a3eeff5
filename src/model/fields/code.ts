import { mergeText } from '../merge/text/mergeText.ts';
import { MAX_TEXT } from './bounds.ts';
import type { FieldKind } from './kind.ts';
import { textKind } from './textual.ts';

/** Source text; its language is the schema's business. */
export const code: FieldKind = { ...textKind('code', MAX_TEXT), merge: mergeText };
