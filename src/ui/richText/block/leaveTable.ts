import type { Editor } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { isInTable, selectedRect } from '@tiptap/pm/tables';

/**
 * Lets the arrow keys leave a table at the very beginning or end of the document, where there is no text beyond it for the
 * cursor to go to. Typing there starts a new paragraph.
 */
export function leaveTable({ state, view }: Editor, to: 'up' | 'down'): boolean {
  if (!state.selection.empty || !isInTable(state) || !view.endOfTextblock(to)) return false;
  const { top, bottom, map, table, tableStart } = selectedRect(state);
  const isAtEdge = to === 'up' ? top === 0 : bottom === map.height;
  const $edge = state.doc.resolve(to === 'up' ? tableStart - 1 : tableStart - 1 + table.nodeSize);
  if (
    !isAtEdge ||
    (to === 'up' ? $edge.nodeBefore : $edge.nodeAfter) !== null ||
    !isLastOfCell(state.selection.$from, to)
  )
    return false;
  view.dispatch(state.tr.setSelection(new GapCursor($edge)).scrollIntoView());
  return true;
}

/** Whether the cell has nothing further in that direction. */
function isLastOfCell($position: Editor['state']['selection']['$from'], to: 'up' | 'down'): boolean {
  for (let depth = $position.depth - 1; depth > 0; depth--) {
    const index = $position.index(depth);
    const parent = $position.node(depth);
    if (index !== (to === 'up' ? 0 : parent.childCount - 1)) return false;
    if (/^table(?:Cell|Header)$/.test(parent.type.name)) return true;
  }
  return false;
}
