import { isDeepStrictEqual } from 'node:util';
import type { Table, TableCell, TableRow } from 'mdast';
import { childrenOf, type RichTextNode } from '../../node.ts';
import { gapsAround, joinItems, type MarkdownItem } from '../joinItems.ts';
import { indentOf, nodeSpan, relativeSpan, type Splice, spliced } from '../span.ts';
import { blockToMarkdown } from '../toMarkdown.ts';
import { type AlignedBlock, alignBlocks } from './alignBlocks.ts';
import { editInline } from './editInline.ts';

interface TableEdit {
  readonly text: string;
  readonly lineBreak: string;
  readonly syntax: Table;
  readonly node: RichTextNode;
}

/** Ways to edit a table so that it says what `after` says, which may have other rows: first cell by cell, then by whole rows. */
export function* editTable(table: TableEdit, after: RichTextNode): Generator<string> {
  yield editRows(table, after, editRow);
  yield editRows(table, after, () => undefined);
}

function editRows({ syntax, node, text, lineBreak }: TableEdit, after: RichTextNode, edit: typeof editRow): string {
  const { start, end } = nodeSpan(syntax);
  const rows = syntax.children;

  function textOf({ node: next, old, isSame }: AlignedBlock): string {
    const row = rows[old ?? -1];
    if (row === undefined) return freshRow(next);
    if (isSame) return text.slice(nodeSpan(row).start, nodeSpan(row).end);
    return edit(text, row, childrenOf(node)[old!]!, next) ?? freshRow(next);
  }

  const items = alignBlocks(childrenOf(node), childrenOf(after)).map(
    (one): MarkdownItem => ({ ...one, text: textOf(one) }),
  );
  const gaps = gapsAround(
    text.slice(start, end),
    rows.map((row) => relativeSpan(nodeSpan(row), start)),
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
  return known.length === splices.length ? spliced(text, nodeSpan(row), known.flat()) : undefined;
}

/** Undefined if the cell was empty or cannot be edited in place. */
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
    .map((cell) => inCell(childrenOf(cell).map(writeCellText).join('')))
    .join(' | ')} |`;

const writeCellText = (block: RichTextNode): string =>
  childrenOf(block).length === 0 ? '' : blockToMarkdown(block).trimEnd();

const inCell = (text: string): string => text.replace(/(?<!\\)\|/g, '\\|');
