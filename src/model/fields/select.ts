import type { FieldKind } from './kind.ts';
import { checkOption } from './options.ts';

/** One of the field's choices. */
export const select: FieldKind = {
  type: 'select',
  check: checkOption,
  fit: (value, field) => (checkOption(value, field).length === 0 ? value : undefined),
};
