import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const dateForm: FieldKindForm = {
  name: { en: 'Date', de: 'Datum', es: 'Fecha', fr: 'Date' },
  group: 'values',
  filter: 'ordered',
  conditions: ['equals', 'filled', 'empty'],
};
