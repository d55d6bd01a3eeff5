import { renderHtml } from './html/renderHtml.ts';
import { toMarkdown } from './markdown/toMarkdown.ts';
import type { RichTextNode } from './node.ts';

const WRITERS = { html: (document: RichTextNode) => renderHtml(document), markdown: toMarkdown };

/** What a document can be written as. */
export type WrittenFormat = keyof typeof WRITERS;

/** A document as text; its addresses stay as they are. */
export const writeRichText = (document: RichTextNode, format: WrittenFormat): string => WRITERS[format](document);
