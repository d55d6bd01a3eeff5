import { type EditorState, Text, type Transaction } from '@codemirror/state';
import { textStart } from './lines.ts';
import type { Change } from './syntax.ts';

/**
 * A step of formatting. What was selected stays selected, without the signs that are put around it, and the cursor stays
 * with the text before it, unless a place for it is given.
 */
export function formatText(state: EditorState, all: readonly Change[], cursor?: number): Transaction {
  // A text with Windows line endings would take a bare line feed for a letter.
  const changes = state.changes(all.map((one) => ({ ...one, insert: Text.of(one.insert.split('\n')) })));
  const { from, to, empty } = state.selection.main;
  const start = changes.mapPos(from, empty && from > textStart(state.doc.lineAt(from)) ? -1 : 1);
  const selection = {
    anchor: cursor ?? start,
    head: cursor ?? (empty ? start : Math.max(start, changes.mapPos(to, -1))),
  };
  return state.update({ changes, selection, scrollIntoView: true, userEvent: 'format' });
}
