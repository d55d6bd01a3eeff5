import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const linkForm: FieldKindForm = {
  name: { en: 'Link', de: 'Link', es: 'Enlace', fr: 'Lien' },
  group: 'targets',
  hasTypes: true,
  filter: null,
  conditions: ['filled', 'empty'],
};
