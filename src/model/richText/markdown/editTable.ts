import { isDeepStrictEqual } from 'node:util';
import type { Table, TableCell, TableRow } from 'mdast';
import { childrenOf, type RichTextNode } from '../node.ts';
import { type Aligned, alignBlocks } from './alignBlocks.ts';
import { editInline } from './editInline.ts';
import { gapsAround, type Item, joinItems } from './joinItems.ts';
import { indentOf, type Splice, spanOf, spliced, within } from './span.ts';
import { blockToMarkdown } from './toMarkdown.ts';

interface TableEdit {
  readonly text: string;
  readonly lineBreak: string;
  readonly syntax: Table;
  readonly node: RichTextNode;
  /** Whether cells are changed in their place, else whole rows are written anew. */
  readonly splices: boolean;
}

/** A table of the text changed to what `after` says, which may have other rows. */
export function editTable({ syntax, node, text, lineBreak, splices }: TableEdit, after: RichTextNode): string {
  const { start, end } = spanOf(syntax);
  const rows = syntax.children;

  function textOf({ node: next, old, isSame }: Aligned): string {
    const row = rows[old ?? -1];
    if (row === undefined) return freshRow(next);
    if (isSame) return text.slice(spanOf(row).start, spanOf(row).end);
    return (splices ? editRow(text, row, childrenOf(node)[old!]!, next) : undefined) ?? freshRow(next);
  }

  const items = alignBlocks(childrenOf(node), childrenOf(after)).map((one): Item => ({ ...one, text: textOf(one) }));
  const gaps = gapsAround(
    text.slice(start, end),
    rows.map((row) => within(spanOf(row), start)),
  );
  return joinItems({ items, gaps, apart: lineBreak + indentOf(syntax) });
}

function editRow(text: string, row: TableRow, before: RichTextNode, after: RichTextNode): string | undefined {
  const [old, next] = [childrenOf(before), childrenOf(after)];
  if (old.length !== next.length || old.length > row.children.length) return undefined;
  const splices = next.map((cell, index) =>
    isDeepStrictEqual(cell, old[index]) ? [] : editCell(text, row.children[index]!, old[index]!, cell),
  );
  const known = splices.filter((one) => one !== undefined);
  return known.length === splices.length ? spliced(text, spanOf(row), known.flat()) : undefined;
}

/** Undefined where the cell was empty, or cannot be changed in place. */
function editCell(
  text: string,
  cell: TableCell,
  before: RichTextNode,
  after: RichTextNode,
): readonly Splice[] | undefined {
  const [old, next] = [childrenOf(before)[0], childrenOf(after)[0]];
  const [splices] = old && next ? editInline(text, cell, old, next) : [];
  return splices?.map((splice) => ({ ...splice, text: inCell(splice.text) }));
}

const freshRow = (row: RichTextNode): string =>
  `| ${childrenOf(row)
    .map((cell) => inCell(childrenOf(cell).map(writeCell).join('')))
    .join(' | ')} |`;

const writeCell = (block: RichTextNode): string =>
  childrenOf(block).length === 0 ? '' : blockToMarkdown(block).trimEnd();

const inCell = (text: string): string => text.replace(/(?<!\\)\|/g, '\\|');
