import type { AlignedBlock } from './edit/alignBlocks.ts';
import type { TextSpan } from './span.ts';

/** A block of the new text, with its Markdown. */
export type MarkdownItem = Pick<AlignedBlock, 'old' | 'isSame'> & { readonly text: string };

/** The text before each block and after the last: blank lines, comments, definitions. */
export const gapsAround = (text: string, blocks: readonly TextSpan[]): readonly string[] =>
  [...blocks.map(({ start }) => start), text.length].map((end, index) => text.slice(blocks[index - 1]?.end ?? 0, end));

interface ItemsEdit {
  readonly items: readonly MarkdownItem[];
  /** The text around the old blocks. */
  readonly gaps: readonly string[];
  /** The separator of two blocks that were not neighbours before. */
  readonly apart: string;
  /** Whether changed blocks are always separated by `apart`, even if the old ones were not. */
  readonly isApart?: boolean;
}

/** Joins the new text: neighbours keep the text between them, and no comment or definition is lost. */
export function joinItems({ items, gaps, apart, isApart = false }: ItemsEdit): string {
  const begin: MarkdownItem = { old: -1, isSame: true, text: '' };
  const end: MarkdownItem = { old: gaps.length - 1, isSame: true, text: '' };
  /** The last old block that was written or skipped; the text after it is still to come. */
  let passed = -1;

  function gapBefore(item: MarkdownItem, before: MarkdownItem): string {
    const isPair = item.old === passed + 1 && before.old === passed;
    if (isPair && (!isApart || (before.isSame && item.isSame))) return gaps[item.old]!;
    const lead = before === begin ? /^\s*/.exec(gaps[0]!)![0] : apart;
    const tail = item === end ? gaps.at(-1)!.slice(gaps.at(-1)!.trimEnd().length) : apart;
    const notes = item.old === undefined ? [] : gaps.slice(passed + 1, item.old + 1).map((gap) => gap.trim());
    const inside = notes.filter((note) => note !== '').join(apart);
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
