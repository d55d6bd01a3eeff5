import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const textareaForm: FieldKindForm = {
  name: { en: 'Text', de: 'Text', es: 'Texto', fr: 'Texte' },
  group: 'texts',
  hasPattern: true,
  filter: 'text',
  conditions: ['equals', 'filled', 'empty'],
};
