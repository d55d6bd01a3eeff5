import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const integerForm: FieldKindForm = {
  name: { en: 'Whole number', de: 'Ganze Zahl', es: 'Número entero', fr: 'Nombre entier' },
  group: 'values',
  filter: 'ordered',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
