import type { LateMessages } from '../../messages.ts';

export const dataTable: LateMessages['dataTable'] = {
  label: '{{type}}, modifié dans un tableau',
  count_one: '{{count, number}} enregistrement',
  count_other: '{{count, number}} enregistrements',
  add: 'Titre d’un nouvel élément : {{type}}',
  open: 'Ouvrir',
  publish_one: 'Publier {{count, number}} enregistrement',
  publish_other: 'Publier {{count, number}} enregistrements',
  willDiffer_one: '{{count, number}} enregistrement sera différent pour les visiteurs :',
  willDiffer_other: '{{count, number}} enregistrements seront différents pour les visiteurs :',
  published_one: '{{count, number}} enregistrement publié',
  published_other: '{{count, number}} enregistrements publiés',
  failed: '« {{title}} » n’a pas été publié. {{problem}}',
};
