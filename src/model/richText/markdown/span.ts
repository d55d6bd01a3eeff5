import type { Node } from 'mdast';

/** A part of a text: from `start` to `end` (exclusive), in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The span of a node in its text. */
export const nodeSpan = ({ position }: Node): TextSpan => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** The indent of a node, as spaces. */
export const indentOf = ({ position }: Node): string => ' '.repeat((position?.start.column ?? 1) - 1);

/** A span relative to `base`. */
export const relativeSpan = ({ start, end }: TextSpan, base: number): TextSpan => ({
  start: start - base,
  end: end - base,
});

/** A span of a text and its replacement. */
export interface Splice extends TextSpan {
  readonly text: string;
}

/** A part of a text with the splices applied. */
export function spliced(text: string, { start, end }: TextSpan, splices: readonly Splice[]): string {
  let [at, edited] = [start, ''];
  for (const splice of splices) {
    edited += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return edited + text.slice(at, end);
}
