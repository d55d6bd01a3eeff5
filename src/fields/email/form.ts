import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const emailForm: FieldKindForm = {
  name: { en: 'E-mail address', de: 'E-Mail-Adresse' },
  group: 'texts',
  hasPattern: true,
  filter: 'text',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
