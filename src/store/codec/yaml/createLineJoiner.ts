import type { ValueSource } from '../valueSource.ts';

/** Where a member's lines come from. */
export interface MemberOrigin {
  /** Its present index, if it has one. */
  readonly from?: number;
  readonly isSame: boolean;
  /** Blank lines after it would become part of its value. */
  readonly isOpen: boolean;
}

/**
 * Joins members and the comments and blank lines between them, so that none becomes part of a block scalar before it.
 */
export interface LineJoiner {
  member(piece: string, origin: MemberOrigin): void;
  /** Adds lines between members; `before` is the present index of the member below them, if that comes next. */
  follow(lines: string, before?: number): void;
  text(): string;
}

/** Joins the lines of a collection whose members are at the column `indent`. */
export function createLineJoiner(indent: number): LineJoiner {
  let out = '';
  let last: MemberOrigin = { from: -1, isSame: true, isOpen: false };
  let isScalar = false;

  const adapt = (lines: string): string => {
    const closed = last.isOpen ? lines.replace(/^[ \r\n]*\n/, '') : lines;
    if (!isScalar) return closed;
    return closed.replace(/^ *(?=#)/gm, (pad) => pad.slice(0, indent));
  };

  return {
    member(piece, origin) {
      out += piece;
      last = { ...origin, isOpen: origin.isOpen || /\n *\r?\n$/.test(piece.slice(-200)) };
      isScalar = mayEndInScalar(piece, indent);
    },
    follow(lines, before) {
      const isAsItWas = last.isSame && before !== undefined && last.from === before - 1;
      const added = isAsItWas ? lines : adapt(lines);
      out += added;
      if (lines === '' && isAsItWas) return;
      const isBlank = added.trim() === '';
      last = { isSame: false, isOpen: isBlank && last.isOpen };
      isScalar = isBlank && isScalar;
    },
    text: () => out,
  };
}

const SCALAR_HEADER = /[|>][-+\d]{0,2}(?:[ \t]+#[\s\S]*)?\r?$/;

/**
 * Whether a piece may end in a block scalar: comments indented as far would become its text. Looks at its lines from the
 * last one, up to one that is at the column of the piece: all before it are ended by that.
 */
function mayEndInScalar(piece: string, column: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  for (let end = piece.length; end > 0 && least > column; ) {
    const start = piece.lastIndexOf('\n', end - 1) + 1;
    const line = piece.slice(start, end);
    end = start - 1;
    const indent = line.search(/[^ \r]/);
    if (indent < 0) continue;
    if (indent < least && SCALAR_HEADER.test(line)) return true;
    least = Math.min(least, indent);
  }
  return false;
}

/**
 * Shifts lines by columns. Lines below a key or dash are indented further, so there is room to shift them left as far
 * as the key.
 */
export function shiftLines(lines: string, columns: number): string {
  if (columns === 0) return lines;
  const pad = ' '.repeat(Math.max(0, columns));
  const excess = new RegExp(`^ {0,${Math.max(0, -columns)}}`);
  const shift = (line: string): string => (/^\r?\n?$/.test(line) ? line : pad + line.replace(excess, ''));
  return lines
    .split(/(?<=\n)/)
    .map(shift)
    .join('');
}

/** Whether a source ends in a block scalar that keeps the blank lines after it (`|+`). */
export function keepsBlankLines(text: string, source: ValueSource): boolean {
  if (source.shape === 'block') return keepsBlankLines(text, source.members.at(-1)!.value);
  if (source.shape !== 'scalar' || source.headerEnd === undefined) return false;
  return text.slice(source.start, source.headerEnd).includes('+');
}
