import type { FieldKind } from '../../model/fields/kind.ts';
import { listKind } from '../../model/fields/kinds/listKind.ts';
import { byCount } from '../../model/fields/kinds/sortings.ts';
import { arrayTypeOf } from '../../model/fields/kinds/typeTexts.ts';
import { mediaField } from '../media/kind.ts';

/** Media items in order; `min` and `max` count them. */
export const galleryField: FieldKind = {
  ...listKind('gallery', mediaField, byCount),
  // Items that are gone are left out.
  writeType: () => arrayTypeOf('MediaId'),
};
