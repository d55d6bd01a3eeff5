import type { RichTextFormat } from '../model/pageShape.ts';
import { toMarkdown } from '../model/richText/markdown/toMarkdown.ts';
import { childrenOf, isNode, type RichTextNode } from '../model/richText/node.ts';
import { renderHtml } from '../model/richText/renderHtml.ts';

/** What one request still has of the time in which others wait for it, and the documents that would take more. */
export interface WritingTime {
  microsecondsLeft: number;
  readonly unwritten: RichTextNode[];
}

export const createWritingTime = (microsecondsLeft: number): WritingTime => ({ microsecondsLeft, unwritten: [] });

/** What a rich text document is shown as; the addresses in it stay as they are. */
const FORMATS = {
  json: (document: RichTextNode): unknown => document,
  html: remembered(renderHtml),
  markdown: showMarkdown,
} satisfies Record<RichTextFormat, unknown>;

/** A document in the form that the reader wants; what is no document stays as it is. */
export const showRichText = (document: unknown, format: RichTextFormat, time: WritingTime): unknown =>
  isNode(document) ? FORMATS[format](document, time) : document;

/** Documents are frozen with their page: what one was rendered as never goes stale and leaves with it. */
function remembered(render: (document: RichTextNode) => string): (document: RichTextNode) => string {
  const known = new WeakMap<RichTextNode, string>();
  return (document) => {
    const text = known.get(document) ?? render(document);
    known.set(document, text);
    return text;
  };
}

const written = new WeakMap<RichTextNode, string>();

/** What a document is as Markdown, from now on. */
export const keepMarkdown = (document: RichTextNode, text: string): void => void written.set(document, text);
export const hasMarkdown = (document: RichTextNode): boolean => written.has(document);

/** Markdown is read back to be sure of what it says: a long document takes longer than others may wait. */
function showMarkdown(document: RichTextNode, time: WritingTime): string {
  const known = written.get(document);
  if (known !== undefined) return known;
  const cost = costOf(document);
  if (cost > time.microsecondsLeft) {
    time.unwritten.push(document);
    return '';
  }
  time.microsecondsLeft -= cost;
  const text = toMarkdown(document);
  keepMarkdown(document, text);
  return text;
}

/** Signs that may have to be escaped, and are read as the beginning of something. */
const SIGN = /[^\p{L}\p{N} ,.;:'"()/?-]/gu;

/** About how many microseconds it takes to write a node as Markdown, and to read it back. */
function costOf(node: RichTextNode): number {
  const text = typeof node.text === 'string' ? node.text : '';
  const own = 60 + text.length + (text.match(SIGN)?.length ?? 0) * 30;
  return childrenOf(node).reduce((sum, child) => sum + costOf(child), own);
}
