/** Lists of any records. */
export const list = {
  sortBy: 'Sort by {{column}}',
  columns: 'Columns',
  filters: 'Filters',
  drag: 'Move {{name}}',
  dragHelp:
    'Press space to lift it, the arrow keys to move it, space again to put it down, escape to leave it where it was.',
  lifted: 'Lifted: place {{place}} of {{count}}.',
  movedTo: 'At place {{place}} of {{count}}.',
  dropped: 'Put down at place {{place}} of {{count}}.',
  dragCancelled: 'Left where it was.',
  clearSelection: 'Clear the selection',
  showAll: 'Show all',
};
