import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';

/** A position in the text that moves along while the text around it changes, also by somebody else. */
export interface TrackedPosition {
  at(): number;
  /** The node behind it; undefined once it was deleted. */
  node(): Node | undefined;
  stop(): void;
}

export function trackPosition(editor: Editor, start: number): TrackedPosition {
  let position = start;
  let isDeleted = false;
  const follow = ({ transaction: { mapping } }: { readonly transaction: Transaction }): void => {
    const { pos, deletedAfter } = mapping.mapResult(position);
    isDeleted ||= deletedAfter;
    // What takes the place of a deleted node begins where it began.
    position = deletedAfter ? mapping.map(position, -1) : pos;
  };
  editor.on('transaction', follow);
  return {
    at: () => position,
    node: () => (isDeleted ? undefined : (editor.state.doc.nodeAt(position) ?? undefined)),
    stop: () => void editor.off('transaction', follow),
  };
}
