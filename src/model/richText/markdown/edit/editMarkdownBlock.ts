import { isDeepStrictEqual } from 'node:util';
import type { Blockquote, Code, List, ListItem } from 'mdast';
import { attributesOf, childrenOf, type RichTextNode } from '../../node.ts';
import type { ShownBlock } from '../fromMarkdown.ts';
import { gapsAround, joinItems, type MarkdownItem } from '../joinItems.ts';
import { indentOf, nodeSpan, relativeSpan, spliced } from '../span.ts';
import { blockToMarkdown, toMarkdown } from '../toMarkdown.ts';
import { type AlignedBlock, alignBlocks } from './alignBlocks.ts';
import { editFramed } from './editFramed.ts';
import { editInline } from './editInline.ts';
import { editTable } from './editTable.ts';
import { commentsIn } from './inlineUnits.ts';

interface BlockEditContext {
  readonly text: string;
  readonly lineBreak: string;
  /** Edits the content of a quote or an item as a document of its own. */
  editInside(text: string, document: RichTextNode): string;
}

/**
 * Ways to edit a block of the text so that it says what `after` says, the smallest edit first. There may be none, and a
 * result may say something else: the caller must read it back.
 */
export function editMarkdownBlock(
  context: BlockEditContext,
  { syntax, node }: ShownBlock,
  after: RichTextNode,
): Iterable<string> {
  if (node.type !== after.type) return [];
  if (syntax.type === 'list') return [editList(context, syntax, node, after)];
  if (!isDeepStrictEqual(attributesOf(node), attributesOf(after))) return [];
  switch (syntax.type) {
    case 'paragraph':
    case 'heading':
      return editLine(context, { syntax, node }, after);
    case 'blockquote':
      return [editQuote(context, syntax, after)];
    case 'code':
      return node.type === 'codeBlock' ? editCode(context, syntax, after) : [];
    case 'table':
      return editTable({ ...context, syntax, node }, after);
    default:
      return [];
  }
}

/** Edits a paragraph or a heading; as a last resort rewrites it, with the comments it had after it. */
function* editLine(
  { text, lineBreak }: BlockEditContext,
  { syntax, node }: ShownBlock,
  after: RichTextNode,
): Generator<string> {
  const span = nodeSpan(syntax);
  const withBreaks = (fresh: string): string => fresh.replace(/(?<!\r)\n/g, lineBreak);
  for (const splices of editInline(text, syntax, node, after))
    yield spliced(
      text,
      span,
      splices.map((splice) => ({ ...splice, text: withBreaks(splice.text) })),
    );
  const comments = commentsIn(text.slice(span.start, span.end));
  if (comments.length > 0) yield withBreaks(blockToMarkdown(after).trimEnd() + comments.join(''));
}

const contentDocument = (node: RichTextNode): RichTextNode => ({ type: 'doc', content: childrenOf(node) });

/** The marker of a line in a quote; a line without it may continue the paragraph before. */
const QUOTED = /^ {0,3}> ?/;

function editQuote({ text, editInside }: BlockEditContext, syntax: Blockquote, after: RichTextNode): string {
  const { start, end } = nodeSpan(syntax);
  return editFramed(text.slice(start, end), {
    leadOf: (line) => QUOTED.exec(line)?.[0] ?? '',
    fresh: '> ',
    edit: (inner) => editInside(inner, contentDocument(after)),
  });
}

