import type { Node } from 'mdast';

/** A piece of a text: from `start` up to `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a node of a parsed text stands in it. */
export const spanOf = ({ position }: Node): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** How far in a node begins, as the blanks that stand before it. */
export const indentOf = ({ position }: Node): string => ' '.repeat((position?.start.column ?? 1) - 1);

/** A place as counted from another one. */
export const within = ({ start, end }: Span, base: number): Span => ({ start: start - base, end: end - base });

/** What takes the place of a piece of a text. */
export interface Splice extends Span {
  readonly text: string;
}

/** A piece of a text with some of it replaced. */
export function spliced(text: string, { start, end }: Span, splices: readonly Splice[]): string {
  let [at, edited] = [start, ''];
  for (const splice of splices) {
    edited += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return edited + text.slice(at, end);
}
