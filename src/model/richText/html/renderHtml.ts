import { escapeHtml } from '../../../lib/text/escapeHtml.ts';
import { contentOf, isNode, MAX_DEPTH, type RichTextNode } from '../node.ts';
import { MARKS, NODES } from '../rules.ts';
import { attribute, htmlAttributes } from './htmlAttributes.ts';
import { type Inline, nestMarks } from './nestMarks.ts';
import { linkStartTag, renderImage } from './renderImage.ts';

interface HtmlRenderContext {
  readonly depth: number;
  /** Whether there is already a link around: HTML allows no link inside another. */
  readonly isLinked: boolean;
}

type HtmlRenderer = (node: RichTextNode, render: HtmlRenderContext) => string;

/**
 * Renders a document as HTML. Only the nodes, marks and attributes in `rules.ts` are rendered, and only where they are
 * allowed; all text is escaped, and every address is checked. Never throws.
 */
export function renderHtml(document: unknown): string {
  if (!isNode(document) || document.type !== 'doc') return '';
  return renderContent(document, { depth: 0, isLinked: false });
}

const elementRenderer =
  (name: string): HtmlRenderer =>
  (node, render) =>
    `<${name}>${renderContent(node, render)}</${name}>`;

const RENDERERS: Readonly<Record<string, HtmlRenderer>> = {
  paragraph: renderParagraph,
  heading: (node, render) => elementRenderer(`h${attribute(node, 'level') ?? 2}`)(node, render),
  bulletList: elementRenderer('ul'),
  orderedList: (node, render) => {
    const start = attribute(node, 'start');
    return `<ol${htmlAttributes({ start: start === 1 ? undefined : start })}>${renderContent(node, render)}</ol>`;
  },
  listItem: elementRenderer('li'),
  blockquote: elementRenderer('blockquote'),
  codeBlock: (node) => {
    const language = attribute(node, 'language');
    const name = language ? { class: `language-${language}` } : {};
    return `<pre><code${htmlAttributes(name)}>${contentOf(node).map(plainTextOf).join('')}</code></pre>`;
  },
  image: (node, { isLinked }) => renderImage(node, isLinked),
  table: renderTable,
  tableRow: elementRenderer('tr'),
  tableHeader: renderCell('th'),
  tableCell: renderCell('td'),
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  text: plainTextOf,
};

const MARK_TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

function plainTextOf(node: unknown): string {
  return isNode(node) && node.type === 'text' && typeof node.text === 'string' ? escapeHtml(node.text) : '';
}

/** The children of a node that are allowed in it. */
function allowedChildren(node: RichTextNode): readonly RichTextNode[] {
  const allowed = NODES.get(node.type)?.content ?? [];
  return contentOf(node).filter((child): child is RichTextNode => isNode(child) && allowed.includes(child.type));
}

function renderContent(node: RichTextNode, render: HtmlRenderContext): string {
  if (render.depth > MAX_DEPTH) return '';
  const inside = { ...render, depth: render.depth + 1 };
  return renderInlineNodes(allowedChildren(node), inside);
}

const renderInlineNodes = (nodes: readonly RichTextNode[], render: HtmlRenderContext): string =>
  nestMarks(nodes)
    .map((inline) => renderInline(inline, render))
    .join('');

function renderInline(inline: Inline, render: HtmlRenderContext): string {
  if ('node' in inline) return RENDERERS[inline.node.type]?.(inline.node, render) ?? '';
  const { mark, content } = inline;
  if (mark.type === 'link') return renderLinkMark(mark, content, render);
  const tag = Object.hasOwn(MARK_TAGS, mark.type) ? MARK_TAGS[mark.type] : undefined;
  const inner = content.map((one) => renderInline(one, render)).join('');
  return tag ? `<${tag}>${inner}</${tag}>` : inner;
}

function renderLinkMark(mark: RichTextNode, content: readonly Inline[], render: HtmlRenderContext): string {
  const open = render.isLinked ? undefined : linkStartTag(mark, MARKS.get('link'));
  const inner = content.map((one) => renderInline(one, open ? { ...render, isLinked: true } : render)).join('');
  return open ? `${open}${inner}</a>` : inner;
}

/** A paragraph cannot contain a figure: it ends before each figure, and continues after it. */
function renderParagraph(node: RichTextNode, render: HtmlRenderContext): string {
  const children = allowedChildren(node);
  const figures = children.flatMap((child, index) => (hasCaption(child) ? [index] : []));
  if (figures.length === 0) return elementRenderer('p')(node, render);
  const paragraph = (from: number, to?: number): string =>
    from === (to ?? children.length) ? '' : `<p>${renderInlineNodes(children.slice(from, to), render)}</p>`;
  const parts = figures.map((at, index) => {
    const before = paragraph(index === 0 ? 0 : figures[index - 1]! + 1, at);
    return before + renderInlineNodes([children[at]!], render);
  });
  return parts.join('') + paragraph(figures.at(-1)! + 1);
}

const hasCaption = (node: RichTextNode): boolean => node.type === 'image' && Boolean(attribute(node, 'caption'));

function renderTable(node: RichTextNode, render: HtmlRenderContext): string {
  const rows = allowedChildren(node);
  const isHead = (row: RichTextNode): boolean => allowedChildren(row).every(({ type }) => type === 'tableHeader');
  const body = rows.findIndex((row) => !isHead(row));
  const inside = { ...render, depth: render.depth + 1 };
  const section = (name: string, from: number, to: number): string =>
    from === to ? '' : `<${name}>${renderInlineNodes(rows.slice(from, to), inside)}</${name}>`;
  const split = body < 0 ? rows.length : body;
  return `<table>${section('thead', 0, split)}${section('tbody', split, rows.length)}</table>`;
}

function renderCell(name: string): HtmlRenderer {
  return (node, render) => {
    const [colspan, rowspan] = [cellSpan(node, 'colspan'), cellSpan(node, 'rowspan')];
    return `<${name}${htmlAttributes({ colspan, rowspan })}>${renderContent(node, render)}</${name}>`;
  };
}

function cellSpan(node: RichTextNode, name: string): unknown {
  const span = attribute(node, name);
  return span === 1 ? undefined : span;
}
