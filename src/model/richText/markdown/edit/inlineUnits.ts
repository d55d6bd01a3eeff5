import type { Nodes } from 'mdast';
import type { RichTextNode } from '../../node.ts';
import { nodeSpan, type TextSpan } from '../span.ts';
import { isBreakTag, isComment, readImageTag, readMarkTag } from '../tags.ts';

/** One UTF-16 code unit of text in inline content, or a node that is not text. */
export interface InlineUnit {
  /** The text node reduced to this character, or the node itself. */
  readonly node: RichTextNode;
  /** Equal for equal units. */
  readonly key: string;
}

/** A piece of Markdown that stands for one unit: a character, or null for a node that is not text. */
interface Piece extends TextSpan {
  readonly character: string | null;
}

/** Splits inline nodes into units. */
export const splitInlineUnits = (nodes: readonly RichTextNode[]): readonly InlineUnit[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'text') return [{ node, key: JSON.stringify(node) }];
    const key = JSON.stringify(node.marks ?? null);
    return String(node.text)
      .split('')
      .map((character) => ({ node: { ...node, text: character }, key: character + key }));
  });

/** The span of each unit of a block in the text; undefined if that cannot be determined for sure. */
export function locateUnits(
  text: string,
  syntax: Nodes,
  units: readonly InlineUnit[],
): readonly TextSpan[] | undefined {
  const pieces = readPieces(syntax, text);
  const isRight = ({ node }: InlineUnit, index: number): boolean =>
    pieces?.[index]?.character === (node.type === 'text' ? node.text : null);
  return pieces?.length === units.length && units.every(isRight) ? pieces : undefined;
}

/** The HTML comments in a text. */
export function commentsIn(text: string): readonly string[] {
  const comments: string[] = [];
  for (let start = 0, end = 0; ; ) {
    start = text.indexOf('<!--', end);
    end = start < 0 ? -1 : text.indexOf('-->', start + '<!--'.length) + '-->'.length;
    if (end < start + '-->'.length) return comments;
    comments.push(text.slice(start, end));
  }
}

function readPieces(syntax: Nodes, text: string): readonly Piece[] | undefined {
  const span = nodeSpan(syntax);
  switch (syntax.type) {
    case 'text':
      return charactersOf(text.slice(span.start, span.end), syntax.value, span.start);
    case 'inlineCode': {
      const at = text.slice(span.start, span.end).indexOf(syntax.value);
      return at < 0 ? undefined : charactersAsTheyAre(syntax.value, span.start + at);
    }
    case 'html':
      return readTag(syntax.value, span);
    case 'break':
    case 'image':
    case 'imageReference':
      return [{ ...span, character: null }];
    default:
      return 'children' in syntax ? joinPieces(syntax.children.map((child) => readPieces(child, text))) : undefined;
  }
}

function joinPieces(parts: readonly (readonly Piece[] | undefined)[]): readonly Piece[] | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known.flat() : undefined;
}

/** A tag that may be a mark is not a piece itself; if it is read as text, the pieces will not match the units. */
function readTag(html: string, span: TextSpan): readonly Piece[] {
  if (isComment(html) || readMarkTag(html) || html.startsWith('</')) return [];
  const isNode = isBreakTag(html) || readImageTag(html) !== undefined;
  return isNode ? [{ ...span, character: null }] : charactersAsTheyAre(html, span.start);
}

const charactersAsTheyAre = (value: string, start: number): readonly Piece[] =>
  value.split('').map((character, index) => ({ character, start: start + index, end: start + index + 1 }));

/** A line break within a paragraph and the spaces around it, which together are read as one space. */
const BREAK = /^[ \t]*(?:\r\n?|\n)[ \t]*/;
const ENTITY = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,40});/;
const ESCAPE = /^\\[!-/:-@[-`{-~]/;

/** The characters that `raw` is read as, each with its span; undefined if `raw` is not read as `value`. */
function charactersOf(raw: string, value: string, offset: number): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  for (let read = 0; read < value.length; ) {
    const rest = raw.slice(at, at + 50);
    const broken = BREAK.exec(value.slice(read, read + 50))?.[0];
    const character = broken === undefined ? value[read]! : ' ';
    const written = broken === undefined ? writtenAs(rest, character) : BREAK.exec(raw.slice(at))?.[0];
    if (written === undefined) return undefined;
    pieces.push({ character, start: offset + at, end: offset + at + written.length });
    at += written.length;
    read += broken?.length ?? 1;
  }
  return pieces;
}

/** How a character is written at the beginning of a text: as itself, escaped, or as a character reference. */
function writtenAs(rest: string, character: string): string | undefined {
  const escaped = ESCAPE.exec(rest)?.[0];
  if (escaped?.[1] === character) return escaped;
  const entity = ENTITY.exec(rest)?.[0];
  if (entity !== undefined && (character !== '&' || /^&(?:amp|#38|#x26);$/i.test(entity))) return entity;
  return rest[0] === character ? character : undefined;
}
