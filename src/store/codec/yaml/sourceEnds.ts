import { lineStart, nextLine, type ScalarSource, type ValueSource } from '../valueSource.ts';

/** The source of an absent value, which would be at `at`. */
export const missingScalar = (at: number): ScalarSource => ({
  shape: 'scalar',
  style: 'plain',
  start: at,
  end: at,
  value: null,
});

/**
 * The start of a block collection whose first member is at `begin` and whose key or dash ends at `at` (absent for the
 * root).
 */
export function blockStart(text: string, begin: number, at?: number): number {
  const line = lineStart(text, begin);
  if (text.slice(line, begin).trim() !== '') return begin;
  return at === undefined ? line : nextLine(text, at);
}

/** The end of a member's last line, including comment lines after it that are indented like its value. */
export function memberEnd(text: string, value: ValueSource, start: number, keyEnd: number): number {
  if (value.shape === 'scalar' && value.headerEnd !== undefined) return value.end;
  if (value.shape !== 'block') return nextLine(text, Math.max(value.end, keyEnd));
  const column = start - lineStart(text, start);
  return value.indent > column ? trailingComments(value.end, value.indent, text) : value.end;
}

function trailingComments(from: number, indent: number, text: string): number {
  let end = from;
  for (let at = from; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at));
    const column = line.search(/[^ \r\n]/);
    if (column >= 0 && (line[column] !== '#' || column < indent)) break;
    if (column >= 0) end = at + line.length;
  }
  return end;
}

/** The end of a block scalar. Blank lines after it belong to it only if it keeps them (`|+`). */
export function blockScalarEnd(text: string, headerEnd: number, end: number): number {
  const content = nextLine(text, headerEnd);
  if (text[headerEnd - 1] === '+' || text[headerEnd - 2] === '+') return Math.max(content, end);
  let last = Math.max(content, end);
  for (
    let line = lineStart(text, last - 1);
    line >= content && isBlankRange(text, line, last);
    line = lineStart(text, last - 1)
  ) {
    last = line;
  }
  return last;
}

function isBlankRange(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!' \r\n'.includes(text[at]!)) return false;
  return true;
}
