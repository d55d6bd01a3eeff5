import { renderHtml } from './html/renderHtml.ts';
import { toMarkdown } from './markdown/toMarkdown.ts';
import type { RichTextNode } from './node.ts';

const WRITERS = { html: (document: RichTextNode) => renderHtml(document), markdown: toMarkdown };

/** The text formats in which a document can be written. */
export type WrittenFormat = keyof typeof WRITERS;

/** A document as text; its addresses are not changed. */
export const writeRichText = (document: RichTextNode, format: WrittenFormat): string => WRITERS[format](document);
