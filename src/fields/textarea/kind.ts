import type { FieldKind } from '../../model/fields/kind.ts';
import { MAX_TEXT } from '../../model/fields/kinds/bounds.ts';
import { readableText, textKind } from '../../model/fields/kinds/textKind.ts';

/** Plain text of several lines. */
export const textareaField: FieldKind = { ...textKind('textarea', MAX_TEXT), ...readableText, merge: 'text' };
