import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const multiselectForm: FieldKindForm = {
  name: { en: 'Some of several', de: 'Einige von mehreren' },
  group: 'choices',
  hasOptions: true,
  filter: 'choice',
  conditions: ['filled', 'empty'],
};
