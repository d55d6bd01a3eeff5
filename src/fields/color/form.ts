import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const colorForm: FieldKindForm = {
  name: { en: 'Colour', de: 'Farbe', es: 'Color', fr: 'Couleur' },
  group: 'values',
  filter: 'text',
  conditions: ['equals', 'filled', 'empty'],
};
