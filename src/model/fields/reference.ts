import { pagePointerKind } from './pagePointer.ts';

/** Another piece of content, which is a page of one of the types in `settings.types`. */
export const reference = pagePointerKind('reference');
