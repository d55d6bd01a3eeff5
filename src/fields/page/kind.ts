import { pagePointerKind } from '../../model/fields/kinds/pointerKind.ts';

/** A page. */
export const pageField = pagePointerKind('page', 'PageId');
