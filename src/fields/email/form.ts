import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const emailForm: FieldKindForm = {
  name: { en: 'E-mail address', de: 'E-Mail-Adresse', es: 'Dirección de correo', fr: 'Adresse e-mail' },
  group: 'texts',
  hasPattern: true,
  filter: 'text',
  conditions: ['equals', 'in', 'filled', 'empty'],
};
