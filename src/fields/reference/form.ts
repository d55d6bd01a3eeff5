import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const referenceForm: FieldKindForm = {
  name: { en: 'Reference', de: 'Verweis', es: 'Referencia', fr: 'Référence' },
  group: 'targets',
  hasTypes: true,
  filter: 'exact',
  conditions: ['equals', 'filled', 'empty'],
};
