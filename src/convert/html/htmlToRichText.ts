import { parseFragment } from 'parse5';
import type { RichTextNode } from '../../model/richText/node.ts';
import { attributeOf, type Element, find, type HtmlNode, isElement, NOTHING, textOf } from './elements.ts';
import {
  deeper,
  EMBEDS,
  INLINE,
  MAX_DEPTH,
  node,
  type Reading,
  readAllInline,
  readEmbed,
  readImage,
  readInline,
  readText,
  trim,
} from './inline.ts';

/** Converts HTML to a document. Of elements that a document cannot hold, only the content is kept. */
export function htmlToRichText(html: string, how: Pick<Reading, 'notes' | 'place' | 'keepsLines'>): RichTextNode {
  const content = readBlocks(parseFragment(html).childNodes, { ...how, depth: 0, marks: [] });
  return content.length > 0 ? { type: 'doc', content } : { type: 'doc' };
}

function readBlocks(nodes: readonly HtmlNode[], reading: Reading): readonly RichTextNode[] {
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
      for (const block of readBlock(one, deeper(reading))) blocks.push(block);
    } else if ('value' in one && reading.keepsLines) {
      const [first = '', ...others] = one.value.split(/\n[ \t]*\n/);
      addToLine(readText(first, reading));
      for (const paragraph of others) {
        flush();
        addToLine(readText(paragraph, reading));
      }
    } else addToLine(readInline(one, reading));
  }
  flush();
  return blocks;
}

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

/** Reads a picture with its caption, or the pictures of a gallery one by one. */
function readFigure(element: Element, reading: Reading): readonly RichTextNode[] {
  const images = find(element, 'img');
  const [caption] = find(element, 'figcaption');
  if (images.length !== 1) return readBlocks(element.childNodes, reading);
  const link = find(element, 'a').find((one) => find(one, 'img').length > 0);
  const href = link && attributeOf(link, 'href');
  const text = caption ? textOf(caption).trim() : '';
  return readImage(images[0]!, { ...(text !== '' && { caption: text }), ...(href && { href }) });
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

/** The rows of a table, without those of tables in its cells, which are read with the cells. */
const rowsOf = ({ childNodes }: Element): readonly Element[] =>
  childNodes
    .filter(isElement)
    .flatMap((child) => (SECTIONS.has(child.tagName) ? child.childNodes.filter(isElement) : [child]))
    .filter(({ tagName }) => tagName === 'tr');

function readTable(element: Element, reading: Reading): readonly RichTextNode[] {
  const rows = rowsOf(element).map((row) => {
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
