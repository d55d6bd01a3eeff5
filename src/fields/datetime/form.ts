import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const datetimeForm: FieldKindForm = {
  name: { en: 'Date and time', de: 'Datum und Uhrzeit' },
  group: 'values',
  filter: 'ordered',
  conditions: ['equals', 'filled', 'empty'],
};
