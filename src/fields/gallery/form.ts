import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const galleryForm: FieldKindForm = {
  name: { en: 'Several pictures', de: 'Mehrere Bilder' },
  group: 'targets',
  filter: null,
  conditions: ['filled', 'empty'],
};
