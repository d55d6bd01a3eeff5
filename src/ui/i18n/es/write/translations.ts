import type { LateMessages } from '../../messages.ts';

export const translations: LateMessages['translations'] = {
  title: 'Traducciones',
  outdated_one: '{{count, number}} traducción está desactualizada',
  outdated_other: '{{count, number}} traducciones están desactualizadas',
  drafts_one: '{{count, number}} borrador',
  drafts_other: '{{count, number}} borradores',
  missing_one: '{{count, number}} página sin traducir',
  missing_other: '{{count, number}} páginas sin traducir',
  complete: 'Todo está traducido',
  unknown: 'No se sabe qué versión de esta página se tradujo.',
  current: 'Nada ha cambiado aquí desde la traducción.',
  changed_one: '{{count, number}} valor ha cambiado desde la traducción ({{language}})',
  changed_other: '{{count, number}} valores han cambiado desde la traducción ({{language}})',
  changedSomehow: 'Esta página ha cambiado desde la traducción ({{language}})',
  bringOver: 'Traer',
  bringOverNamed: 'Traer: {{label}}',
  brought: '{{label}}: traído',
  upToDate: 'Marcar como actualizada',
  isUpToDate: 'Marcada como actualizada',
};
