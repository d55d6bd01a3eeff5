import { type AnyNode, distinctMarks, isRichTextNode, validChildren, validNodeAttributes } from './richTextRules.ts';
import type { EscapeHtml, RenderRichText, RichTextOverrides } from './types.ts';

const MAX_DEPTH = 64;

const MARK_TAGS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

interface RenderContext {
  readonly overrides: RichTextOverrides;
  readonly depth: number;
  /** Whether it is already inside a link: HTML allows no link inside another. */
  readonly isLinked: boolean;
}

export const renderRichText: RenderRichText = (document, overrides = {}) =>
  isRichTextNode(document) && (document as AnyNode).type === 'doc'
    ? renderNodes(validChildren(document), { overrides, depth: 1, isLinked: false })
    : '';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\0': '\uFFFD',
};

export const escapeHtml: EscapeHtml = (text) => text.replace(/[&<>"'\r\0]/g, (sign) => ESCAPES[sign]!);

const renderAttributes = (values: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');

const wrapInElement = (name: string, inner: string, values?: Readonly<Record<string, unknown>>): string =>
  `<${name}${renderAttributes(values)}>${inner}</${name}>`;

/** A node with its marks that have not been rendered yet. */
interface MarkedNode {
  readonly node: AnyNode;
  readonly marks: readonly AnyNode[];
}

const renderNodes = (nodes: readonly AnyNode[], render: RenderContext): string =>
  renderMarked(
    nodes.map((node) => ({ node, marks: distinctMarks(node) })),
    render,
  );

/** Puts each mark around as many neighbouring nodes as have it. */
function renderMarked(all: readonly MarkedNode[], render: RenderContext): string {
  let html = '';
  for (let start = 0; start < all.length; ) {
    const { node, marks } = all[start]!;
    const [mark] = marks;
    let end = start + 1;
    while (mark && end < all.length && isSameMark(all[end]!.marks[0], mark)) end += 1;
    const inside = all.slice(start, end).map((one) => ({ node: one.node, marks: one.marks.slice(1) }));
    html += mark ? renderMark(mark, inside, render) : renderNode(node, render);
    start = end;
  }
  return html;
}

const isSameMark = (mark: AnyNode | undefined, other: AnyNode): boolean =>
  mark?.type === other.type && comparableAttributes(mark.attrs) === comparableAttributes(other.attrs);

/** Attributes in a fixed order for comparison; null counts as absent. */
const comparableAttributes = (attrs: unknown): string =>
  JSON.stringify(
    typeof attrs === 'object' && attrs && !Array.isArray(attrs)
      ? Object.entries(attrs)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, JSON.stringify(value)])
          .sort()
      : [],
  );

function renderMark(mark: AnyNode, content: readonly MarkedNode[], render: RenderContext): string {
  const link = mark.type === 'link' && !render.isLinked ? openLinkTag(mark) : undefined;
  const inner = renderMarked(content, link ? { ...render, isLinked: true } : render);
  const tag = Object.hasOwn(MARK_TAGS, mark.type) && MARK_TAGS[mark.type as keyof typeof MARK_TAGS];
  const plain = (): string => (tag ? wrapInElement(tag, inner) : link ? `${link}${inner}</a>` : inner);
  return override(mark, inner, plain, render, Boolean(tag || link));
}

function override(
  node: AnyNode,
  inner: string,
  plain: () => string,
  { overrides }: RenderContext,
  isKnown = true,
): string {
  const own = isKnown && Object.hasOwn(overrides, node.type) && overrides[node.type as keyof RichTextOverrides];
  return own ? own(node, inner, plain) : plain();
}

/** The opening tag of a link, if it has an address. A page opened in a new window must not get access to this one. */
function openLinkTag(owner: AnyNode): string | undefined {
  const { href, target, linkTarget, rel, title } = validNodeAttributes(owner);
  if (href === undefined) return undefined;
  const opens = (owner.type === 'image' && linkTarget !== undefined ? linkTarget : target) || undefined;
  const isApart = opens && !/^_(?:self|parent|top)$/i.test(String(opens));
  const safeRel = isApart && !/\bno(?:opener|referrer)\b/i.test(String(rel)) ? `${rel ? `${rel} ` : ''}noopener` : rel;
  return `<a${renderAttributes({ href, target: opens, rel: safeRel, title: owner.type === 'link' ? title : undefined })}>`;
}

type NodeRenderer = (node: AnyNode, inner: string, render: RenderContext) => string;

const plainElement =
  (name: string): NodeRenderer =>
  (_, inner) =>
    wrapInElement(name, inner);

const cellRenderer =
  (name: string): NodeRenderer =>
  (node, inner) => {
    const { colspan, rowspan } = validNodeAttributes(node);
    return wrapInElement(name, inner, { colspan: beyondOne(colspan), rowspan: beyondOne(rowspan) });
  };
const beyondOne = (value: unknown): unknown => (value === 1 ? undefined : value);

const RENDERERS: Readonly<Record<string, NodeRenderer>> = {
  paragraph: renderSplitParagraph,
  heading: (node, inner) => wrapInElement(`h${validNodeAttributes(node)['level'] ?? 2}`, inner),
  bulletList: plainElement('ul'),
  orderedList: (node, inner) => wrapInElement('ol', inner, { start: beyondOne(validNodeAttributes(node)['start']) }),
  listItem: plainElement('li'),
  blockquote: plainElement('blockquote'),
  codeBlock(node, inner) {
    const { language } = validNodeAttributes(node);
    return wrapInElement('pre', wrapInElement('code', inner, { class: language ? `language-${language}` : undefined }));
  },
  image: (node, _, { isLinked }) => renderImageNode(node, isLinked),
  table: plainElement('table'),
  tableRow: plainElement('tr'),
  tableHeader: cellRenderer('th'),
  tableCell: cellRenderer('td'),
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  text: (_, inner) => inner,
};

function renderNode(node: AnyNode, render: RenderContext): string {
  const inner = renderInner(node, render);
  return override(node, inner, () => RENDERERS[node.type]!(node, inner, render), render);
}

function renderInner(node: AnyNode, render: RenderContext): string {
  if (node.type === 'text') return escapeHtml(typeof node.text === 'string' ? node.text : '');
  if (render.depth > MAX_DEPTH) return '';
  const children = validChildren(node);
  const inside = { ...render, depth: render.depth + 1 };
  // Text in a code block has no marks.
  if (node.type === 'codeBlock') return children.map((child) => renderNode(child, inside)).join('');
  return node.type === 'table' ? renderRows(children, inside) : renderNodes(children, inside);
}

function renderRows(rows: readonly AnyNode[], render: RenderContext): string {
  const body = rows.findIndex((row) => validChildren(row).some(({ type }) => type !== 'tableHeader'));
  const split = body < 0 ? rows.length : body;
  const section = (name: string, part: readonly AnyNode[]): string =>
    part.length === 0 ? '' : wrapInElement(name, renderNodes(part, render));
  return section('thead', rows.slice(0, split)) + section('tbody', rows.slice(split));
}

/** A paragraph ends before a figure and continues after it, because HTML allows no figure inside. */
function renderSplitParagraph(node: AnyNode, inner: string, render: RenderContext): string {
  const children = validChildren(node);
  const parts: AnyNode[][] = [[]];
  for (const child of children) {
    if (child.type === 'image' && validNodeAttributes(child)['caption']) parts.push([child], []);
    else parts.at(-1)!.push(child);
  }
  if (parts.length === 1) return wrapInElement('p', inner);
  const html = parts.map((part, at) => {
    const rendered = renderNodes(part, render);
    return at % 2 === 1 || part.length === 0 ? rendered : wrapInElement('p', rendered);
  });
  return html.join('');
}

/** `href` puts a link around the image; `caption` makes it a figure, which then gets the width and the float. */
function renderImageNode(node: AnyNode, isLinked: boolean): string {
  const { src, alt = '', title, caption, width, height, float } = validNodeAttributes(node);
  if (src === undefined) return '';
  const [across, down] = [splitLength('width', width), splitLength('height', height)];
  const place = [across.style, floatStyle(float)];
  const style = joinStyles(caption ? [across.style && 'width: 100%', down.style] : [...place, down.style]);
  const image = `<img${renderAttributes({ src, alt, title, width: across.pixels, height: down.pixels, style })}>`;
  const link = isLinked ? undefined : openLinkTag(node);
  const linked = link ? `${link}${image}</a>` : image;
  if (!caption) return linked;
  return wrapInElement('figure', linked + wrapInElement('figcaption', escapeHtml(String(caption))), {
    style: joinStyles(place),
  });
}

const joinStyles = (styles: readonly string[]): string | undefined => styles.filter(Boolean).join('; ') || undefined;

/** CSS has no float to the centre, so that is done with margins. */
function floatStyle(float: unknown): string {
  if (float === 'center') return 'display: block; margin-left: auto; margin-right: auto';
  return float === undefined || float === 'none' ? '' : `float: ${float}`;
}

/** Pixels become an attribute of the element, any other length its style. */
function splitLength(name: string, length: unknown): { pixels?: string | undefined; style: string } {
  const pixels = /^(\d+)(?:\.\d+)?(?:px)?$/.exec(String(length))?.[1];
  return { pixels, style: length === undefined || pixels !== undefined ? '' : `${name}: ${length}` };
}
