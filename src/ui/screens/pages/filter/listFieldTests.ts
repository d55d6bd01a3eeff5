import { FIELD_FORMS } from '../../../../fields/forms.ts';
import type { FieldType } from '../../../../model/fields/field.ts';
import { FIELD_TESTS } from '../../../fields/fieldKindForm.ts';
import type { Field } from '../../../wire/interface.ts';
import type { FieldTest } from './fieldTests.ts';

/** The tests that suit a field; none for kinds that hold several values. */
export const listFieldTests = ({ type }: Pick<Field, 'type'>): readonly FieldTest[] => {
  const family = Object.hasOwn(FIELD_FORMS, type) ? FIELD_FORMS[type as FieldType].filter : null;
  return family === null ? [] : FIELD_TESTS[family];
};
