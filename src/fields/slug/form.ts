import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const slugForm: FieldKindForm = {
  name: { en: 'Short name', de: 'Kurzname', es: 'Nombre corto', fr: 'Nom court' },
  group: 'texts',
  hasPattern: true,
  filter: 'text',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
