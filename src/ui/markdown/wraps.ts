import type { EditorState, Line, StateCommand } from '@codemirror/state';
import { formatText } from './formatText.ts';
import { isBlank, linesIn, readLine, separateLines } from './lines.ts';
import { type Change, insertAt, isInCode, nodeAround, remove } from './syntax.ts';

type ListName = 'bulletList' | 'orderedList';
export type WrapName = ListName | 'blockquote';

const LISTS = ['BulletList', 'OrderedList'];
const NODES: Readonly<Record<WrapName, string>> = {
  bulletList: 'BulletList',
  orderedList: 'OrderedList',
  blockquote: 'Blockquote',
};

/** Whether what is selected is in a list of this kind, or in a quotation. */
export function isWrapped(state: EditorState, name: WrapName): boolean {
  const around = nodeAround(state, state.selection.main, name === 'blockquote' ? [NODES[name]] : LISTS);
  return around?.name === NODES[name];
}

/** Makes a list or a quotation of the lines that are selected; where all are one, it takes that away. */
export const toggleWrap =
  (name: WrapName): StateCommand =>
  ({ state, dispatch }) => {
    if (isInCode(state)) return false;
    dispatch(formatText(state, name === 'blockquote' ? toggleQuote(state) : toggleList(state, name)));
    return true;
  };

function toggleQuote(state: EditorState): readonly Change[] {
  const lines = linesIn(state);
  const isQuoted = ({ text }: Line): boolean => readLine(text).quote !== '';
  if (!lines.every((line) => isQuoted(line) || (line.text === '' && lines.length > 1)))
    return [
      ...separateLines(state, lines, { quote: '', belongs: isQuoted }),
      ...lines.map(({ from, text }) => insertAt(from, text === '' && lines.length > 1 ? '>' : '> ')),
    ];
  const [first] = lines;
  return [
    ...separateLines(state, lines, { quote: innerQuote(first!), belongs: () => false }),
    ...lines.map(({ from, text }) => remove({ from, to: from + outerSign(text).length })),
  ];
}

const outerSign = (text: string): string => /^\s{0,3}>\s?/.exec(text)?.[0] ?? '';
const innerQuote = ({ text }: Line): string => readLine(text).quote.slice(outerSign(text).length);

function toggleList(state: EditorState, name: ListName): readonly Change[] {
  const lines = linesIn(state);
  const items = lines.length === 1 ? lines : lines.filter((line) => !isBlank(line) && !isContinuation(state, line));
  if (items.every((line) => listOf(line) === name)) return items.flatMap((line) => dropBullet(state, line, items));
  const { quote } = readLine(lines[0]!.text);
  const isInList = (line: Line): boolean => nodeAround(state, line, LISTS) !== undefined;
  return [...separateLines(state, lines, { quote, belongs: isInList }), ...setBullets(state, lines, items, name)];
}

function listOf({ text }: Line): ListName | undefined {
  const { bullet } = readLine(text);
  if (bullet === '') return undefined;
  return /^\d/.test(bullet) ? 'orderedList' : 'bulletList';
}

/** Whether a line goes on with an item that began on a line before it. */
function isContinuation(state: EditorState, line: Line): boolean {
  const item = nodeAround(state, line, ['ListItem']);
  return item !== undefined && item.from < line.from && listOf(line) === undefined;
}

function dropBullet(state: EditorState, line: Line, items: readonly Line[]): readonly Change[] {
  const { quote, indent, bullet } = readLine(line.text);
  const from = line.from + quote.length;
  // The one below keeps its own distance.
  const belongs = (other: Line): boolean => other.from > line.from && items.some((item) => item.from === other.from);
  return [
    ...separateLines(state, [line], { quote, belongs }),
    remove({ from, to: from + indent.length + bullet.length }),
  ];
}

/** Where the text of an item begins: the column at which it did, and at which it does now. */
interface QuoteLevel {
  readonly before: number;
  readonly after: number;
}

/** Gives items the signs of a list, and what is inside of them the indentation that it then needs. */
function setBullets(
  state: EditorState,
  lines: readonly Line[],
  items: readonly Line[],
  name: ListName,
): readonly Change[] {
  const levels: QuoteLevel[] = [];
  const counts = new Map([[readLine(lines[0]!.text).indent.length, numberAbove(state, lines[0]!)]]);
  return lines.flatMap((line) => {
    const { quote, indent, bullet } = readLine(line.text);
    if (isBlank(line) && !items.includes(line)) return [];
    while ((levels.at(-1)?.before ?? 0) > indent.length) levels.pop();
    const { before, after } = levels.at(-1) ?? { before: 0, after: 0 };
    const depth = indent.length + after - before;
    const from = line.from + quote.length;
    const space = { from, to: from + indent.length, insert: ' '.repeat(depth) };
    if (!items.includes(line)) return [space];
    const number = (counts.get(depth) ?? 0) + 1;
    for (const deeper of [...counts.keys()].filter((one) => one > depth)) counts.delete(deeper);
    counts.set(depth, number);
    const sign = name === 'orderedList' ? `${number}. ` : '- ';
    const [old = ''] = /^(?:[-*+]|\d+[.)])\s*/.exec(bullet) ?? [];
    if (old !== '') levels.push({ before: indent.length + old.length, after: depth + sign.length });
    return [space, { from: space.to, to: space.to + old.length, insert: sign }];
  });
}

/** The number of the item just above a line; 0 if there is none. */
function numberAbove({ doc }: EditorState, line: Line): number {
  if (line.number === 1) return 0;
  const above = readLine(doc.line(line.number - 1).text);
  const { quote, indent } = readLine(line.text);
  return above.quote === quote && above.indent === indent ? Number.parseInt(above.bullet, 10) || 0 : 0;
}
