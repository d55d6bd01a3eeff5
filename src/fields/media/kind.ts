import { pointerKind } from '../../model/fields/kinds/pointerKind.ts';
import { byTitle } from '../../model/fields/kinds/sortings.ts';
import { MEDIA_TARGET } from '../../model/fields/kinds/target.ts';
import { writePointerType } from '../../model/fields/kinds/typeTexts.ts';

/** A media item. */
export const mediaField = pointerKind('media', MEDIA_TARGET, {
  writeType: writePointerType('MediaId'),
  sorting: byTitle(MEDIA_TARGET, 'media'),
});
