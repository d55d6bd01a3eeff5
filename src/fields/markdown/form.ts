import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const markdownForm: FieldKindForm = {
  name: { en: 'Markdown', de: 'Markdown', es: 'Markdown', fr: 'Markdown' },
  group: 'texts',
  hasPattern: true,
  canBeBody: true,
  filter: 'text',
  conditions: ['equals', 'filled', 'empty'],
};
