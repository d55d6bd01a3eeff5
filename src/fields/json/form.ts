import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const jsonForm: FieldKindForm = {
  name: { en: 'JSON', de: 'JSON', es: 'JSON', fr: 'JSON' },
  group: 'technical',
  filter: null,
  conditions: ['filled', 'empty'],
};
