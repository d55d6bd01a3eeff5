import type { Messages } from '../../messages.ts';

export const list: Messages['list'] = {
  sortBy: 'Nach {{column}} sortieren',
  columns: 'Spalten',
  filters: 'Filter',
  drag: '{{name}} verschieben',
  dragHelp:
    'Mit der Leertaste aufnehmen, mit den Pfeiltasten verschieben, mit der Leertaste ablegen; Escape lässt es, wo es war.',
  lifted: 'Aufgenommen: Platz {{place}} von {{count}}.',
  movedTo: 'Auf Platz {{place}} von {{count}}.',
  dropped: 'Abgelegt auf Platz {{place}} von {{count}}.',
  dragCancelled: 'Bleibt, wo es war.',
  clearSelection: 'Auswahl aufheben',
  showAll: 'Alle zeigen',
};
