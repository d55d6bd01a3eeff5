import { isDeepStrictEqual } from 'node:util';
import { canonical } from '../canonical.ts';
import { childrenOf, type RichTextNode } from '../node.ts';
import { type Aligned, alignBlocks } from './alignBlocks.ts';
import { blocksOf, fromMarkdown, type MarkdownBlock } from './fromMarkdown.ts';
import { blockToMarkdown, toMarkdown } from './toMarkdown.ts';

/**
 * A text changed to say what `document` says: blocks that are the same keep every character, and so do comments,
 * definitions and the lines around them.
 *
 * @throws RangeError when one of the texts is beyond what `fromMarkdown` reads
 */
export function editMarkdown(text: string, document: RichTextNode): string {
  const wanted = canonical(document);
  const says = (edited: string): boolean => isDeepStrictEqual(fromMarkdown(edited), wanted);
  if (says(text)) return text;
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const old = blocksOf(text).filter(isShown);
  const aligned = alignBlocks(
    old.map(({ node }) => node),
    childrenOf(wanted),
  );
  const items = aligned.map((item): Item => ({ ...item, text: textOf(item, text, old, lineBreak) }));
  const edit = { items, gaps: gapsAround(text, old), lineBreak };
  for (const isApart of [false, true]) {
    const edited = joinItems({ ...edit, isApart });
    if (says(edited)) return edited;
  }
  return /^\s*/.exec(text)![0] + toMarkdown(wanted).replaceAll('\n', lineBreak);
}

function textOf(
  { node, old, isSame }: Aligned,
  text: string,
  blocks: readonly ShownBlock[],
  lineBreak: string,
): string {
  const block = isSame ? blocks[old ?? -1] : undefined;
  return block ? text.slice(block.start, block.end) : blockToMarkdown(node).trimEnd().replaceAll('\n', lineBreak);
}

type ShownBlock = MarkdownBlock & { readonly node: RichTextNode };
const isShown = (block: MarkdownBlock): block is ShownBlock => block.node !== null;

/** What stands before each block and after the last: blank lines, comments, definitions. */
const gapsAround = (text: string, blocks: readonly ShownBlock[]): readonly string[] =>
  [...blocks.map(({ start }) => start), text.length].map((end, index) => text.slice(blocks[index - 1]?.end ?? 0, end));

/** A block of the new text: the old one it is or replaces, if any. */
interface Item {
  readonly old: number | undefined;
  readonly isSame: boolean;
  readonly text: string;
}

interface Edit {
  readonly items: readonly Item[];
  readonly gaps: readonly string[];
  readonly lineBreak: string;
  /** Whether new blocks stand between blank lines, also where the old ones did not. */
  readonly isApart: boolean;
}

function joinItems({ items, gaps, lineBreak, isApart }: Edit): string {
  const blank = lineBreak + lineBreak;
  const begin: Item = { old: -1, isSame: true, text: '' };
  const end: Item = { old: gaps.length - 1, isSame: true, text: '' };
  /** The last old block that has been passed; the notes after it are still to come. */
  let passed = -1;

  function gapBefore(item: Item, before: Item): string {
    const isPair = item.old === passed + 1 && before.old === passed;
    if (isPair && (!isApart || (before.isSame && item.isSame))) return gaps[item.old]!;
    const lead = before === begin ? /^\s*/.exec(gaps[0]!)![0] : blank;
    const tail = item === end ? /\s*$/.exec(gaps.at(-1)!)![0] : blank;
    const notes = item.old === undefined ? [] : gaps.slice(passed + 1, item.old + 1).map((gap) => gap.trim());
    const inside = notes.filter((note) => note !== '').join(blank);
    if (inside !== '') return lead + inside + tail;
    return before === begin ? lead : tail;
  }

  const joined = [begin, ...items, end].map((item, index, all) => {
    if (item === begin) return '';
    const gap = gapBefore(item, all[index - 1]!);
    passed = item.old ?? passed;
    return gap + item.text;
  });
  return joined.join('');
}
