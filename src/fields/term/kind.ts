import { pointerKind } from '../../model/fields/kinds/pointerKind.ts';
import { byTitle } from '../../model/fields/kinds/sortings.ts';
import { TERM_TARGET } from '../../model/fields/kinds/target.ts';
import { writePointerType } from '../../model/fields/kinds/typeTexts.ts';

/** A term of any vocabulary. */
export const termField = pointerKind('term', TERM_TARGET, {
  writeType: writePointerType('TermId'),
  sorting: byTitle(TERM_TARGET, 'taxonomy'),
});
