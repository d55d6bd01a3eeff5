import type { LateMessages } from '../../messages.ts';

export const dataTable: LateMessages['dataTable'] = {
  label: '{{type}}, editado en una tabla',
  count_one: '{{count, number}} registro',
  count_other: '{{count, number}} registros',
  add: 'Título de un nuevo {{type}}',
  open: 'Abrir',
  publish_one: 'Publicar {{count, number}} registro',
  publish_other: 'Publicar {{count, number}} registros',
  willDiffer_one: '{{count, number}} registro será distinto para los visitantes:',
  willDiffer_other: '{{count, number}} registros serán distintos para los visitantes:',
  published_one: '{{count, number}} registro publicado',
  published_other: '{{count, number}} registros publicados',
  failed: '«{{title}}» no se publicó. {{problem}}',
};
