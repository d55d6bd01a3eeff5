import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const pageForm: FieldKindForm = {
  name: { en: 'Page', de: 'Seite', es: 'Página', fr: 'Page' },
  group: 'targets',
  hasTypes: true,
  filter: 'exact',
  conditions: ['equals', 'filled', 'empty'],
};
