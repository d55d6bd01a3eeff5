import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const urlForm: FieldKindForm = {
  name: { en: 'Web address', de: 'Webadresse', es: 'Dirección web', fr: 'Adresse web' },
  group: 'texts',
  hasPattern: true,
  filter: 'text',
  conditions: ['equals', 'filled', 'empty'],
};
