import { isDeepStrictEqual } from 'node:util';
import type { BlockContent, RootContent } from 'mdast';
import type { Options } from 'mdast-util-to-markdown';
import { lazily, loadLazily } from '../../../lib/list/lazily.ts';
import { canonical } from '../canonical.ts';
import { checkRichText } from '../check.ts';
import { childrenOf, type RichTextNode } from '../node.ts';
import { writeFence } from './fence.ts';
import { fromMarkdown } from './fromMarkdown.ts';
import { strikethroughPackage, tablePackage } from './gfmPackages.ts';
import { writeBlock } from './writeBlock.ts';
import { INLINE_STYLES } from './writeInline.ts';

const printerPackage = loadLazily<typeof import('mdast-util-to-markdown')>('mdast-util-to-markdown');

const optionsOnce = lazily(
  (): Options => ({
    bullet: '-',
    bulletOther: '*',
    emphasis: '*',
    strong: '*',
    fence: '`',
    rule: '-',
    listItemIndent: 'one',
    extensions: [tablePackage().gfmTableToMarkdown(), strikethroughPackage().gfmStrikethroughToMarkdown()],
  }),
);

/**
 * A document as Markdown that `fromMarkdown` reads back as the same document in canonical form. What Markdown cannot say
 * is written in a few known tags, else as a fenced block of JSON for the smallest block concerned; what a broken file
 * holds as a document is one such block. It ends in a line break unless it is empty. Never throws.
 */
export function toMarkdown(document: RichTextNode): string {
  const doc = canonical(document);
  if (checkRichText(doc).length > 0 || !isModest(doc)) return printBlocks([writeFence(doc)]);
  const blocks = childrenOf(doc);
  const text = printBlocks(writePlainly(blocks));
  if (!SPELLED.test(text) && readsAs(text, doc)) return text;
  const careful = printBlocks(blocks.map(writeCarefully));
  return readsAs(careful, doc) ? careful : printBlocks([writeFence(doc)]);
}

/** One canonical block as Markdown that reads back as it. */
export const blockToMarkdown = (block: RichTextNode): string =>
  printBlocks([isModest(block) ? writeCarefully(block) : writeFence(block)]);

/** One canonical block as Markdown. It may not say the same: the caller reads it back to find out. */
export const blockToPlainMarkdown = (block: RichTextNode): string =>
  printBlocks(isModest(block) ? writePlainly([block]) : [writeFence(block)]);

/** Signs that texts may hold to be written as Markdown, where each may have to be escaped: that takes up to 20 µs. */
const MAX_SIGNS = 20_000;
const SIGN = /[[\]\\`*_~<&!]/g;

/** A line break in a text is spelled out, and all of it is then written and read in one way after the other. */
const LINE_BREAK = /[\n\r]/g;
const SIGNS_A_LINE_BREAK = 10;

const isModest = (node: RichTextNode): boolean => countSigns(node) <= MAX_SIGNS;

function countSigns(node: RichTextNode): number {
  if (node.type === 'codeBlock') return 0;
  const own = node.type === 'text' ? countIn(String(node.text)) : 0;
  return childrenOf(node).reduce((sum, child) => sum + countSigns(child), own);
}

const countIn = (text: string): number =>
  (text.match(SIGN)?.length ?? 0) + (text.match(LINE_BREAK)?.length ?? 0) * SIGNS_A_LINE_BREAK;

const printBlocks = (children: readonly RootContent[]): string =>
  printerPackage().toMarkdown({ type: 'root', children: [...children] }, optionsOnce());

/** A line that a merge would have left: a file that holds one is taken for a conflict. */
const CONFLICT = /^<{7}(?: |$)/m;

/** A character that is spelled out, so that signs beside it are signs: tags read better. */
const SPELLED = /&#x/;

/** Whether a text may stand in a file and says what a document in canonical form says. */
export function readsAs(text: string, doc: RichTextNode): boolean {
  // Half a character cannot be written down but as JSON spells it.
  if (CONFLICT.test(text) || !text.isWellFormed()) return false;
  try {
    return isDeepStrictEqual(fromMarkdown(text), doc);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** As Markdown has it, trusting that it says everything: most documents need no more. */
const writePlainly = (nodes: readonly RichTextNode[]): BlockContent[] =>
  nodes.flatMap((node) => writeBlock(node, { style: INLINE_STYLES[0], blocks: writePlainly }) ?? []);

/** In the first way that says everything: plainly, with tags, with what is inside written carefully, as JSON. */
function writeCarefully(node: RichTextNode): BlockContent {
  const plain = INLINE_STYLES.flatMap((style) => writeBlock(node, { style, blocks: writePlainly }) ?? []);
  const isWhole = (block: BlockContent): boolean => readsAs(printBlocks([block]), { type: 'doc', content: [node] });
  const readable = plain.filter((block) => !SPELLED.test(printBlocks([block]))).find(isWhole);
  if (readable) return readable;
  const inside = writeBlock(node, { style: INLINE_STYLES[0], blocks: (nodes) => nodes.map(writeCarefully) });
  return [...(inside ? [inside] : []), ...plain].find(isWhole) ?? writeFence(node);
}
