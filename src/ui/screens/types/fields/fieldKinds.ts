import { FIELD_FORMS } from '../../../../fields/forms.ts';
import type { FieldType } from '../../../../model/fields/field.ts';
import { FIELD_GROUPS, type FieldKindForm } from '../../../fields/fieldKindForm.ts';
import type { Language } from '../../../i18n/messages.ts';

export const isEditableFieldType = (type: string): type is FieldType => Object.hasOwn(FIELD_FORMS, type);

/** What the form of a field of this type asks for; of an unknown type only what every field has. */
export const fieldKindForm = (type: string): Partial<FieldKindForm> =>
  isEditableFieldType(type) ? FIELD_FORMS[type] : {};

export const nestsFields = (type: string): boolean => fieldKindForm(type).nests === true;

/** What people call a kind of field; an unknown one has no other name than its type. */
export const fieldTypeName = (type: string, language: string): string =>
  fieldKindForm(type).name?.[language as Language] ?? type;

/** The kinds in their groups, as a list to choose from shows them. */
export const KIND_GROUPS = FIELD_GROUPS.map((group) => ({
  group,
  // The keys of the table are types.
  types: (Object.keys(FIELD_FORMS) as FieldType[]).filter((type) => FIELD_FORMS[type].group === group),
}));
