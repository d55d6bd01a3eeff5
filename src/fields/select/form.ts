import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const selectForm: FieldKindForm = {
  name: { en: 'One of several', de: 'Eines von mehreren', es: 'Uno de varios', fr: 'Un de plusieurs' },
  group: 'choices',
  hasOptions: true,
  filter: 'choice',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
