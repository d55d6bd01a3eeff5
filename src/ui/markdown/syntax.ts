import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

export interface SyntaxRange {
  readonly from: number;
  readonly to: number;
}

/** A replacement in a text, in the positions that the text has before. */
export interface Change extends SyntaxRange {
  readonly insert: string;
}

export const insertAt = (at: number, insert: string): Change => ({ from: at, to: at, insert });
export const remove = ({ from, to }: SyntaxRange): Change => ({ from, to, insert: '' });

const PARSING_MS = 100;

/** The nodes of these names that overlap or touch a range, outer ones first. */
export function nodesIn(
  state: EditorState,
  { from, to }: SyntaxRange,
  names: readonly string[],
): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const tree = ensureSyntaxTree(state, to, PARSING_MS) ?? syntaxTree(state);
  tree.iterate({ from, to, enter: ({ name, node }) => void (names.includes(name) && found.push(node)) });
  return found;
}

/** The innermost node of these names that a range lies in. */
export const nodeAround = (state: EditorState, range: SyntaxRange, names: readonly string[]): SyntaxNode | undefined =>
  nodesIn(state, range, names).findLast(({ from, to }) => from <= range.from && range.to <= to);

const CODE = ['FencedCode', 'CodeBlock'];

/** Whether the selection begins or ends in a block of code, where nothing is Markdown. */
export const isInCode = (state: EditorState): boolean =>
  [state.selection.main.from, state.selection.main.to].some(
    (at) => nodeAround(state, { from: at, to: at }, CODE) !== undefined,
  );
