import { isDeepStrictEqual } from 'node:util';
import type { BlockContent, RootContent } from 'mdast';
import type { Options } from 'mdast-util-to-markdown';
import { lazily } from '../../../lib/list/lazily.ts';
import { loadLazily } from '../../../lib/list/loadLazily.ts';
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
 * Writes a document as Markdown that `fromMarkdown` reads back as the same document in canonical form. What Markdown cannot
 * express is written with a few known tags, or else as fenced JSON for the smallest block concerned; an invalid document
 * is fenced JSON as a whole. The text ends with a line break unless it is empty. Never throws.
 */
export function toMarkdown(document: RichTextNode): string {
  const doc = canonical(document);
  if (checkRichText(doc).length > 0 || !isModest(doc)) return printBlocks([writeFence(doc)]);
  const blocks = childrenOf(doc);
  const text = printBlocks(writePlainly(blocks));
  if (!SPELLED.test(text) && readsAsDocument(text, doc)) return text;
  const careful = printBlocks(blocks.map(writeCarefully));
  return readsAsDocument(careful, doc) ? careful : printBlocks([writeFence(doc)]);
}

/** Writes a canonical block as Markdown that is read back as the same block. */
export const blockToMarkdown = (block: RichTextNode): string =>
  printBlocks([isModest(block) ? writeCarefully(block) : writeFence(block)]);

/** Writes a canonical block as plain Markdown. The result may say something else: the caller must read it back. */
export const blockToPlainMarkdown = (block: RichTextNode): string =>
  printBlocks(isModest(block) ? writePlainly([block]) : [writeFence(block)]);

/** The most special characters in a document written as Markdown: each may need escaping, which takes up to 20 µs. */
const MAX_SIGNS = 20_000;
const SIGN = /[[\]\\`*_~<&!]/g;

/** A line break in text costs more: it becomes a character reference, and then several styles are tried. */
const LINE_BREAK = /[\n\r]/g;
const SIGNS_A_LINE_BREAK = 10;

const isModest = (node: RichTextNode): boolean => countSigns(node) <= MAX_SIGNS;

function countSigns(node: RichTextNode): number {
  if (node.type === 'codeBlock') return 0;
  const own = node.type === 'text' ? countTextSigns(String(node.text)) : 0;
  return childrenOf(node).reduce((sum, child) => sum + countSigns(child), own);
}

const countTextSigns = (text: string): number =>
  (text.match(SIGN)?.length ?? 0) + (text.match(LINE_BREAK)?.length ?? 0) * SIGNS_A_LINE_BREAK;

const printBlocks = (children: readonly RootContent[]): string =>
  printerPackage().toMarkdown({ type: 'root', children: [...children] }, optionsOnce());

/** A conflict marker of git: a file with such a line is taken for a conflict. */
const CONFLICT = /^<{7}(?: |$)/m;

/** A character reference, written to make a neighbouring marker valid: tags are more readable. */
const SPELLED = /&#x/;

/** Whether a text may be stored in a file and is read as this canonical document. */
export function readsAsDocument(text: string, doc: RichTextNode): boolean {
  // A lone surrogate can only be written as JSON escapes it.
  if (CONFLICT.test(text) || !text.isWellFormed()) return false;
  try {
    return isDeepStrictEqual(fromMarkdown(text), doc);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Writes plain Markdown without checking it: enough for most documents. */
const writePlainly = (nodes: readonly RichTextNode[]): BlockContent[] =>
  nodes.flatMap((node) => writeBlock(node, { style: INLINE_STYLES[0], blocks: writePlainly }) ?? []);

/** Writes a block in the first style that is read back the same: plain, with tags, with its content written carefully, as JSON. */
function writeCarefully(node: RichTextNode): BlockContent {
  const plain = INLINE_STYLES.flatMap((style) => writeBlock(node, { style, blocks: writePlainly }) ?? []);
  const isWhole = (block: BlockContent): boolean =>
    readsAsDocument(printBlocks([block]), { type: 'doc', content: [node] });
  const readable = plain.filter((block) => !SPELLED.test(printBlocks([block]))).find(isWhole);
  if (readable) return readable;
  const inside = writeBlock(node, { style: INLINE_STYLES[0], blocks: (nodes) => nodes.map(writeCarefully) });
  return [...(inside ? [inside] : []), ...plain].find(isWhole) ?? writeFence(node);
}
