import type { Messages } from '../../messages.ts';

export const list: Messages['list'] = {
  sortBy: 'Nach {{column}} sortieren',
  columns: 'Spalten',
  drag: '{{name}} verschieben',
  dragHelp:
    'Mit der Leertaste aufnehmen, mit den Pfeiltasten verschieben, mit der Leertaste ablegen. Escape bricht ab.',
  lifted: 'Aufgenommen. Position {{place}} von {{count, number}}.',
  movedTo: 'Position {{place}} von {{count, number}}.',
  dropped: 'Abgelegt auf Position {{place}} von {{count, number}}.',
  dragCancelled: 'Abgebrochen. Es ist wieder, wo es war.',
  clearSelection: 'Auswahl aufheben',
  showAll: 'Alle zeigen',
  noneFoundHelp: 'Ändern Sie die Suche oder die Filter.',
};
