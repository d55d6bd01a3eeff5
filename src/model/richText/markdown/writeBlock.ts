import type { BlockContent, List, ListItem, Paragraph, Table, TableCell } from 'mdast';
import { attributesOf, childrenOf, type RichTextNode } from '../node.ts';
import { type InlineStyle, writeImage, writeInline } from './writeInline.ts';

/** How the parts of a block are written. */
export interface BlockWriter {
  readonly style: InlineStyle;
  /** The blocks inside a block. */
  blocks(nodes: readonly RichTextNode[]): BlockContent[];
}

const numberOrDefault = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

/** The Markdown for each type of block, which may say less than the node. */
const WRITERS: Readonly<Record<string, (node: RichTextNode, writer: BlockWriter) => BlockContent>> = {
  paragraph: (node, { style }) =>
    childrenOf(node).length === 0 ? { type: 'html', value: '<p></p>' } : paragraphOf(node, style),
  heading: (node, { style }) => ({
    type: 'heading',
    // The check of the document ensures a level from 2 to 6.
    depth: numberOrDefault(attributesOf(node)['level'], 2) as 2,
    // A heading is one line.
    children: writeInline(node, { ...style, hasBreakTags: true }),
  }),
  blockquote: (node, { blocks }) => ({ type: 'blockquote', children: blocks(childrenOf(node)) }),
  bulletList: writeMarkdownList,
  orderedList: writeMarkdownList,
  codeBlock: writeCode,
  image: writeImageBlock,
  table: writeTable,
  horizontalRule: () => ({ type: 'thematicBreak' }),
};

/** A block as Markdown; undefined for a node that is not a block. The result may say less: the caller must read it back. */
export const writeBlock = (node: RichTextNode, writer: BlockWriter): BlockContent | undefined =>
  Object.hasOwn(WRITERS, node.type) ? WRITERS[node.type]?.(node, writer) : undefined;

const paragraphOf = (node: RichTextNode, style: InlineStyle): Paragraph => ({
  type: 'paragraph',
  children: writeInline(node, style),
});

function writeMarkdownList(node: RichTextNode, { blocks }: BlockWriter): List {
  const items = childrenOf(node);
  const spread = !items.every(isTight);
  const children = items.map(
    (item): ListItem => ({ type: 'listItem', spread, children: isBlankItem(item) ? [] : blocks(childrenOf(item)) }),
  );
  const start = numberOrDefault(attributesOf(node)['start'], 1);
  return { type: 'list', ordered: node.type === 'orderedList', start, spread, children };
}

/** Whether an item is a single line, possibly with lists below it. */
function isTight(item: RichTextNode): boolean {
  const [first, ...others] = childrenOf(item);
  if (first === undefined || others.length === 0) return true;
  return isFilledParagraph(first) && others.every(({ type }) => type === 'bulletList' || type === 'orderedList');
}

const isFilledParagraph = (node: RichTextNode): boolean => node.type === 'paragraph' && childrenOf(node).length > 0;

/** Whether an item is empty, as editors create it. */
function isBlankItem(item: RichTextNode): boolean {
  const [only, ...others] = childrenOf(item);
  return only?.type === 'paragraph' && others.length === 0 && childrenOf(only).length === 0;
}

function writeCode(node: RichTextNode): BlockContent {
  const [, lang, meta] = /^(\S+)(?: ([\s\S]+))?$/.exec(String(attributesOf(node)['language'] ?? '')) ?? [];
  const value = childrenOf(node)
    .map(({ text }) => String(text))
    .join('');
  return { type: 'code', lang: lang ?? null, meta: meta ?? null, value };
}

function writeImageBlock(node: RichTextNode): BlockContent {
  const { href, ...attrs } = attributesOf(node);
  const image = writeImage({ ...node, attrs });
  if (image.type === 'html') return image;
  return {
    type: 'paragraph',
    children: href === undefined ? [image] : [{ type: 'link', url: String(href), children: [image] }],
  };
}

/** A table of lines of text below one row of headers. */
function writeTable(node: RichTextNode, { style }: BlockWriter): Table {
  const rows = childrenOf(node);
  const align = childrenOf(rows[0] ?? node).map((cell) => attributesOf(cell)['align'] as 'left' | undefined);
  return {
    type: 'table',
    align: align.map((one) => one ?? null),
    children: rows.map((row) => ({
      type: 'tableRow',
      children: childrenOf(row).map((cell) => writeTableCell(cell, style)),
    })),
  };
}

const writeTableCell = (cell: RichTextNode, style: InlineStyle): TableCell => ({
  type: 'tableCell',
  children: childrenOf(cell).flatMap((block) => writeInline(block, style)),
});
