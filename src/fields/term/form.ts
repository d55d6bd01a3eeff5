import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const termForm: FieldKindForm = {
  name: { en: 'Term', de: 'Begriff', es: 'Término', fr: 'Terme' },
  group: 'choices',
  hasVocabulary: true,
  filter: 'exact',
  conditions: ['equals', 'filled', 'empty'],
};
