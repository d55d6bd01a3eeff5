import { isDeepStrictEqual } from 'node:util';
import { joinTexts } from '../../model/richText/canonical.ts';
import { isNode, type RichTextNode } from '../../model/richText/node.ts';

/** A text as translators see it: words, and codes for what is no words and has to survive. */
export type CodedText = readonly CodedPart[];
export type CodedPart = string | InlineCode;

/** A code around words if it has `content`, else one that stands for itself. */
export interface InlineCode {
  /** Names it within its text. */
  readonly code: string;
  /** What it is, such as `bold` or `hardBreak`; tells translators, and means nothing when the text comes back. */
  readonly type?: string | undefined;
  readonly content?: CodedText;
}

/** What the codes of a text stand for: a mark around words, or a node. */
export type CodeMeanings = ReadonlyMap<string, CodeMeaning>;
export type CodeMeaning = { readonly mark: RichTextNode } | { readonly node: RichTextNode };

export const hasWords = (text: CodedText): boolean =>
  text.some((part) =>
    typeof part === 'string' ? part.trim() !== '' : part.content !== undefined && hasWords(part.content),
  );

/** The content of a text block with codes for its marks and nodes, which keep the names that `like` has for the same. */
export function encodeInline(
  nodes: readonly RichTextNode[],
  like: CodeMeanings = new Map(),
): { readonly text: CodedText; readonly meanings: CodeMeanings } {
  const meanings = new Map<string, CodeMeaning>();
  const text: CodedPart[] = [];
  const open: { readonly mark: RichTextNode; readonly parts: CodedPart[] }[] = [];
  const name = (meaning: CodeMeaning): string => {
    const code = findName(meaning, like, meanings);
    meanings.set(code, meaning);
    return code;
  };
  for (const node of nodes) {
    const marks = Array.isArray(node.marks) ? node.marks.filter(isNode) : [];
    const differing = marks.findIndex((mark, index) => !isDeepStrictEqual(mark, open[index]?.mark));
    open.length = Math.min(open.length, differing < 0 ? marks.length : differing);
    for (const mark of marks.slice(open.length)) {
      const parts: CodedPart[] = [];
      (open.at(-1)?.parts ?? text).push({ code: name({ mark }), type: mark.type, content: parts });
      open.push({ mark, parts });
    }
    const { marks: _, ...bare } = node;
    const parts = open.at(-1)?.parts ?? text;
    if (node.type === 'text') appendText(parts, String(node.text ?? ''));
    else parts.push({ code: name({ node: bare }), type: node.type });
  }
  return { text, meanings };
}

function appendText(parts: CodedPart[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

const typeOfMeaning = (meaning: CodeMeaning): string => ('mark' in meaning ? meaning.mark : meaning.node).type;

/** The first free name of `like` that stands for the same, or else for something of the same type; or a new one. */
function findName(meaning: CodeMeaning, like: CodeMeanings, used: CodeMeanings): string {
  const free = [...like].filter(([code]) => !used.has(code));
  const same = free.find(([, other]) => isDeepStrictEqual(other, meaning));
  const similar = same ?? free.find(([, other]) => typeOfMeaning(other) === typeOfMeaning(meaning));
  if (similar) return similar[0];
  let next = Math.max(like.size, used.size) + 1;
  while (like.has(String(next)) || used.has(String(next))) next += 1;
  return String(next);
}

/** Codes that a translation must have, too: without them it would lose a picture or where a link leads. */
const NEEDED: ReadonlySet<string> = new Set(['link', 'image']);

/** The content of a text block that a coded text says; undefined if its codes do not fit those of its source. */
export function decodeInline(text: CodedText, meanings: CodeMeanings): readonly RichTextNode[] | undefined {
  const found = new Set<string>();
  const nodes = decodeParts(text, { meanings, marks: [], found });
  const isWhole = [...meanings].every(([code, meaning]) => found.has(code) || !NEEDED.has(typeOfMeaning(meaning)));
  return nodes && isWhole ? joinTexts(nodes) : undefined;
}

interface Decoding {
  readonly meanings: CodeMeanings;
  readonly marks: readonly RichTextNode[];
  readonly found: Set<string>;
}

function decodeParts(text: CodedText, decoding: Decoding): readonly RichTextNode[] | undefined {
  const nodes: RichTextNode[] = [];
  for (const part of text) {
    const decoded = typeof part === 'string' ? decodeText(part, decoding) : decodeCode(part, decoding);
    if (!decoded) return undefined;
    nodes.push(...decoded);
  }
  return nodes;
}

const withMarks = (node: RichTextNode, marks: readonly RichTextNode[]): RichTextNode =>
  marks.length > 0 ? { ...node, marks } : node;

const decodeText = (text: string, { marks }: Decoding): readonly RichTextNode[] =>
  text === '' ? [] : [withMarks({ type: 'text', text }, marks)];

function decodeCode({ code, content }: InlineCode, decoding: Decoding): readonly RichTextNode[] | undefined {
  const { meanings, marks, found } = decoding;
  const meaning = meanings.get(code);
  if (!meaning) return undefined;
  found.add(code);
  if ('node' in meaning) return content && content.length > 0 ? undefined : [withMarks(meaning.node, marks)];
  if (marks.some(({ type }) => type === meaning.mark.type)) return undefined;
  return decodeParts(content ?? [], { ...decoding, marks: [...marks, meaning.mark] });
}

/** The words of a text that has no codes; undefined if it has some. */
export function plainWords(text: CodedText): string | undefined {
  return text.every((part) => typeof part === 'string') ? text.join('') : undefined;
}

/** The same text as it compares: neighbouring words are one part, and codes have nothing but their names and content. */
export function normalizeCoded(text: CodedText): CodedText {
  const parts: CodedPart[] = [];
  for (const part of text) {
    if (typeof part !== 'string')
      parts.push({ code: part.code, ...(part.content && { content: normalizeCoded(part.content) }) });
    else if (part !== '') appendText(parts, part);
  }
  return parts;
}

export const isSameCoded = (one: CodedText, other: CodedText): boolean =>
  isDeepStrictEqual(normalizeCoded(one), normalizeCoded(other));
