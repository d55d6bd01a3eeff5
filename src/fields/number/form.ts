import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const numberForm: FieldKindForm = {
  name: { en: 'Number', de: 'Zahl', es: 'Número', fr: 'Nombre' },
  group: 'values',
  filter: 'ordered',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
