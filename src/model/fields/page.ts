import { pagePointerKind } from './pagePointer.ts';

/** A page. */
export const page = pagePointerKind('page');
