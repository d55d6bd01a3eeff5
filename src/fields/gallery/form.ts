import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const galleryForm: FieldKindForm = {
  name: { en: 'Several pictures', de: 'Mehrere Bilder', es: 'Varias imágenes', fr: 'Plusieurs images' },
  group: 'targets',
  filter: null,
  conditions: ['filled', 'empty'],
};
