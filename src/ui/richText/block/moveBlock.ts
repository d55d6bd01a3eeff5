import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';

/** A block and the position where it begins. */
export interface BlockAtPosition {
  readonly node: Node;
  readonly position: number;
}

/** The list item, or else the top-level block, in which the selection begins. */
export function blockAtSelection({ state: { selection } }: Editor): BlockAtPosition | undefined {
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return { node: selection.node, position: selection.from };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type.name === 'listItem' || depth === 1) return { node, position: $from.before(depth) };
  }
  return undefined;
}

/** Swaps a block with the one before or after it. */
export function moveBlock(editor: Editor, { node, position }: BlockAtPosition, by: -1 | 1): boolean {
  const { state, view } = editor;
  const $position = state.doc.resolve(position);
  const other = by < 0 ? $position.nodeBefore : state.doc.resolve(position + node.nodeSize).nodeAfter;
  if (other === null) return false;
  const target = by < 0 ? position - other.nodeSize : position + other.nodeSize;
  const { tr, selection } = state;
  tr.delete(position, position + node.nodeSize).insert(target, node);
  const shift = target - position;
  if (!(selection instanceof TextSelection)) tr.setSelection(selectionAt(tr.doc, target, node));
  // A cursor in another block stays where it is.
  else if (selection.from > position && selection.to < position + node.nodeSize)
    tr.setSelection(TextSelection.create(tr.doc, selection.anchor + shift, selection.head + shift));
  view.dispatch(tr.scrollIntoView());
  return true;
}

const selectionAt = (doc: Node, position: number, node: Node): Selection =>
  NodeSelection.isSelectable(node) ? NodeSelection.create(doc, position) : Selection.near(doc.resolve(position + 1));

export function duplicateBlock({ state, view }: Editor, { node, position }: BlockAtPosition): void {
  view.dispatch(state.tr.insert(position + node.nodeSize, node).scrollIntoView());
}

export function deleteBlock({ state, view }: Editor, { node, position }: BlockAtPosition): void {
  view.dispatch(state.tr.delete(position, position + node.nodeSize).scrollIntoView());
}
