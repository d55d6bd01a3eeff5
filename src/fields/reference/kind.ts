import { pagePointerKind } from '../../model/fields/kinds/pointerKind.ts';

/** Another piece of content: a page of one of the types in `settings.types`. */
export const referenceField = pagePointerKind('reference', 'ReferenceId');
