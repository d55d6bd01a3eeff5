import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const colorForm: FieldKindForm = {
  name: { en: 'Colour', de: 'Farbe' },
  group: 'values',
  filter: 'text',
  conditions: ['equals', 'filled', 'empty'],
};
