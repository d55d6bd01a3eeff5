import { listKind } from './listKind.ts';
import { select } from './select.ts';

/** Any number of the field's choices; `min` and `max` count them. */
export const multiselect = listKind('multiselect', select);
