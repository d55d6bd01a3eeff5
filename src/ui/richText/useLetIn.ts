import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import type { Entrance } from './useEntrance.ts';

/** Lets whoever came into a text before it had an editor go on in the editor, once that is there. */
export function useLetIn(editor: Editor, entrance: () => Entrance | undefined): void {
  useEffect(() => whenMounted(editor, () => letIn(editor, entrance())), [editor, entrance]);
}

function whenMounted(editor: Editor, act: () => void): () => void {
  if (!editor.isDestroyed) act();
  else editor.on('mount', act);
  return () => void editor.off('mount', act);
}

/** Puts the cursor where somebody came in, and writes what they have typed in the meantime. */
function letIn(editor: Editor, entrance: Entrance | undefined): void {
  if (entrance === undefined) return;
  const { at, typed = '' } = entrance;
  const position = at && editor.view.posAtCoords(at)?.pos;
  editor.commands.focus(position ?? 'start', { scrollIntoView: false });
  if (typed !== '') editor.view.dispatch(editor.state.tr.insertText(typed));
}
