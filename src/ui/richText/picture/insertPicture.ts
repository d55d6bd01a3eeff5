import type { Editor } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import type { Node } from '@tiptap/pm/model';
import { type Selection, TextSelection } from '@tiptap/pm/state';
import { PICTURES } from '../document/pictures.ts';
import type { PictureChoice } from '../sources.ts';

/** Inserts a picture between blocks and puts the cursor after it, so that typing does not replace it. */
export function insertPicture({ state, view }: Editor, position: number, { src, alt }: PictureChoice): void {
  const picture = state.schema.nodes[PICTURES.block]!.create({ src, alt: alt || null });
  const tr = state.tr.replaceRangeWith(position, position, picture);
  tr.setSelection(behind(tr.doc, picture) ?? tr.selection);
  view.dispatch(tr.scrollIntoView());
  view.focus();
}

function behind(doc: Node, picture: Node): Selection | undefined {
  let end: number | undefined;
  doc.descendants((node, position) => {
    if (node === picture) end = position + node.nodeSize;
    return end === undefined;
  });
  if (end === undefined) return undefined;
  const $end = doc.resolve(end);
  return $end.nodeAfter?.isTextblock ? TextSelection.near($end) : new GapCursor($end);
}
