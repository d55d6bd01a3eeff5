import { toMarkdown } from '../model/richText/markdown/toMarkdown.ts';
import { isNode, type RichTextNode } from '../model/richText/node.ts';
import { renderHtml } from '../model/richText/renderHtml.ts';

/** What a rich text document is shown as where not as it is; the addresses in it stay as they are. */
const FORMATS = {
  html: remembered(renderHtml),
  markdown: remembered(toMarkdown),
};

export type RichTextFormat = 'json' | keyof typeof FORMATS;
export const RICH_TEXT_FORMATS: readonly RichTextFormat[] = ['json', 'html', 'markdown'];

/** A document in the form that the reader wants; what is no document stays as it is. */
export const showRichText = (document: unknown, format: RichTextFormat): unknown =>
  isNode(document) && format !== 'json' ? new Rendered(document, FORMATS[format]) : document;

/** A document that is rendered when it is written: that takes long, and needs nothing but the document. */
class Rendered {
  readonly document: RichTextNode;
  readonly #render: (document: RichTextNode) => string;

  constructor(document: RichTextNode, render: (document: RichTextNode) => string) {
    this.document = document;
    this.#render = render;
  }

  toJSON(): string {
    return this.#render(this.document);
  }
}

/** Documents are frozen with their page: what one was rendered as never goes stale and leaves with it. */
function remembered(render: (document: RichTextNode) => string): (document: RichTextNode) => string {
  const known = new WeakMap<RichTextNode, string>();
  return (document) => {
    const text = known.get(document) ?? render(document);
    known.set(document, text);
    return text;
  };
}
