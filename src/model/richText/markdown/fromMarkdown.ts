import type { AlignType, Code, List, Nodes, Paragraph, Table, TableCell } from 'mdast';
import { attributesOf, type RichTextNode } from '../node.ts';
import { readFence } from './fence.ts';
import { type Definitions, definitionsIn, parseMarkdown } from './parse.ts';
import { readInline, withLineFeeds } from './readInline.ts';
import { isComment, readImageTag } from './tags.ts';

/** A block of a text: its syntax tree, with positions in the text, and its node; null if the block is not shown. */
export interface MarkdownBlock {
  readonly syntax: Nodes;
  readonly node: RichTextNode | null;
}

/** A block that the document has. */
export type ShownBlock = MarkdownBlock & { readonly node: RichTextNode };
export const isShownBlock = (block: MarkdownBlock): block is ShownBlock => block.node !== null;

/**
 * Reads Markdown as a document in canonical form that `checkRichText` accepts. Raw HTML becomes text, except for the tags
 * that `toMarkdown` writes; links to forbidden addresses become their text.
 *
 * @throws RangeError if the text is too large or too deeply nested
 */
export const fromMarkdown = (text: string): RichTextNode => parseMarkdownParts(text).document;

interface Parts {
  readonly document: RichTextNode;
  /** In order. */
  readonly blocks: readonly MarkdownBlock[];
  readonly definitions: Definitions;
}

/** A text as `fromMarkdown` reads it, with its blocks and definitions. @throws RangeError if it is too large or too deeply nested */
export function parseMarkdownParts(text: string): Parts {
  const root = parseMarkdown(text);
  const definitions = definitionsIn(root);
  const blocks = root.children.map((syntax) => ({ syntax, node: readMarkdownBlock(syntax, definitions) }));
  return { document: documentOf(blocks), blocks, definitions };
}

function documentOf(blocks: readonly MarkdownBlock[]): RichTextNode {
  const nodes = blocks.filter(isShownBlock).map(({ node }) => node);
  const [only] = nodes;
  return blocks.length === 1 && only?.type === 'doc' ? only : withContent({ type: 'doc' }, nodes);
}

const withContent = (node: RichTextNode, content: readonly RichTextNode[]): RichTextNode =>
  content.length > 0 ? { ...node, content } : node;

const readMarkdownBlocks = (nodes: readonly Nodes[], definitions: Definitions): readonly RichTextNode[] =>
  nodes.flatMap((node) => readMarkdownBlock(node, definitions) ?? []);

function readMarkdownBlock(node: Nodes, definitions: Definitions): RichTextNode | null {
  switch (node.type) {
    case 'paragraph':
      return readParagraph(node, definitions);
    case 'heading': {
      // The first level is the page's title.
      const heading = { type: 'heading', attrs: { level: Math.max(2, node.depth) } };
      return withContent(heading, readInline(node.children, definitions));
    }
    case 'blockquote':
      return withContent({ type: 'blockquote' }, readMarkdownBlocks(node.children, definitions));
    case 'list':
      return readMarkdownList(node, definitions);
    case 'code':
      return readFence(node) ?? readCode(node);
    case 'table':
      return readMarkdownTable(node, definitions);
    case 'thematicBreak':
      return { type: 'horizontalRule' };
    case 'html':
      return readMarkdownHtml(node.value);
    default:
      return null;
  }
}

/** An image alone in its paragraph is a block of its own, also with a link around it. */
function readParagraph({ children }: Paragraph, definitions: Definitions): RichTextNode | null {
  const content = readInline(children, definitions);
  const [only] = content;
  if (only === undefined) return null;
  if (content.length > 1 || only.type !== 'image') return { type: 'paragraph', content };
  const [link, ...others] = Array.isArray(only.marks) ? (only.marks as readonly RichTextNode[]) : [];
  if (link === undefined) return only;
  const { href, ...rest } = attributesOf(link);
  if (link.type !== 'link' || others.length > 0 || Object.keys(rest).length > 0) return { type: 'paragraph', content };
  return { type: 'image', attrs: { ...attributesOf(only), href } };
}

function readCode({ lang, meta, value }: Code): RichTextNode {
  const language = [lang, meta].filter(Boolean).join(' ');
  const text = withLineFeeds(value);
  const block = { type: 'codeBlock', ...(language !== '' && { attrs: { language } }) };
  return withContent(block, text === '' ? [] : [{ type: 'text', text }]);
}

function readMarkdownHtml(html: string): RichTextNode | null {
  const tag = html.trim();
  if (tag === '<p></p>') return { type: 'paragraph' };
  if (tag === '' || isComment(tag)) return null;
  const lines = tag.split('\n').map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join(' ');
  return readImageTag(tag) ?? { type: 'paragraph', content: [{ type: 'text', text }] };
}

function readMarkdownList({ ordered, start, children }: List, definitions: Definitions): RichTextNode {
  const items = children.map((item) => {
    const content = readMarkdownBlocks(item.children, definitions);
    return { type: 'listItem', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
  });
  const isNumbered = ordered && (start ?? 1) !== 1;
  const list = { type: ordered ? 'orderedList' : 'bulletList', ...(isNumbered && { attrs: { start } }) };
  return withContent(list, items);
}

/** Every row gets as many cells as the first, and every cell the alignment of its column. */
function readMarkdownTable({ align, children }: Table, definitions: Definitions): RichTextNode {
  const width = children[0]?.children.length ?? 0;
  const rows = children.map((row, index) => {
    const type = index === 0 ? 'tableHeader' : 'tableCell';
    const cells = Array.from({ length: width }, (_, column) =>
      readCell(type, row.children[column], align?.[column], definitions),
    );
    return { type: 'tableRow', content: cells };
  });
  return { type: 'table', content: rows };
}

function readCell(
  type: string,
  cell: TableCell | undefined,
  align: AlignType | undefined,
  definitions: Definitions,
): RichTextNode {
  const paragraph = withContent({ type: 'paragraph' }, readInline(cell?.children ?? [], definitions));
  return { type, ...(align && { attrs: { align } }), content: [paragraph] };
}
