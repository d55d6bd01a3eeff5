import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const mediaForm: FieldKindForm = {
  name: { en: 'File or picture', de: 'Datei oder Bild', es: 'Archivo o imagen', fr: 'Fichier ou image' },
  group: 'targets',
  filter: null,
  conditions: ['filled', 'empty'],
};
