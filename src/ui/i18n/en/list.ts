/** Lists of any records. */
export const list = {
  sortBy: 'Sort by {{column}}',
  columns: 'Columns',
  filters: 'Filters',
  showAll: 'Show all',
};
