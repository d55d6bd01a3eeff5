import { isDeepStrictEqual } from 'node:util';
import { canonical } from '../../canonical.ts';
import { childrenOf, type RichTextNode } from '../../node.ts';
import { fromMarkdown, isShownBlock, parseMarkdownParts, type ShownBlock } from '../fromMarkdown.ts';
import { gapsAround, joinItems, type MarkdownItem } from '../joinItems.ts';
import type { Definitions } from '../parse.ts';
import { indentOf, nodeSpan, type TextSpan } from '../span.ts';
import { blockToMarkdown, readsAsDocument, toMarkdown } from '../toMarkdown.ts';
import { type AlignedBlock, alignBlocks } from './alignBlocks.ts';
import { editMarkdownBlock } from './editMarkdownBlock.ts';

/**
 * Edits a text so that it says what `document` says. Unchanged parts keep every character, also inside lists, quotes,
 * tables and paragraphs, and so do comments, definitions and blank lines.
 *
 * @throws RangeError if one of the texts is too large for `fromMarkdown`
 */
export const editMarkdown = (text: string, document: RichTextNode): string => editText(text, canonical(document), '');

/** @param known link definitions from elsewhere, after a blank line; nothing of it is shown */
function editText(text: string, wanted: RichTextNode, known: string): string {
  const { document, blocks, definitions } = parseMarkdownParts(text + known);
  if (isDeepStrictEqual(document, wanted)) return text;
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const old = blocks.filter(isShownBlock);
  const spans = old.map(({ syntax }) => nodeSpan(syntax));
  const edit = createBlockEdit({ text, lineBreak, definitions: sourcesOf(definitions, text + known) });
  const aligned = alignBlocks(
    old.map(({ node }) => node),
    childrenOf(wanted),
  );
  const apart = lineBreak + lineBreak;
  const items = aligned.map((one): MarkdownItem => ({ ...one, text: edit(one, old[one.old ?? -1]) }));
  const gaps = gapsAround(text, spans);
  const attempts = [
    { items, gaps, apart },
    { items, gaps, apart, isApart: true },
    {
      items: items.map((item, index) => (mergesWithBefore(aligned, index) ? partedBy(apart, item) : item)),
      gaps,
      apart,
    },
  ];
  const says = (one: string): boolean => isDeepStrictEqual(fromMarkdown(one + known), wanted);
  const edited = attempts.map(joinItems).find(says);
  if (edited !== undefined) return edited;
  return /^\s*/.exec(text)![0] + toMarkdown(wanted).replaceAll('\n', lineBreak);
}

/** Whether a block is a list that now directly follows another: the two would be read as one. */
function mergesWithBefore(blocks: readonly AlignedBlock[], index: number): boolean {
  const [before, block] = [blocks[index - 1], blocks[index]!];
  if (before?.node.type !== block.node.type || !block.node.type.endsWith('List')) return false;
  return before.old === undefined || block.old !== before.old + 1;
}

const partedBy = (apart: string, item: MarkdownItem): MarkdownItem => ({
  ...item,
  text: `<!-- -->${apart}${item.text}`,
});

const sourcesOf = (definitions: Definitions, text: string): readonly string[] =>
  [...definitions.values()].map(nodeSpan).map(({ start, end }) => text.slice(start, end));

interface BlockEdit {
  readonly text: string;
  readonly lineBreak: string;
  /** The link definitions of the whole text. */
  readonly definitions: readonly string[];
}

/** Makes a function that writes a block, keeping as much as possible of the old block that it is or replaces. */
function createBlockEdit({ text, lineBreak, definitions }: BlockEdit) {
  const known = definitions.map((one) => lineBreak + lineBreak + one).join('');
  const context = { text, lineBreak, editInside: (inner: string, doc: RichTextNode) => editText(inner, doc, known) };
  return ({ node, isSame }: AlignedBlock, before: ShownBlock | undefined): string => {
    const { start, end } = before ? nodeSpan(before.syntax) : NOWHERE;
    if (isSame) return text.slice(start, end);
    // The lines of an indented block are read relative to where its first line begins.
    const indent = before ? indentOf(before.syntax) : '';
    const isRight = (edited: string): boolean =>
      readsAsDocument(indent + edited + known, { type: 'doc', content: [node] });
    for (const edited of before ? editMarkdownBlock(context, before, node) : []) if (isRight(edited)) return edited;
    return blockToMarkdown(node).trimEnd().replaceAll('\n', lineBreak);
  };
}

const NOWHERE: TextSpan = { start: 0, end: 0 };