/** Replaces the code between the existing fences; indented code has none. */
function editCode({ text, lineBreak }: BlockEditContext, syntax: Code, after: RichTextNode): readonly string[] {
  const { start, end } = nodeSpan(syntax);
  const lines = text.slice(start, end).split(/\r?\n/);
  if (lines.length < 2 || !/^(?:```|~~~)/.test(lines[0]!)) return [];
  const code = childrenOf(after).map((one) => String(one.text));
  const inside = code
    .join('')
    .split('\n')
    .map((line) => (line === '' ? '' : indentOf(syntax) + line));
  return [[lines[0], ...(code.length > 0 ? inside : []), lines.at(-1)].join(lineBreak)];
}

/** The beginning of an item's first line, up to its text. */
function markerOf({ text }: BlockEditContext, item: ListItem): string {
  const { start, end } = nodeSpan(item);
  const marker = /^(?:[-+*]|\d{1,9}[.)])/.exec(text.slice(start, end))?.[0] ?? '';
  const [first] = item.children;
  const isBeside = first !== undefined && first.position?.start.line === item.position?.start.line;
  return isBeside ? text.slice(start, nodeSpan(first).start) : `${marker} `;
}

function editItem(context: BlockEditContext, item: ListItem, after: RichTextNode): string {
  const { start, end } = nodeSpan(item);
  const marker = markerOf(context, item);
  const indent = indentOf(item).length + marker.length;
  return editFramed(context.text.slice(start, end), {
    leadOf: (line, index) => (index === 0 ? line.slice(0, marker.length) : line.slice(0, blanksOf(line, indent))),
    fresh: ' '.repeat(indent),
    edit: (inner) => (isEmptyItem(after) ? '' : context.editInside(inner, contentDocument(after))),
  });
}

const blanksOf = (line: string, most: number): number => Math.min(/^ */.exec(line)![0].length, most);

/** Whether an item is empty: then nothing is written after its marker. */
const isEmptyItem = (item: RichTextNode): boolean => isDeepStrictEqual(childrenOf(item), [{ type: 'paragraph' }]);

function editList(context: BlockEditContext, syntax: List, before: RichTextNode, after: RichTextNode): string {
  const { text, lineBreak } = context;
  const { start, end } = nodeSpan(syntax);
  const old = syntax.children;
  const indent = indentOf(syntax);
  /** The marker of the previous item, which a new item continues. */
  let marker = old[0] ? markerOf(context, old[0]) : '- ';
  const step = stepOf(old.map((item) => markerOf(context, item)));

  function textOf({ node, old: index, isSame }: AlignedBlock): string {
    const item = old[index ?? -1];
    if (item === undefined) {
      marker = withNumber(marker, (number) => number + step);
      return freshItem(node, { marker, indent: indent.length, lineBreak });
    }
    marker = markerOf(context, item);
    return isSame ? text.slice(nodeSpan(item).start, nodeSpan(item).end) : editItem(context, item, node);
  }

  const aligned = alignBlocks(childrenOf(before), childrenOf(after));
  const items = aligned.map((one): MarkdownItem => ({ ...one, text: textOf(one) }));
  const gaps = gapsAround(
    text.slice(start, end),
    old.map((item) => relativeSpan(nodeSpan(item), start)),
  );
  const edited = joinItems({ items, gaps, apart: lineBreak.repeat(syntax.spread ? 2 : 1) + indent });
  const first = attributesOf(after)['start'];
  return withNumber(edited, () => (typeof first === 'number' ? first : 1));
}

/** A text that begins with a list marker, with another number in it; the same text if it has none. */
const withNumber = (text: string, change: (number: number) => number): string =>
  text.replace(/^\d+/, (digits) => String(change(Number(digits))));

/** The step between the numbers of a list: some people number every item 1. */
function stepOf([first, second]: readonly string[]): number {
  if (first === undefined || second === undefined) return 1;
  return Number.parseInt(first, 10) === Number.parseInt(second, 10) ? 0 : 1;
}

function freshItem(
  item: RichTextNode,
  { marker, indent, lineBreak }: { readonly marker: string; readonly indent: number; readonly lineBreak: string },
): string {
  const lines = isEmptyItem(item) ? [''] : toMarkdown(contentDocument(item)).trimEnd().split('\n');
  const lead = ' '.repeat(indent + marker.length);
  return lines.map((line, index) => ((index === 0 ? marker : lead) + line).trimEnd()).join(lineBreak);
}
