import { type AnyNode, attributesOf, childrenOf, isNode, marksOf } from './richTextRules.ts';
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

interface Render {
  readonly overrides: RichTextOverrides;
  readonly depth: number;
  /** Whether it is already inside a link: HTML allows no link inside another. */
  readonly isLinked: boolean;
}

export const renderRichText: RenderRichText = (document, overrides = {}) =>
  isNode(document) && (document as AnyNode).type === 'doc'
    ? renderAll(childrenOf(document), { overrides, depth: 1, isLinked: false })
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

const attributes = (values: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');

const element = (name: string, inner: string, values?: Readonly<Record<string, unknown>>): string =>
  `<${name}${attributes(values)}>${inner}</${name}>`;

/** A node with its marks that have not been rendered yet. */
interface Marked {
  readonly node: AnyNode;
  readonly marks: readonly AnyNode[];
}

const renderAll = (nodes: readonly AnyNode[], render: Render): string =>
  renderMarked(
    nodes.map((node) => ({ node, marks: marksOf(node) })),
    render,
  );

/** Puts each mark around as many neighbouring nodes as have it. */
function renderMarked(all: readonly Marked[], render: Render): string {
  let html = '';
  for (let start = 0; start < all.length; ) {
    const { node, marks } = all[start]!;
    const [mark] = marks;
    let end = start + 1;
    while (mark && end < all.length && isSame(all[end]!.marks[0], mark)) end += 1;
    const inside = all.slice(start, end).map((one) => ({ node: one.node, marks: one.marks.slice(1) }));
    html += mark ? renderMark(mark, inside, render) : renderNode(node, render);
    start = end;
  }
  return html;
}

const isSame = (mark: AnyNode | undefined, other: AnyNode): boolean =>
  mark?.type === other.type && inOrder(mark.attrs) === inOrder(other.attrs);

/** Attributes in a fixed order for comparison; null counts as absent. */
const inOrder = (attrs: unknown): string =>
  JSON.stringify(
    typeof attrs === 'object' && attrs && !Array.isArray(attrs)
      ? Object.entries(attrs)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, JSON.stringify(value)])
          .sort()
      : [],
  );

function renderMark(mark: AnyNode, content: readonly Marked[], render: Render): string {
  const link = mark.type === 'link' && !render.isLinked ? openLink(mark) : undefined;
  const inner = renderMarked(content, link ? { ...render, isLinked: true } : render);
  const tag = Object.hasOwn(MARK_TAGS, mark.type) && MARK_TAGS[mark.type as keyof typeof MARK_TAGS];
  const plain = (): string => (tag ? element(tag, inner) : link ? `${link}${inner}</a>` : inner);
  return override(mark, inner, plain, render, Boolean(tag || link));
}

function override(node: AnyNode, inner: string, plain: () => string, { overrides }: Render, isKnown = true): string {
  const own = isKnown && Object.hasOwn(overrides, node.type) && overrides[node.type as keyof RichTextOverrides];
  return own ? own(node, inner, plain) : plain();
}

/** The opening tag of a link, if it has an address. A page opened in a new window must not get access to this one. */
function openLink(owner: AnyNode): string | undefined {
  const { href, target, linkTarget, rel, title } = attributesOf(owner);
  if (href === undefined) return undefined;
  const opens = (owner.type === 'image' && linkTarget !== undefined ? linkTarget : target) || undefined;
  const isApart = opens && !/^_(?:self|parent|top)$/i.test(String(opens));
  const safeRel = isApart && !/\bno(?:opener|referrer)\b/i.test(String(rel)) ? `${rel ? `${rel} ` : ''}noopener` : rel;
  return `<a${attributes({ href, target: opens, rel: safeRel, title: owner.type === 'link' ? title : undefined })}>`;
}

type Renderer = (node: AnyNode, inner: string, render: Render) => string;

const plainElement =
  (name: string): Renderer =>
  (_, inner) =>
    element(name, inner);

const cell =
  (name: string): Renderer =>
  (node, inner) => {
    const { colspan, rowspan } = attributesOf(node);
    return element(name, inner, { colspan: beyondOne(colspan), rowspan: beyondOne(rowspan) });
  };
const beyondOne = (value: unknown): unknown => (value === 1 ? undefined : value);

