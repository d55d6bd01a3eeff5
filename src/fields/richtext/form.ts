import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const richtextForm: FieldKindForm = {
  name: { en: 'Rich text', de: 'Formatierter Text', es: 'Texto enriquecido', fr: 'Texte enrichi' },
  group: 'texts',
  canBeBody: true,
  filter: null,
  conditions: ['filled', 'empty'],
};
