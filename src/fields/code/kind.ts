import type { FieldKind } from '../../model/fields/kind.ts';
import { MAX_TEXT } from '../../model/fields/kinds/bounds.ts';
import { textKind } from '../../model/fields/kinds/textKind.ts';

/** Source code in any language. */
export const codeField: FieldKind = { ...textKind('code', MAX_TEXT), merge: 'text' };
