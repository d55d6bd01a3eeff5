import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import type { RichTextNode } from '../model/richText/node.ts';
import type { Json } from './foundSite.ts';
import type { Notes } from './notes.ts';

type HtmlNode = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Elements within elements that are read; deeper ones are read as their text. */
const MAX_DEPTH = 50;

const MARKS: Readonly<Record<string, string>> = {
  ...{
    strong: 'bold',
    b: 'bold',
    em: 'italic',
    i: 'italic',
    u: 'underline',
    ins: 'underline',
    s: 'strike',
    del: 'strike',
  },
  ...{ strike: 'strike', code: 'code', kbd: 'code', sub: 'subscript', sup: 'superscript', a: 'link' },
};
const INLINE = new Set([
  ...Object.keys(MARKS),
  ...'span br img small mark abbr cite q time label font var samp bdi bdo wbr dfn'.split(' '),
]);
/** What shows nothing that a text could hold. */
const NOTHING = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link']);
/** What plays something from elsewhere: a link leads there. */
const EMBEDS = new Set(['iframe', 'embed', 'object', 'video', 'audio', 'source']);

interface Reading {
  readonly notes: Notes;
  readonly place: string;
  /** A line break of the text is one, and an empty line ends a paragraph: what WordPress makes of classic texts. */
  readonly keepsLines: boolean;
  readonly depth: number;
  readonly marks: readonly RichTextNode[];
}

/** HTML as a document: what a document cannot hold is read as what stands in it. */
export function htmlToRichText(html: string, how: Pick<Reading, 'notes' | 'place' | 'keepsLines'>): RichTextNode {
  const content = readBlocks(parseFragment(html).childNodes, { ...how, depth: 0, marks: [] });
  return content.length > 0 ? { type: 'doc', content } : { type: 'doc' };
}

const isElement = (node: HtmlNode): node is Element => 'tagName' in node;
const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

const node = (type: string, content: readonly RichTextNode[] = [], attrs?: Json): RichTextNode => ({
  type,
  ...(attrs && { attrs }),
  ...(content.length > 0 && { content }),
});

function readBlocks(nodes: readonly HtmlNode[], reading: Reading): readonly RichTextNode[] {
  const blocks: RichTextNode[] = [];
  let line: RichTextNode[] = [];
  function flush(): void {
    const content = trim(line);
    if (content.length > 0) blocks.push(node('paragraph', content));
    line = [];
  }
  for (const one of nodes) {
    if (isElement(one) && !INLINE.has(one.tagName)) {
      flush();
      blocks.push(...readBlock(one, deeper(reading)));
    } else if ('value' in one && reading.keepsLines) {
      const [first = '', ...others] = one.value.split(/\n[ \t]*\n/);
      line.push(...readText(first, reading));
      for (const paragraph of others) {
        flush();
        line.push(...readText(paragraph, reading));
      }
    } else line.push(...readInline(one, reading));
  }
  flush();
  return blocks;
}

const deeper = (reading: Reading): Reading => ({ ...reading, depth: reading.depth + 1 });

function readBlock(element: Element, reading: Reading): readonly RichTextNode[] {
  const { tagName, childNodes } = element;
  if (NOTHING.has(tagName)) return [];
  if (reading.depth > MAX_DEPTH) return textBlock(textOf(element));
  const within = { ...reading, keepsLines: reading.keepsLines && !/^(?:p|li|h\d|td|th)$/.test(tagName) };
  if (EMBEDS.has(tagName)) return nested('paragraph', readEmbed(element, reading));
  if (/^h[1-6]$/.test(tagName)) return heading(Math.max(2, Number(tagName[1])), readAllInline(childNodes, within));
  if (tagName === 'p') return readBlocks(childNodes, within);
  if (tagName === 'ul' || tagName === 'ol') return readList(element, reading);
  if (tagName === 'blockquote') return nested('blockquote', readBlocks(childNodes, within));
  if (tagName === 'pre')
    return textOf(element) === '' ? [] : [node('codeBlock', [{ type: 'text', text: textOf(element) }])];
  if (tagName === 'hr') return [node('horizontalRule')];
  if (tagName === 'figure') return readFigure(element, reading);
  if (tagName === 'table') return readTable(element, reading);
  return readBlocks(childNodes, reading);
}

const nested = (type: string, content: readonly RichTextNode[]): readonly RichTextNode[] =>
  content.length > 0 ? [node(type, content)] : [];
const textBlock = (text: string): readonly RichTextNode[] =>
  text.trim() === '' ? [] : [node('paragraph', [{ type: 'text', text: text.trim() }])];
const heading = (level: number, content: readonly RichTextNode[]): readonly RichTextNode[] =>
  trim(content).length > 0 ? [node('heading', trim(content), { level })] : [];

function readList({ tagName, childNodes }: Element, reading: Reading): readonly RichTextNode[] {
  const items = childNodes
    .filter(isElement)
    .map((child) => node('listItem', readBlocks(child.childNodes, { ...deeper(reading), keepsLines: false })));
  return nested(
    tagName === 'ul' ? 'bulletList' : 'orderedList',
    items.filter(({ content }) => content !== undefined),
  );
}

/** A picture with its caption; of a gallery each. */
function readFigure(element: Element, reading: Reading): readonly RichTextNode[] {
  const images = find(element, 'img');
  const [caption] = find(element, 'figcaption');
  if (images.length !== 1) return readBlocks(element.childNodes, reading);
  const link = find(element, 'a').find((one) => find(one, 'img').length > 0);
  const href = link && attributeOf(link, 'href');
  const text = caption ? textOf(caption).trim() : '';
  return readImage(images[0]!, { ...(text !== '' && { caption: text }), ...(href && { href }) });
}

