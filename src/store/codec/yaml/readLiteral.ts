import { trimEndCharacter } from './yamlScalar.ts';

const HEADER = /\|([-+]?)\n/y;

/**
 * Reads the literal scalar (`|`) at `at` in a collection at `column`; `end` is the start of the next line. Undefined if
 * it is empty, states its indentation or has lines of only spaces.
 */
export function readLiteral(text: string, at: number, column: number): { content: string; end: number } | undefined {
  HEADER.lastIndex = at;
  const header = HEADER.exec(text);
  if (!header) return undefined;
  const lines: string[] = [];
  let margin = -1;
  let begin = HEADER.lastIndex;
  for (let end = begin; begin < text.length; begin = end + 1) {
    end = text.indexOf('\n', begin);
    const line = text.slice(begin, end);
    const pad = line.search(/[^ ]/);
    if (pad < 0 && line !== '') return undefined;
    if (margin < 0 && pad >= 0) margin = pad;
    if (pad >= 0 && (pad < margin || pad <= column)) break;
    lines.push(line.slice(Math.max(margin, 0)));
  }
  return margin <= column ? undefined : { content: chomped(lines, header[1]!), end: begin };
}

function chomped(lines: readonly string[], chomp: string): string {
  if (chomp === '+') return `${lines.join('\n')}\n`;
  const content = trimEndCharacter(lines.join('\n'), '\n');
  return chomp === '-' ? content : `${content}\n`;
}
