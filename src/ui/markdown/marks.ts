import type { EditorState, StateCommand, Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { formatText } from './formatText.ts';
import { INLINE_NODES, partsOf, trimmed } from './parts.ts';
import { type Change, insertAt, isInCode, nodeAround, nodesIn, remove, type SyntaxRange } from './syntax.ts';

export type MarkdownMark = 'bold' | 'italic' | 'strike' | 'code';

interface Mark {
  /** What its nodes, and the signs at their ends, are called in the syntax tree. */
  readonly node: string;
  readonly signNode: string;
  readonly sign: string;
}

const MARKS: Readonly<Record<MarkdownMark, Mark>> = {
  bold: { node: 'StrongEmphasis', signNode: 'EmphasisMark', sign: '**' },
  italic: { node: 'Emphasis', signNode: 'EmphasisMark', sign: '*' },
  strike: { node: 'Strikethrough', signNode: 'StrikethroughMark', sign: '~~' },
  code: { node: 'InlineCode', signNode: 'CodeMark', sign: '`' },
};

/** Whether everything that is selected has a mark. */
export function hasMark(state: EditorState, name: MarkdownMark): boolean {
  const { main } = state.selection;
  const { node } = MARKS[name];
  if (main.empty) return nodesIn(state, main, [node]).some(({ from, to }) => from < main.from && main.from < to);
  const parts = partsOf(state, main, node);
  return parts.length > 0 && parts.every((part) => markAround(state, part, node) !== undefined);
}

/** The marked text that a range is, or lies in. Other marks may be around it: `***a***` is bold in what is italic. */
function markAround(state: EditorState, range: SyntaxRange, marked: string): SyntaxNode | undefined {
  const around = nodeAround(state, range, [marked]);
  const other = nodesIn(state, range, INLINE_NODES).find(({ from, to }) => from === range.from && to === range.to);
  const { firstChild, lastChild } = other ?? {};
  if (around || !firstChild || !lastChild || firstChild.to > lastChild.from) return around;
  return markAround(state, { from: firstChild.to, to: lastChild.from }, marked);
}

export const canMark = (state: EditorState): boolean => !isInCode(state);

/** Puts a mark around what is selected, or around the word at the cursor; takes it away where all of that has it. */
export const toggleMark =
  (name: MarkdownMark): StateCommand =>
  ({ state, dispatch }) => {
    const { main } = state.selection;
    if (!canMark(state)) return false;
    const mark = MARKS[name];
    dispatch(main.empty ? toggleAtCursor(state, mark) : formatText(state, toggleIn(state, main, mark)));
    return true;
  };

function toggleAtCursor(state: EditorState, mark: Mark): Transaction {
  const at = state.selection.main.head;
  const { length } = mark.sign;
  if (isEmptyMark(state, at, mark)) return formatText(state, [remove({ from: at - length, to: at + length })]);
  const nodes = nodesIn(state, { from: at, to: at }, [mark.node]);
  const before = nodes.find(({ to }) => to === at);
  if (before) return formatText(state, dropSigns(before, mark));
  const around = nodes.findLast(({ from, to }) => from < at && at < to);
  const word = state.wordAt(at);
  // At the end of marked text, what is typed next has no mark.
  if (around && (word === null || at >= signsOf(around, mark).close.from)) return formatText(state, [], around.to);
  if (word === null) return formatText(state, [insertAt(at, mark.sign.repeat(2))], at + length);
  const changes = toggleIn(state, word, mark);
  return formatText(state, changes, at === word.to ? state.changes(changes).mapPos(at, 1) : undefined);
}

/** Whether the cursor is between two signs that have nothing between them. */
function isEmptyMark({ doc }: EditorState, at: number, { sign }: Mark): boolean {
  const line = doc.lineAt(at);
  const run = (text: string): string => /^([*~`]*)/.exec(text)?.[0] ?? '';
  const before = [...line.text.slice(0, at - line.from)].reverse().join('');
  return run(before) === sign && run(line.text.slice(at - line.from)) === sign;
}

function toggleIn(state: EditorState, range: SyntaxRange, mark: Mark): readonly Change[] {
  const parts = partsOf(state, range, mark.node);
  const around = parts.map((part) => markAround(state, part, mark.node));
  if (around.every((node) => node !== undefined)) {
    const nodes = new Map(around.map((node) => [node.from, node]));
    return [...nodes.values()].flatMap((node) => unmark(state, node, parts, mark));
  }
  return joined(state, parts, mark).flatMap((part) => {
    const dropped = nodesIn(state, part, [mark.node]).flatMap((node) => dropSigns(node, mark));
    return [...dropped, ...wrap(state, part, mark, dropped)];
  });
}

/** The ranges together with the marked text that they overlap or touch, so that it becomes one. */
function joined(state: EditorState, parts: readonly SyntaxRange[], { node }: Mark): readonly SyntaxRange[] {
  const all: SyntaxRange[] = [];
  for (const part of parts) {
    const nodes = nodesIn(state, part, [node]);
    const from = Math.min(part.from, ...nodes.map((one) => one.from));
    const to = Math.max(part.to, ...nodes.map((one) => one.to));
    const last = all.at(-1);
    if (last === undefined || last.to < from) all.push({ from, to });
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return all;
}

/** Takes a mark from some parts of its text; the rest keeps it. */
function unmark(state: EditorState, node: SyntaxNode, parts: readonly SyntaxRange[], mark: Mark): readonly Change[] {
  const { open, close } = signsOf(node, mark);
  const rest: SyntaxRange[] = [];
  let from = open.to;
  for (const part of parts.filter((one) => one.from < close.from && one.to > open.to)) {
    const whole = withNodes(state, part, node);
    rest.push({ from, to: whole.from });
    from = whole.to;
  }
  rest.push({ from, to: close.from });
  const kept = rest.flatMap((one) => trimmed(state, one) ?? []);
  return [...dropSigns(node, mark), ...kept.flatMap((one) => wrap(state, one, mark))];
}

/** A range with the links and marks that it is in, inside a node: they stay whole. */
function withNodes(state: EditorState, range: SyntaxRange, within: SyntaxNode): SyntaxRange {
  const nodes = nodesIn(state, range, INLINE_NODES).filter(
    ({ from, to }) => within.from < from && to < within.to && from < range.to && range.from < to,
  );
  return {
    from: Math.min(range.from, ...nodes.map(({ from }) => from)),
    to: Math.max(range.to, ...nodes.map(({ to }) => to)),
  };
}

function signsOf(node: SyntaxNode, { signNode }: Mark): { readonly open: SyntaxRange; readonly close: SyntaxRange } {
  const signs = node.getChildren(signNode);
  return { open: signs[0] ?? node, close: signs.at(-1) ?? node };
}

function dropSigns(node: SyntaxNode, mark: Mark): readonly Change[] {
  const { open, close } = signsOf(node, mark);
  return [remove(open), remove(close)];
}

function wrap(
  state: EditorState,
  { from, to }: SyntaxRange,
  { sign }: Mark,
  dropped: readonly Change[] = [],
): readonly Change[] {
  if (sign !== '`') return [insertAt(from, sign), insertAt(to, sign)];
  const without = state.changes(dropped);
  const text = without.apply(state.doc).sliceString(without.mapPos(from), without.mapPos(to));
  // More signs than stand together in the code itself.
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const space = /^`|`$/.test(text) ? ' ' : '';
  const signs = sign.repeat(longest + 1);
  return [insertAt(from, signs + space), insertAt(to, space + signs)];
}
