import { parseFragment } from 'parse5';
import type { RichTextNode } from '../../model/richText/node.ts';
import {
  attributeOf,
  elementText,
  findElements,
  type HtmlElement,
  type HtmlNode,
  isElement,
  NOTHING,
} from './elements.ts';
import {
  deeper,
  EMBEDS,
  type HtmlReadState,
  INLINE,
  MAX_INLINE_DEPTH,
  node,
  readAllInline,
  readEmbed,
  readHtmlImage,
  readHtmlInline,
  readHtmlText,
  trim,
} from './inline.ts';

/** Converts HTML to a document. Of elements that a document cannot hold, only the content is kept. */
export function htmlToRichText(html: string, how: Pick<HtmlReadState, 'notes' | 'place' | 'keepsLines'>): RichTextNode {
  const content = readBlockNodes(parseFragment(html).childNodes, { ...how, depth: 0, marks: [] });
  return content.length > 0 ? { type: 'doc', content } : { type: 'doc' };
}

function readBlockNodes(nodes: readonly HtmlNode[], reading: HtmlReadState): readonly RichTextNode[] {
  const blocks: RichTextNode[] = [];
  let line: RichTextNode[] = [];
  // One by one: an element may hold more nodes than a call may have arguments.
  function addToLine(content: readonly RichTextNode[]): void {
    for (const part of content) line.push(part);
  }
  function flush(): void {
    const content = trim(line);
    if (content.length > 0) blocks.push(node('paragraph', content));
    line = [];
  }
  for (const one of nodes) {
    if (isElement(one) && !INLINE.has(one.tagName)) {
      flush();
      for (const block of readBlockElement(one, deeper(reading))) blocks.push(block);
    } else if ('value' in one && reading.keepsLines) {
      const [first = '', ...others] = one.value.split(/\n[ \t]*\n/);
      addToLine(readHtmlText(first, reading));
      for (const paragraph of others) {
        flush();
        addToLine(readHtmlText(paragraph, reading));
      }
    } else addToLine(readHtmlInline(one, reading));
  }
  flush();
  return blocks;
}

function readBlockElement(element: HtmlElement, reading: HtmlReadState): readonly RichTextNode[] {
  const { tagName, childNodes } = element;
  if (NOTHING.has(tagName)) return [];
  if (reading.depth > MAX_INLINE_DEPTH) return textBlock(elementText(element));
  const within = { ...reading, keepsLines: reading.keepsLines && !/^(?:p|li|h\d|td|th)$/.test(tagName) };
  if (EMBEDS.has(tagName)) return nested('paragraph', readEmbed(element, reading));
  if (/^h[1-6]$/.test(tagName)) return heading(Math.max(2, Number(tagName[1])), readAllInline(childNodes, within));
  if (tagName === 'p') return readBlockNodes(childNodes, within);
  if (tagName === 'ul' || tagName === 'ol') return readListElement(element, reading);
  if (tagName === 'blockquote') return nested('blockquote', readBlockNodes(childNodes, within));
  if (tagName === 'pre')
    return elementText(element) === '' ? [] : [node('codeBlock', [{ type: 'text', text: elementText(element) }])];
  if (tagName === 'hr') return [node('horizontalRule')];
  if (tagName === 'figure') return readFigureElement(element, reading);
  if (tagName === 'table') return readTableElement(element, reading);
  return readBlockNodes(childNodes, reading);
}

const nested = (type: string, content: readonly RichTextNode[]): readonly RichTextNode[] =>
  content.length > 0 ? [node(type, content)] : [];
const textBlock = (text: string): readonly RichTextNode[] =>
  text.trim() === '' ? [] : [node('paragraph', [{ type: 'text', text: text.trim() }])];
const heading = (level: number, content: readonly RichTextNode[]): readonly RichTextNode[] =>
  trim(content).length > 0 ? [node('heading', trim(content), { level })] : [];

function readListElement({ tagName, childNodes }: HtmlElement, reading: HtmlReadState): readonly RichTextNode[] {
  const items = childNodes
    .filter(isElement)
    .map((child) => node('listItem', readBlockNodes(child.childNodes, { ...deeper(reading), keepsLines: false })));
  return nested(
    tagName === 'ul' ? 'bulletList' : 'orderedList',
    items.filter(({ content }) => content !== undefined),
  );
}

/** Reads a picture with its caption, or the pictures of a gallery one by one. */
function readFigureElement(element: HtmlElement, reading: HtmlReadState): readonly RichTextNode[] {
  const images = findElements(element, 'img');
  const [caption] = findElements(element, 'figcaption');
  if (images.length !== 1) return readBlockNodes(element.childNodes, reading);
  const link = findElements(element, 'a').find((one) => findElements(one, 'img').length > 0);
  const href = link && attributeOf(link, 'href');
  const text = caption ? elementText(caption).trim() : '';
  return readHtmlImage(images[0]!, { ...(text !== '' && { caption: text }), ...(href && { href }) });
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

/** The rows of a table, without those of tables in its cells, which are read with the cells. */
const rowsOf = ({ childNodes }: HtmlElement): readonly HtmlElement[] =>
  childNodes
    .filter(isElement)
    .flatMap((child) => (SECTIONS.has(child.tagName) ? child.childNodes.filter(isElement) : [child]))
    .filter(({ tagName }) => tagName === 'tr');

function readTableElement(element: HtmlElement, reading: HtmlReadState): readonly RichTextNode[] {
  const rows = rowsOf(element).map((row) => {
    const cells = row.childNodes.filter(isElement).map((cell) => {
      const spans = ['colspan', 'rowspan'].flatMap((name) => {
        const span = Number(attributeOf(cell, name));
        return Number.isInteger(span) && span > 1 && span <= 1000 ? [[name, span] as const] : [];
      });
      const content = readBlockNodes(cell.childNodes, { ...deeper(reading), keepsLines: false });
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
