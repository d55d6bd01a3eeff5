import { memoizeByText } from '../../lib/list/createLruCache.ts';
import { type Splice, spliced, type TextSpan } from '../../model/richText/markdown/span.ts';

/** A page or a media item that Markdown names: the address of a picture, a link, a definition or an HTML tag. */
interface MarkdownName extends TextSpan {
  readonly name: string;
  /** For a link: what is before and after its text. */
  readonly around?: readonly TextSpan[];
}

const STARTS = ['media:', 'page:', '/api/content/media/'];

/** An address that may name something; parentheses in it come in pairs. */
const NAME = String.raw`((?:${STARTS.join('|')})(?:[^\s<>()"'\\]|\([^\s<>()"'\\]*\))*)`;
const TITLE = String.raw`\s+(?:"(?:[^"\\]|\\.){0,1000}"|'(?:[^'\\]|\\.){0,1000}'|\((?:[^()\\]|\\.){0,1000}\))`;
/** Where a line begins, in quotations and lists too. */
const LINE = String.raw`^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*`;

/** What tells addresses from other text: code, escapes and brackets. A name is what an unnamed group holds. */
const TOKENS = new RegExp(
  [
    `${LINE}(?<fence>\`{3,}(?=[^\`\\n]*$)|~{3,})`,
    String.raw`${LINE}\[(?:[^\][\\\n]|\\.){1,999}\]:[ \t]*\n?[ \t>]*<?${NAME}`,
    String.raw`\b(?:src|href)=(?:"${NAME}"|'${NAME}')`,
    String.raw`\\[\s\S]`,
    '(?<code>`+)',
    String.raw`(?<open>!?\[)`,
    String.raw`(?<close>\])(?:\(\s*(?:<${NAME}>|${NAME})(?:${TITLE})?\s*\))?`,
  ].join('|'),
  'dgm',
);

/** Where the names are among the groups of `TOKENS`. */
const NAME_GROUPS = [2, 3, 4, 8, 9];

/** The pages and media items that a text names. */
const markdownNamesIn = (text: string): readonly MarkdownName[] =>
  STARTS.some((start) => text.includes(start)) ? readMarkdownNames(text) : [];

/** Lists of pages show the same texts again and again. */
const readMarkdownNames = memoizeByText(scanMarkdown, 1_000);

/** Takes linear time. In broken Markdown it finds a few more names than a parser would. */
function scanMarkdown(text: string): readonly MarkdownName[] {
  const found: MarkdownName[] = [];
  const brackets: TextSpan[] = [];
  const findCodeEnd = createCodeSearch(text);
  const tokens = new RegExp(TOKENS);
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const { fence, code, open, close } = token.groups!;
    const span = { start: token.index, end: tokens.lastIndex };
    if (fence !== undefined) tokens.lastIndex = findFenceEnd(text, fence, span.end);
    if (code !== undefined) tokens.lastIndex = findCodeEnd(code, span.end);
    if (open !== undefined) brackets.push(span);
    const opening = close === undefined ? undefined : brackets.pop();
    const name = close === undefined || opening ? nameSpan(token) : undefined;
    if (name === undefined) continue;
    const isLink = opening !== undefined && text[opening.start] === '[';
    found.push({ ...name, name: text.slice(name.start, name.end), ...(isLink && { around: [opening, span] }) });
  }
  return found;
}

function nameSpan({ indices }: RegExpExecArray): TextSpan | undefined {
  const [start, end] = NAME_GROUPS.map((group) => indices?.[group]).find((one) => one !== undefined) ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The end of a block of code; that of the text if nothing closes it. */
function findFenceEnd(text: string, fence: string, from: number): number {
  const closing = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : text.length;
}

const BLANK_LINE = /\n[ \t>]*\n/;

/** Finds the end of code within a line: as many backticks in the same paragraph. Without them it is none. */
function createCodeSearch(text: string): (run: string, from: number) => number {
  const places = new Map<string, number[]>();
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    const same = places.get(run);
    if (same) same.push(index);
    else places.set(run, [index]);
  }
  return (run, from) => {
    const ahead = places.get(run) ?? [];
    while (ahead.length > 0 && ahead.at(-1)! < from) ahead.pop();
    const next = ahead.at(-1);
    return next === undefined || BLANK_LINE.test(text.slice(from, next)) ? from : next + run.length;
  };
}

/** The distinct names in a text. */
export const namesInMarkdown = (text: string): readonly string[] => [
  ...new Set(markdownNamesIn(text).map(({ name }) => name)),
];

/**
 * The text with other addresses for its names: null removes one, undefined leaves it. Without an address, a link becomes
 * its text, and a picture has no source.
 */
export function replaceMarkdownNames(text: string, find: (name: string) => string | null | undefined): string {
  const splices = markdownNamesIn(text).flatMap((one): readonly Splice[] => {
    const address = find(one.name);
    if (address === undefined || address === one.name) return [];
    if (address === null && one.around) return one.around.map((span) => ({ ...span, text: '' }));
    const isFramed = /["'<]/.test(text[one.start - 1] ?? '');
    return [{ start: one.start, end: one.end, text: address ?? (isFramed ? '' : '<>') }];
  });
  if (splices.length === 0) return text;
  return spliced(
    text,
    { start: 0, end: text.length },
    splices.sort((a, b) => a.start - b.start),
  );
}
