import type { EditorState, Line } from '@codemirror/state';
import { type Change, insertAt } from './syntax.ts';

/** What stands before the text of a line. */
interface LineParts {
  /** The signs of the quotations that it is in. */
  readonly quote: string;
  readonly indent: string;
  /** The sign of an item, with the box of a task. */
  readonly bullet: string;
  /** The sign of a heading. */
  readonly heading: string;
}

const LINE = /^((?:\s{0,3}>\s?)*)(\s*)((?:[-*+]|\d{1,9}[.)])(?:\s+(?:\[[ xX]\]\s+)?|$))?(#{1,6}(?:\s+|$))?/;

export function readLine(text: string): LineParts {
  const [, quote = '', indent = '', bullet = '', heading = ''] = LINE.exec(text) ?? [];
  return { quote, indent, bullet, heading };
}

/** Where the text of a line begins. */
export function textStart({ from, text }: Line): number {
  return from + (LINE.exec(text)?.[0].length ?? 0);
}

export function isBlank({ text }: Line): boolean {
  const { quote, indent } = readLine(text);
  return quote.length + indent.length >= text.length;
}

/** The lines of the selection. One that is only touched at its start does not count. */
export function linesIn({ doc, selection: { main } }: EditorState): readonly Line[] {
  const first = doc.lineAt(main.from);
  const end = doc.lineAt(main.to);
  const last = end.number > first.number && main.to === end.from ? end.number - 1 : end.number;
  return Array.from({ length: last - first.number + 1 }, (_, index) => doc.line(first.number + index));
}

interface Apart {
  /** The signs of the quotation that the lines are in. */
  readonly quote: string;
  /** Whether a line before or after belongs to them. */
  belongs(line: Line): boolean;
}

/** Keeps lines apart from those around them: without a blank line they would be one paragraph. */
export function separateLines(
  { doc }: EditorState,
  lines: readonly Line[],
  { quote, belongs }: Apart,
): readonly Change[] {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const isApart = (number: number): boolean =>
    number < 1 || number > doc.lines || isBlank(doc.line(number)) || belongs(doc.line(number));
  const signs = quote.trimEnd();
  return [
    ...(isApart(first.number - 1) ? [] : [insertAt(first.from, `${signs}\n`)]),
    ...(isApart(last.number + 1) ? [] : [insertAt(last.to, `\n${signs}`)]),
  ];
}
