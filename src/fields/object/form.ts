import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const objectForm: FieldKindForm = {
  name: { en: 'Group of fields', de: 'Gruppe von Feldern', es: 'Grupo de campos', fr: 'Groupe de champs' },
  group: 'groups',
  nests: true,
  filter: null,
  conditions: ['filled', 'empty'],
};
