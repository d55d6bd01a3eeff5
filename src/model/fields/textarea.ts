import { mergeText } from '../merge/text/mergeText.ts';
import { MAX_TEXT } from './bounds.ts';
import type { FieldKind } from './kind.ts';
import { textKind } from './textual.ts';

/** Plain text of several lines. */
export const textarea: FieldKind = { ...textKind('textarea', MAX_TEXT), merge: mergeText };
