import type { EditorState, StateCommand, Transaction } from '@codemirror/state';
import { formatText } from './formatText.ts';
import { isBlank } from './lines.ts';
import { isInCode, nodeAround } from './syntax.ts';

const HEAD = '|  |  |  |\n| --- | --- | --- |';
const ROW = '\n|  |  |  |';
const TABLE = HEAD + ROW + ROW;
const FIRST_CELL = 2;

export const canInsertTable = (state: EditorState): boolean =>
  !isInCode(state) && nodeAround(state, state.selection.main, ['Table']) === undefined;

/** Inserts an empty table below the line of the cursor. */
export const insertTable: StateCommand = ({ state, dispatch }) => {
  if (!canInsertTable(state)) return false;
  dispatch(insertBlock(state, TABLE, FIRST_CELL));
  return true;
};

/** Inserts a block of its own below the line of the cursor, or in its place if that is empty. */
function insertBlock(state: EditorState, text: string, cursor: number): Transaction {
  const { doc, selection } = state;
  const line = doc.lineAt(selection.main.head);
  const isFree = line.text.trim() === '';
  const isApart = (number: number): boolean => number < 1 || number > doc.lines || isBlank(doc.line(number));
  const before = isFree ? (isApart(line.number - 1) ? '' : '\n') : '\n\n';
  const after = isApart(line.number + 1) ? '' : '\n';
  const from = isFree ? line.from : line.to;
  return formatText(state, [{ from, to: line.to, insert: before + text + after }], from + before.length + cursor);
}
