import type { FieldKindForm } from '../../ui/fields/fieldKindForm.ts';

export const repeaterForm: FieldKindForm = {
  name: { en: 'List of groups', de: 'Liste von Gruppen', es: 'Lista de grupos', fr: 'Liste de groupes' },
  group: 'groups',
  nests: true,
  filter: null,
  conditions: ['filled', 'empty'],
};
