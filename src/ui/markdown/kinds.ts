import type { EditorState, Line, StateCommand } from '@codemirror/state';
import { formatText } from './formatText.ts';
import { isBlank, linesIn, readLine, separateLines } from './lines.ts';
import { type Change, insertAt, isInCode, nodeAround, nodesIn, remove } from './syntax.ts';

type MarkdownHeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;
export type KindName = 'paragraph' | `heading${MarkdownHeadingLevel}` | 'codeBlock';

const HEADINGS = [1, 2, 3, 4, 5, 6].flatMap((level) => [`ATXHeading${level}`, `SetextHeading${level}`]);

/** The kind of the paragraph at the cursor. */
export function kindAt(state: EditorState): KindName {
  if (isInCode(state)) return 'codeBlock';
  const { head } = state.selection.main;
  const [heading] = nodesIn(state, { from: head, to: head }, HEADINGS);
  // The name of a heading ends with its level.
  return heading ? `heading${Number(heading.name.at(-1)) as MarkdownHeadingLevel}` : 'paragraph';
}

/** Makes paragraphs, headings or a block of code of the lines that are selected. */
export const setKind =
  (kind: KindName): StateCommand =>
  ({ state, dispatch }) => {
    if (kind === kindAt(state)) return false;
    const lines = linesIn(state).filter((line) => !isFence(state, line));
    const changes = [
      ...openCode(state),
      ...lines.flatMap((line) => (lines.length > 1 && isBlank(line) ? [] : setHeading(state, line, kind))),
      ...(kind === 'codeBlock' ? fence(lines) : []),
    ];
    if (changes.length === 0) return false;
    const isEmptyCode = kind === 'codeBlock' && lines.length === 1 && lines[0]?.text === '';
    dispatch(formatText(state, changes, isEmptyCode ? lines[0]!.to + '```\n'.length : undefined));
    return true;
  };

const isFence = (state: EditorState, line: Line): boolean =>
  nodesIn(state, line, ['CodeMark']).some(({ from, parent }) => from >= line.from && parent?.name === 'FencedCode');

/** Takes away the fences of the block of code that the selection begins in. */
function openCode(state: EditorState): readonly Change[] {
  const {
    doc,
    selection: { main },
  } = state;
  const block = nodeAround(state, { from: main.from, to: main.from }, ['FencedCode']);
  const [open, close] = block?.getChildren('CodeMark') ?? [];
  if (!open) return [];
  const first = doc.lineAt(open.from);
  const inside = Math.min(doc.length, first.to + 1);
  const last = close && doc.lineAt(close.from);
  return [
    remove({ from: first.from, to: inside }),
    ...(last ? [remove({ from: Math.max(inside, last.from - 1), to: last.to })] : []),
  ];
}

const signOf = (kind: KindName): string => (kind.startsWith('heading') ? `${'#'.repeat(Number(kind.at(-1)))} ` : '');

function setHeading(state: EditorState, line: Line, kind: KindName): readonly Change[] {
  const sign = signOf(kind);
  const underline = nodeAround(state, line, ['SetextHeading1', 'SetextHeading2'])?.getChild('HeaderMark');
  if (underline && underline.from >= line.from && underline.to <= line.to) return [];
  const { quote, indent, bullet, heading } = readLine(line.text);
  const from = line.from + quote.length + indent.length + bullet.length;
  const text = line.text.slice(from - line.from + heading.length);
  const [closing = ''] = heading === '' ? [] : (/\s+#+\s*$/.exec(text) ?? []);
  const isParagraph = kind === 'paragraph' && (heading !== '' || underline);
  return [
    ...(isParagraph ? separateLines(state, [line], { quote, belongs: () => false }) : []),
    ...(heading === sign ? [] : [{ from, to: from + heading.length, insert: sign }]),
    ...(closing === '' ? [] : [remove({ from: line.to - closing.length, to: line.to })]),
    ...(underline ? [remove({ from: underline.from - 1, to: underline.to })] : []),
  ];
}

function fence(lines: readonly Line[]): readonly Change[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return [];
  // More signs than stand together in the code itself.
  const longest = Math.max(2, ...lines.flatMap(({ text }) => text.match(/`+/g) ?? []).map(({ length }) => length));
  const fenced = `${readLine(first.text).quote}${'`'.repeat(longest + 1)}`;
  return [insertAt(first.from, `${fenced}\n`), insertAt(last.to, `\n${fenced}`)];
}