/** All that stands in an element, in order, however deep. */
function* inside(element: Element): Generator<HtmlNode> {
  const open = element.childNodes.toReversed();
  for (let one = open.pop(); one; one = open.pop()) {
    yield one;
    if (isElement(one) && !NOTHING.has(one.tagName)) for (const child of one.childNodes.toReversed()) open.push(child);
  }
}

const find = (element: Element, tagName: string): readonly Element[] =>
  [...inside(element)].filter((one): one is Element => isElement(one) && one.tagName === tagName);

function readImage(element: Element, more: Json = {}): readonly RichTextNode[] {
  const src = attributeOf(element, 'src')?.trim();
  if (!src) return [];
  const [alt, title] = [attributeOf(element, 'alt'), attributeOf(element, 'title')];
  return [node('image', [], { src, ...(alt && { alt }), ...(title && { title }), ...more })];
}

/** A link to what is played. */
function readEmbed(element: Element, reading: Reading): readonly RichTextNode[] {
  const { notes, place } = reading;
  const address =
    attributeOf(element, 'src') ??
    attributeOf(element, 'data') ??
    find(element, 'source').map((one) => attributeOf(one, 'src'))[0];
  notes.add(
    'What plays something from elsewhere (iframe, video, audio) became a link',
    `${place}: ${address ?? element.tagName}`,
  );
  if (!address) return [];
  const href = address.startsWith('//') ? `https:${address}` : address;
  const others = reading.marks.filter(({ type }) => type !== 'link');
  return [marked({ type: 'text', text: href }, { ...reading, marks: [...others, { type: 'link', attrs: { href } }] })];
}

function readTable(element: Element, reading: Reading): readonly RichTextNode[] {
  const rows = find(element, 'tr').map((row) => {
    const cells = row.childNodes.filter(isElement).map((cell) => {
      const spans = ['colspan', 'rowspan'].flatMap((name) => {
        const span = Number(attributeOf(cell, name));
        return Number.isInteger(span) && span > 1 && span <= 1000 ? [[name, span] as const] : [];
      });
      const content = readBlocks(cell.childNodes, { ...deeper(reading), keepsLines: false });
      const type = cell.tagName === 'th' ? 'tableHeader' : 'tableCell';
      return node(
        type,
        content.length > 0 ? content : [node('paragraph')],
        spans.length > 0 ? Object.fromEntries(spans) : undefined,
      );
    });
    return node('tableRow', cells);
  });
  return nested(
    'table',
    rows.filter(({ content }) => content !== undefined),
  );
}

const readAllInline = (nodes: readonly HtmlNode[], reading: Reading): readonly RichTextNode[] =>
  nodes.flatMap((one) => readInline(one, reading));

function readInline(one: HtmlNode, reading: Reading): readonly RichTextNode[] {
  if ('value' in one) return readText(one.value, reading);
  if (!isElement(one) || NOTHING.has(one.tagName)) return [];
  if (one.tagName === 'br') return [marked(node('hardBreak'), reading)];
  if (one.tagName === 'img') return readImage(one).map((image) => marked(image, reading));
  if (EMBEDS.has(one.tagName)) return readEmbed(one, reading);
  if (reading.depth > MAX_DEPTH) return readText(textOf(one), reading);
  return readAllInline(one.childNodes, withMark(one, deeper(reading)));
}

function withMark(element: Element, reading: Reading): Reading {
  const type = MARKS[element.tagName];
  const href = attributeOf(element, 'href')?.trim();
  if (!type || reading.marks.some((mark) => mark.type === type) || (type === 'link' && !href)) return reading;
  const isBlank = attributeOf(element, 'target') === '_blank';
  const attrs = type === 'link' ? { attrs: { href, ...(isBlank && { target: '_blank' }) } } : {};
  return { ...reading, marks: [...reading.marks, { type, ...attrs }] };
}

const marked = (one: RichTextNode, { marks }: Reading): RichTextNode => (marks.length > 0 ? { ...one, marks } : one);

function readText(value: string, reading: Reading): readonly RichTextNode[] {
  const lines = reading.keepsLines ? value.split('\n') : [value];
  return lines.flatMap((part, at) => {
    const text = part.replace(/[ \t\r\n\f]+/g, ' ');
    const words = text === '' ? [] : [marked({ type: 'text', text }, reading)];
    return at === 0 ? words : [node('hardBreak'), ...words];
  });
}

/** Blanks and line breaks at the ends of a line show nothing. */
function trim(line: readonly RichTextNode[]): readonly RichTextNode[] {
  const isBlank = (one: RichTextNode | undefined): boolean =>
    one?.type === 'hardBreak' || (one?.type === 'text' && String(one.text).trim() === '');
  const content = [...line];
  while (content.length > 0 && isBlank(content[0])) content.shift();
  while (content.length > 0 && isBlank(content.at(-1))) content.pop();
  return content.map((one, at) => {
    if (one.type !== 'text') return one;
    const start = at === 0 ? String(one.text).replace(/^ +/, '') : String(one.text);
    return { ...one, text: at === content.length - 1 ? start.replace(/(?<! ) +$/, '') : start };
  });
}

const textOf = (element: Element): string =>
  [...inside(element)].map((one) => ('value' in one ? one.value : '')).join('');