const RENDERERS: Readonly<Record<string, Renderer>> = {
  paragraph: renderParagraph,
  heading: (node, inner) => element(`h${attributesOf(node)['level'] ?? 2}`, inner),
  bulletList: plainElement('ul'),
  orderedList: (node, inner) => element('ol', inner, { start: beyondOne(attributesOf(node)['start']) }),
  listItem: plainElement('li'),
  blockquote: plainElement('blockquote'),
  codeBlock(node, inner) {
    const { language } = attributesOf(node);
    return element('pre', element('code', inner, { class: language ? `language-${language}` : undefined }));
  },
  image: (node, _, { isLinked }) => renderImage(node, isLinked),
  table: plainElement('table'),
  tableRow: plainElement('tr'),
  tableHeader: cell('th'),
  tableCell: cell('td'),
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  text: (_, inner) => inner,
};

function renderNode(node: AnyNode, render: Render): string {
  const inner = renderInner(node, render);
  return override(node, inner, () => RENDERERS[node.type]!(node, inner, render), render);
}

function renderInner(node: AnyNode, render: Render): string {
  if (node.type === 'text') return escapeHtml(typeof node.text === 'string' ? node.text : '');
  if (render.depth > MAX_DEPTH) return '';
  const children = childrenOf(node);
  const inside = { ...render, depth: render.depth + 1 };
  // Text in a code block has no marks.
  if (node.type === 'codeBlock') return children.map((child) => renderNode(child, inside)).join('');
  return node.type === 'table' ? renderRows(children, inside) : renderAll(children, inside);
}

function renderRows(rows: readonly AnyNode[], render: Render): string {
  const body = rows.findIndex((row) => childrenOf(row).some(({ type }) => type !== 'tableHeader'));
  const split = body < 0 ? rows.length : body;
  const section = (name: string, part: readonly AnyNode[]): string =>
    part.length === 0 ? '' : element(name, renderAll(part, render));
  return section('thead', rows.slice(0, split)) + section('tbody', rows.slice(split));
}

/** A paragraph ends before a figure and continues after it, because HTML allows no figure inside. */
function renderParagraph(node: AnyNode, inner: string, render: Render): string {
  const children = childrenOf(node);
  const parts: AnyNode[][] = [[]];
  for (const child of children) {
    if (child.type === 'image' && attributesOf(child)['caption']) parts.push([child], []);
    else parts.at(-1)!.push(child);
  }
  if (parts.length === 1) return element('p', inner);
  const html = parts.map((part, at) => {
    const rendered = renderAll(part, render);
    return at % 2 === 1 || part.length === 0 ? rendered : element('p', rendered);
  });
  return html.join('');
}

/** `href` puts a link around the image; `caption` makes it a figure, which then gets the width and the float. */
function renderImage(node: AnyNode, isLinked: boolean): string {
  const { src, alt = '', title, caption, width, height, float } = attributesOf(node);
  if (src === undefined) return '';
  const [across, down] = [toSize('width', width), toSize('height', height)];
  const place = [across.style, styleOf(float)];
  const style = joined(caption ? [across.style && 'width: 100%', down.style] : [...place, down.style]);
  const image = `<img${attributes({ src, alt, title, width: across.pixels, height: down.pixels, style })}>`;
  const link = isLinked ? undefined : openLink(node);
  const linked = link ? `${link}${image}</a>` : image;
  if (!caption) return linked;
  return element('figure', linked + element('figcaption', escapeHtml(String(caption))), { style: joined(place) });
}

const joined = (styles: readonly string[]): string | undefined => styles.filter(Boolean).join('; ') || undefined;

/** CSS has no float to the centre, so that is done with margins. */
function styleOf(float: unknown): string {
  if (float === 'center') return 'display: block; margin-left: auto; margin-right: auto';
  return float === undefined || float === 'none' ? '' : `float: ${float}`;
}

/** Pixels become an attribute of the element, any other length its style. */
function toSize(name: string, length: unknown): { pixels?: string | undefined; style: string } {
  const pixels = /^(\d+)(?:\.\d+)?(?:px)?$/.exec(String(length))?.[1];
  return { pixels, style: length === undefined || pixels !== undefined ? '' : `${name}: ${length}` };
}
