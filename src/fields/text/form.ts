import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const textForm: FieldKindForm = {
  name: { en: 'Line of text', de: 'Textzeile', es: 'Línea de texto', fr: 'Ligne de texte' },
  group: 'texts',
  hasPattern: true,
  filter: 'text',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
