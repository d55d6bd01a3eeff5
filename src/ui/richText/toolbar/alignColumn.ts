import type { Editor } from '@tiptap/core';
import { selectedRect, TableMap } from '@tiptap/pm/tables';

/** Aligns all cells of the selected columns: Markdown can align only whole columns. */
export function alignColumn({ state, view }: Editor, align: 'center' | 'right' | null): void {
  const { map, table, tableStart, left, right } = selectedRect(state);
  const cells = map.cellsInRect({ left, right, top: 0, bottom: TableMap.get(table).height });
  const { tr } = state;
  for (const cell of cells) tr.setNodeAttribute(tableStart + cell, 'align', align);
  view.dispatch(tr);
  view.focus();
}
