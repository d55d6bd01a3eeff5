import type { DocumentFormat } from '../../model/page/pageShape.ts';
import { childrenOf, isNode, type RichTextNode } from '../../model/richText/node.ts';
import { type WrittenFormat, writeRichText } from '../../model/richText/writeRichText.ts';

interface FormatWriting {
  /** The estimated time in microseconds to write a node with this text, without its children. */
  costOf(text: string): number;
  /** Written documents. Documents are frozen with their page, so an entry never becomes stale. */
  readonly known: WeakMap<RichTextNode, string>;
}

/** Characters that may need escaping, because they can begin Markdown. */
const SIGN = /[^\p{L}\p{N} ,.;:'"()/?-]/gu;

const WRITINGS: Readonly<Record<WrittenFormat, FormatWriting>> = {
  html: { costOf: (text) => 8 + text.length / 20, known: new WeakMap() },
  // Includes reading the text back to verify it.
  markdown: {
    costOf: (text) => 60 + text.length + (text.match(SIGN)?.length ?? 0) * 30,
    known: new WeakMap(),
  },
};

/** A document that is still to be written. */
export interface UnwrittenDocument {
  readonly document: RichTextNode;
  readonly format: WrittenFormat;
}

/** The time that a request may still block others, and the documents that would have taken longer. */
export interface WritingTime {
  microsecondsLeft: number;
  readonly unwritten: UnwrittenDocument[];
}

export const createWritingTime = (microsecondsLeft: number): WritingTime => ({ microsecondsLeft, unwritten: [] });

/** Caches the text of a document. */
export const cacheWriting = ({ document, format }: UnwrittenDocument, text: string): void =>
  void WRITINGS[format].known.set(document, text);
export const isWritten = ({ document, format }: UnwrittenDocument): boolean => WRITINGS[format].known.has(document);

/** Gives texts the addresses that their readers need. */
export interface TextOpening {
  /** Called before a document becomes text, where addresses are hard to find. */
  document(document: RichTextNode): RichTextNode;
  markdown(text: string): string;
}

export interface RichTextView {
  readonly format: DocumentFormat;
  readonly time: WritingTime;
  readonly opening?: TextOpening | undefined;
}

/** A document in the requested format; a value that is not a document is returned as it is. */
export const showRichText = (document: unknown, { format, time, opening }: RichTextView): unknown =>
  format === 'json' || !isNode(document)
    ? document
    : showWritten({ document: opening?.document(document) ?? document, format }, time);

/** Writes a document. One that would take too long is left for later, as an empty text. */
function showWritten(wanted: UnwrittenDocument, time: WritingTime): string {
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
  cacheWriting(wanted, text);
  return text;
}

const sumOf = (node: RichTextNode, costOf: FormatWriting['costOf']): number =>
  childrenOf(node).reduce(
    (sum, child) => sum + sumOf(child, costOf),
    costOf(typeof node.text === 'string' ? node.text : ''),
  );
