import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const datetimeForm: FieldKindForm = {
  name: { en: 'Date and time', de: 'Datum und Uhrzeit', es: 'Fecha y hora', fr: 'Date et heure' },
  group: 'values',
  filter: 'ordered',
  conditions: ['equals', 'filled', 'empty'],
};
