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
