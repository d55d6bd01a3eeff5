import type { Messages } from '../../messages.ts';

export const list: Messages['list'] = {
  sortBy: 'Ordenar por {{column}}',
  columns: 'Columnas',
  drag: 'Mover {{name}}',
  dragHelp: 'Espacio para tomarlo, las flechas para moverlo y Espacio para soltarlo. Esc cancela.',
  lifted: 'Tomado. Posición {{place}} de {{count, number}}.',
  movedTo: 'Posición {{place}} de {{count, number}}.',
  dropped: 'Soltado en la posición {{place}} de {{count, number}}.',
  dragCancelled: 'Cancelado. Ha vuelto a su lugar.',
  clearSelection: 'Quitar la selección',
  showAll: 'Mostrar todo',
  noneFoundHelp: 'Cambiar la búsqueda o los filtros.',
};
