import type { Messages } from '../messages.ts';

export const list: Messages['list'] = {
  sortBy: 'Nach {{column}} sortieren',
  columns: 'Spalten',
  filters: 'Filter',
  showAll: 'Alle zeigen',
};
