import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { textStart } from './lines.ts';
import { nodeAround, nodesIn, type SyntaxRange } from './syntax.ts';

/**
 * The parts of a range that signs can be put around: those in each line and cell, without spaces at their ends. None
 * crosses a link or a mark, except marks of the kind `marked`.
 */
export const partsOf = (state: EditorState, range: SyntaxRange, marked?: string): readonly SyntaxRange[] =>
  splitIntoTextRanges(state, range)
    .flatMap((part) => trimmed(state, part) ?? [])
    .map((part) => fitRange(state, part, marked))
    .filter(({ from, to }) => from < to);

function splitIntoTextRanges(state: EditorState, { from, to }: SyntaxRange): readonly SyntaxRange[] {
  const places: SyntaxRange[] = [];
  for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
    const line = state.doc.lineAt(at);
    const isTable = nodeAround(state, line, ['Table']) !== undefined;
    const inLine = isTable ? nodesIn(state, line, ['TableCell']) : [{ from: textStart(line), to: line.to }];
    places.push(...inLine.map((place) => ({ from: Math.max(from, place.from), to: Math.min(to, place.to) })));
  }
  return places;
}

/** A range without spaces at its ends; undefined if nothing remains. */
export function trimmed({ doc }: EditorState, { from, to }: SyntaxRange): SyntaxRange | undefined {
  const text = doc.sliceString(from, Math.max(from, to));
  const start = from + text.length - text.trimStart().length;
  return text.trim() === '' ? undefined : { from: start, to: start + text.trim().length };
}

export const INLINE_NODES = [
  'Emphasis',
  'StrongEmphasis',
  'Strikethrough',
  'InlineCode',
  'Link',
  'Image',
  'Autolink',
  'URL',
];
/** What has no text inside that could be marked. */
const WHOLE = ['InlineCode', 'Image', 'Autolink', 'URL', 'LinkTitle', 'LinkLabel'];

/** Leaves out the signs of the links and marks that a range is in, and takes in those that it would cross. */
function fitRange(state: EditorState, range: SyntaxRange, marked: string | undefined): SyntaxRange {
  let fit = range;
  for (const node of nodesIn(state, range, [...INLINE_NODES, 'LinkTitle', 'LinkLabel'])) {
    if (node.to <= fit.from || node.from >= fit.to || node.name === marked) continue;
    const isInside = node.from <= fit.from && fit.to <= node.to;
    fit = isInside && !WHOLE.includes(node.name) ? withoutSigns(fit, node) : withNode(fit, node);
  }
  return fit;
}

/** The whole of a node stays whole. */
function withoutSigns({ from, to }: SyntaxRange, node: SyntaxNode): SyntaxRange {
  const [open, second] = node.name === 'Link' ? node.getChildren('LinkMark') : [];
  const start = (open ?? node.firstChild ?? node).to;
  const end = (second ?? node.lastChild ?? node).from;
  const isAll = from === node.from && to === node.to;
  // Behind its text a link has its address.
  const hasAddress = second !== undefined && to > second.to;
  if (isAll || hasAddress) return { from: node.from, to: node.to };
  return { from: Math.max(from, start), to: Math.min(to, end) };
}

function withNode({ from, to }: SyntaxRange, node: SyntaxNode): SyntaxRange {
  const isOfLink = /^(?:URL|Link)/.test(node.name) && /^(?:Link|Image|Autolink)$/.test(node.parent?.name ?? '');
  const { from: start, to: end } = isOfLink ? node.parent! : node;
  return { from: Math.min(from, start), to: Math.max(to, end) };
}
