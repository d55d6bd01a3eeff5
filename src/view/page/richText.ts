import type { RichTextFormat } from '../../model/page/pageShape.ts';
import { childrenOf, isNode, type RichTextNode } from '../../model/richText/node.ts';
import { type WrittenFormat, writeRichText } from '../../model/richText/writeRichText.ts';

interface Writing {
  /** About how many microseconds it takes to write a node that holds this text, its children left out. */
  costOf(text: string): number;
  /** Documents are frozen with their page: what one was written as never goes stale and leaves with it. */
  readonly known: WeakMap<RichTextNode, string>;
}

/** Signs that may have to be escaped, and are read as the beginning of something. */
const SIGN = /[^\p{L}\p{N} ,.;:'"()/?-]/gu;

const WRITINGS: Readonly<Record<WrittenFormat, Writing>> = {
  html: { costOf: (text) => 8 + text.length / 20, known: new WeakMap() },
  // It is read back to be sure of what it says.
  markdown: {
    costOf: (text) => 60 + text.length + (text.match(SIGN)?.length ?? 0) * 30,
    known: new WeakMap(),
  },
};

/** A document that is to be written. */
export interface Unwritten {
  readonly document: RichTextNode;
  readonly format: WrittenFormat;
}

/** What one request still has of the time in which others wait for it, and the documents that would take more. */
export interface WritingTime {
  microsecondsLeft: number;
  readonly unwritten: Unwritten[];
}

export const createWritingTime = (microsecondsLeft: number): WritingTime => ({ microsecondsLeft, unwritten: [] });

/** What a document is in that format, from now on. */
export const keepWritten = ({ document, format }: Unwritten, text: string): void =>
  void WRITINGS[format].known.set(document, text);
export const isWritten = ({ document, format }: Unwritten): boolean => WRITINGS[format].known.has(document);

/** A document in the form that the reader wants; what is no document stays as it is. */
export const showRichText = (document: unknown, format: RichTextFormat, time: WritingTime): unknown =>
  format === 'json' || !isNode(document) ? document : showWritten({ document, format }, time);

/** A document that would take longer than others may wait is left for later. */
function showWritten(wanted: Unwritten, time: WritingTime): string {
  const { costOf, known } = WRITINGS[wanted.format];
  const before = known.get(wanted.document);
  if (before !== undefined) return before;
  const cost = sumOf(wanted.document, costOf);
  if (cost > time.microsecondsLeft) {
    time.unwritten.push(wanted);
    return '';
  }
  time.microsecondsLeft -= cost;
  const text = writeRichText(wanted.document, wanted.format);
  keepWritten(wanted, text);
  return text;
}

const sumOf = (node: RichTextNode, costOf: Writing['costOf']): number =>
  childrenOf(node).reduce(
    (sum, child) => sum + sumOf(child, costOf),
    costOf(typeof node.text === 'string' ? node.text : ''),
  );
