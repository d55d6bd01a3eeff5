import { listKind } from '../../model/fields/kinds/listKind.ts';
import { byChoice, byFirst } from '../../model/fields/kinds/sortings.ts';
import { selectField } from '../select/kind.ts';

/** Any number of the field's choices; `min` and `max` count them. */
export const multiselectField = listKind('multiselect', selectField, byFirst(byChoice));
