import { escapeHtml } from '../../../lib/text/escapeHtml.ts';
import { contentOf, isNode, MAX_DEPTH, type RichTextNode } from '../node.ts';
import { MARKS, NODES } from '../rules.ts';
import { attribute, htmlAttributes } from './htmlAttributes.ts';
import { type Inline, nestMarks } from './nestMarks.ts';
import { linkStartTag, renderImage } from './renderImage.ts';

/** Renders one node or mark: `inner` is the HTML of its content, `plain` returns the HTML without an override. */
type HtmlOverride = (node: RichTextNode, inner: string, plain: () => string) => string;

/** By the type of node or mark. */
export type HtmlOverrides = { readonly [type: string]: HtmlOverride | undefined };

interface HtmlRenderContext {
  readonly overrides: HtmlOverrides;
  readonly depth: number;
  /** Whether there is already a link around: HTML allows no link inside another. */
  readonly isLinked: boolean;
}

type HtmlRenderer = (node: RichTextNode, inner: string, render: HtmlRenderContext) => string;

/**
 * Renders a document as HTML, on the server and in front ends. Only the nodes, marks and attributes in `rules.ts` are
 * rendered, and only where they are allowed; all text is escaped, and every address is checked. Never throws, unless an
 * override does.
 */
export function renderHtml(document: unknown, overrides: HtmlOverrides = {}): string {
  if (!isNode(document) || document.type !== 'doc') return '';
  return renderContent(document, { overrides, depth: 0, isLinked: false });
}

const wrapInElement = (name: string, inner: string, attributes = ''): string =>
  `<${name}${attributes}>${inner}</${name}>`;

const elementRenderer =
  (name: string): HtmlRenderer =>
  (_, inner) =>
    wrapInElement(name, inner);

const cellRenderer =
  (name: string): HtmlRenderer =>
  (node, inner) => {
    const [colspan, rowspan] = [beyondOne(attribute(node, 'colspan')), beyondOne(attribute(node, 'rowspan'))];
    return wrapInElement(name, inner, htmlAttributes({ colspan, rowspan }));
  };

const beyondOne = (value: unknown): unknown => (value === 1 ? undefined : value);

const RENDERERS: Readonly<Record<string, HtmlRenderer>> = {
  paragraph: renderParagraph,
  heading: (node, inner) => wrapInElement(`h${attribute(node, 'level') ?? 2}`, inner),
  bulletList: elementRenderer('ul'),
  orderedList: (node, inner) =>
    wrapInElement('ol', inner, htmlAttributes({ start: beyondOne(attribute(node, 'start')) })),
  listItem: elementRenderer('li'),
  blockquote: elementRenderer('blockquote'),
  codeBlock(node, inner) {
    const language = attribute(node, 'language');
    const name = language ? { class: `language-${language}` } : {};
    return wrapInElement('pre', wrapInElement('code', inner, htmlAttributes(name)));
  },
  image: (node, _, { isLinked }) => renderImage(node, isLinked),
  table: elementRenderer('table'),
  tableRow: elementRenderer('tr'),
  tableHeader: cellRenderer('th'),
  tableCell: cellRenderer('td'),
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  text: (_, inner) => inner,
};

const MARK_TAGS: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['code', 'code'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]);

/** The children of a node that are allowed in it. */
function allowedChildren(node: RichTextNode): readonly RichTextNode[] {
  const allowed = NODES.get(node.type)?.content ?? [];
  return contentOf(node).filter((child): child is RichTextNode => isNode(child) && allowed.includes(child.type));
}

function renderNode(node: RichTextNode, render: HtmlRenderContext): string {
  const inner = renderInner(node, render);
  return override(node, inner, () => RENDERERS[node.type]?.(node, inner, render) ?? '', render);
}

function override(node: RichTextNode, inner: string, plain: () => string, { overrides }: HtmlRenderContext): string {
  const own = Object.hasOwn(overrides, node.type) ? overrides[node.type] : undefined;
  return own ? own(node, inner, plain) : plain();
}

function renderInner(node: RichTextNode, render: HtmlRenderContext): string {
  if (node.type === 'text') return typeof node.text === 'string' ? escapeHtml(node.text) : '';
  if (node.type === 'table') return renderRows(node, render);
  return renderContent(node, render);
}

function renderContent(node: RichTextNode, render: HtmlRenderContext): string {
  // Text in a code block has no marks.
  if (node.type === 'codeBlock')
    return allowedChildren(node)
      .map((text) => renderNode(text, render))
      .join('');
  if (render.depth > MAX_DEPTH) return '';
  return renderInlineNodes(allowedChildren(node), { ...render, depth: render.depth + 1 });
}

const renderInlineNodes = (nodes: readonly RichTextNode[], render: HtmlRenderContext): string =>
  nestMarks(nodes)
    .map((inline) => renderInline(inline, render))
    .join('');

function renderInline(inline: Inline, render: HtmlRenderContext): string {
  if ('node' in inline) return renderNode(inline.node, render);
  const { mark, content } = inline;
  const link = mark.type === 'link' && !render.isLinked ? linkStartTag(mark, MARKS.get('link')) : undefined;
  const inside = link === undefined ? render : { ...render, isLinked: true };
  const inner = content.map((one) => renderInline(one, inside)).join('');
  if (link !== undefined) return override(mark, inner, () => `${link}${inner}</a>`, render);
  const tag = MARK_TAGS.get(mark.type);
  return tag === undefined ? inner : override(mark, inner, () => wrapInElement(tag, inner), render);
}

/** A paragraph cannot contain a figure: it ends before each figure, and continues after it. */
function renderParagraph(node: RichTextNode, inner: string, render: HtmlRenderContext): string {
  const parts: RichTextNode[][] = [[]];
  for (const child of allowedChildren(node)) {
    if (hasCaption(child)) parts.push([child], []);
    else parts.at(-1)!.push(child);
  }
  if (parts.length === 1) return wrapInElement('p', inner);
  const html = parts.map((part, index) => {
    const rendered = renderInlineNodes(part, render);
    return index % 2 === 1 || part.length === 0 ? rendered : wrapInElement('p', rendered);
  });
  return html.join('');
}

const hasCaption = (node: RichTextNode): boolean => node.type === 'image' && Boolean(attribute(node, 'caption'));

function renderRows(table: RichTextNode, render: HtmlRenderContext): string {
  const rows = allowedChildren(table);
  const isHead = (row: RichTextNode): boolean => allowedChildren(row).every(({ type }) => type === 'tableHeader');
  const body = rows.findIndex((row) => !isHead(row));
  const inside = { ...render, depth: render.depth + 1 };
  const section = (name: string, part: readonly RichTextNode[]): string =>
    part.length === 0 ? '' : wrapInElement(name, renderInlineNodes(part, inside));
  const split = body < 0 ? rows.length : body;
  return section('thead', rows.slice(0, split)) + section('tbody', rows.slice(split));
}
