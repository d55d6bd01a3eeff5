import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const codeForm: FieldKindForm = {
  name: { en: 'Code', de: 'Code', es: 'Código', fr: 'Code' },
  group: 'technical',
  hasPattern: true,
  filter: 'text',
  conditions: ['filled', 'empty'],
};
