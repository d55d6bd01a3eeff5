import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const booleanForm: FieldKindForm = {
  name: { en: 'Yes or no', de: 'Ja oder Nein', es: 'Sí o no', fr: 'Oui ou non' },
  group: 'choices',
  filter: 'exact',
  conditions: ['equals'],
};
