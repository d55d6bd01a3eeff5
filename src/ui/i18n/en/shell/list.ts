/** Lists of records of any kind. */
export const list = {
  sortBy: 'Sort by {{column}}',
  columns: 'Columns',
  drag: 'Move {{name}}',
  dragHelp: 'Press Space to pick it up, the arrow keys to move it, and Space again to drop it. Escape cancels.',
  lifted: 'Picked up. Position {{place}} of {{count, number}}.',
  movedTo: 'Position {{place}} of {{count, number}}.',
  dropped: 'Dropped at position {{place}} of {{count, number}}.',
  dragCancelled: 'Cancelled. It is back where it was.',
  clearSelection: 'Clear the selection',
  showAll: 'Show all',
  noneFoundHelp: 'Change the search or the filters.',
};
