import { mergeText } from '../merge/text/mergeText.ts';
import { MAX_TEXT } from './bounds.ts';
import type { FieldKind } from './kind.ts';
import { textKind } from './textual.ts';

/** Markdown as its author wrote it. */
export const markdown: FieldKind = { ...textKind('markdown', MAX_TEXT), merge: mergeText };
