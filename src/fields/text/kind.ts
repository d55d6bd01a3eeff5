import type { FieldKind } from '../../model/fields/kind.ts';
import { MAX_LINE } from '../../model/fields/kinds/bounds.ts';
import { readableText, textKind } from '../../model/fields/kinds/textKind.ts';

/** A line of text. */
export const textField: FieldKind = { ...textKind('text', MAX_LINE), ...readableText };
