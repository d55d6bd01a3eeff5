import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const multiselectForm: FieldKindForm = {
  name: { en: 'Some of several', de: 'Einige von mehreren', es: 'Algunos de varios', fr: 'Quelques-uns de plusieurs' },
  group: 'choices',
  hasOptions: true,
  filter: 'choice',
  conditions: ['filled', 'empty'],
};
