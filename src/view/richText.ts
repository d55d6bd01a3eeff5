import { toMarkdown } from '../model/richText/markdown/toMarkdown.ts';
import { isNode, type RichTextNode } from '../model/richText/node.ts';
import { renderHtml } from '../model/richText/renderHtml.ts';

/** What a rich text document is shown as; the addresses in it stay as they are. */
const FORMATS = {
  json: (document: RichTextNode): unknown => document,
  html: remembered(renderHtml),
  markdown: remembered(toMarkdown),
};

export type RichTextFormat = keyof typeof FORMATS;
export const RICH_TEXT_FORMATS = Object.keys(FORMATS) as RichTextFormat[];

/** A document in the form that the reader wants; what is no document stays as it is. */
export const showRichText = (document: unknown, format: RichTextFormat): unknown =>
  isNode(document) ? FORMATS[format](document) : document;

/** Documents are frozen with their page: what one was rendered as never goes stale and leaves with it. */
function remembered(render: (document: RichTextNode) => string): (document: RichTextNode) => string {
  const known = new WeakMap<RichTextNode, string>();
  return (document) => {
    const text = known.get(document) ?? render(document);
    known.set(document, text);
    return text;
  };
}
