import type { Nodes } from 'mdast';
import type { RichTextNode } from '../../node.ts';
import { type Span, spanOf } from '../span.ts';
import { isBreakTag, isComment, readImageTag, readMarkTag } from '../tags.ts';

/** One character of inline content, in UTF-16 code units, or a node that is no text. */
export interface Unit {
  /** The text node with this character alone, or the node. */
  readonly node: RichTextNode;
  /** The same for equal units. */
  readonly key: string;
}

/** What stands at a place of a text: a character, else what is no text; which node that is tells the document. */
interface Piece extends Span {
  readonly character: string | null;
}

/** Inline nodes in their smallest parts. */
export const unitsOf = (nodes: readonly RichTextNode[]): readonly Unit[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'text') return [{ node, key: JSON.stringify(node) }];
    const key = JSON.stringify(node.marks ?? null);
    return String(node.text)
      .split('')
      .map((character) => ({ node: { ...node, text: character }, key: character + key }));
  });

/** Where each unit of a block's inline content stands in the text; undefined where that cannot be told for sure. */
export function placeUnits(text: string, syntax: Nodes, units: readonly Unit[]): readonly Span[] | undefined {
  const pieces = piecesOf(syntax, text);
  const isRight = ({ node }: Unit, index: number): boolean =>
    pieces?.[index]?.character === (node.type === 'text' ? node.text : null);
  return pieces?.length === units.length && units.every(isRight) ? pieces : undefined;
}

/** Comments in a text. */
export function commentsIn(text: string): readonly string[] {
  const comments: string[] = [];
  for (let start = 0, end = 0; ; ) {
    start = text.indexOf('<!--', end);
    end = start < 0 ? -1 : text.indexOf('-->', start + '<!--'.length) + '-->'.length;
    if (end < start + '-->'.length) return comments;
    comments.push(text.slice(start, end));
  }
}

function piecesOf(syntax: Nodes, text: string): readonly Piece[] | undefined {
  const span = spanOf(syntax);
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
      return 'children' in syntax ? join(syntax.children.map((child) => piecesOf(child, text))) : undefined;
  }
}

function join(parts: readonly (readonly Piece[] | undefined)[]): readonly Piece[] | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known.flat() : undefined;
}

/** A tag that may mark what is between it and another is no piece itself; where it is text the document will differ. */
function readTag(html: string, span: Span): readonly Piece[] {
  if (isComment(html) || readMarkTag(html) || html.startsWith('</')) return [];
  const isNode = isBreakTag(html) || readImageTag(html) !== undefined;
  return isNode ? [{ ...span, character: null }] : charactersAsTheyAre(html, span.start);
}

const charactersAsTheyAre = (value: string, start: number): readonly Piece[] =>
  value.split('').map((character, index) => ({ character, start: start + index, end: start + index + 1 }));

/** A line break within a paragraph, with the blanks around it: a space. */
const BREAK = /^[ \t]*(?:\r\n?|\n)[ \t]*/;
const ENTITY = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,40});/;
const ESCAPE = /^\\[!-/:-@[-`{-~]/;

/** The characters that `raw` is read as, each with the place it is written at; undefined where it says something else. */
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

/** What a character is written as at the beginning of a text: itself, escaped or by its name. */
function writtenAs(rest: string, character: string): string | undefined {
  const escaped = ESCAPE.exec(rest)?.[0];
  if (escaped?.[1] === character) return escaped;
  const entity = ENTITY.exec(rest)?.[0];
  if (entity !== undefined && (character !== '&' || /^&(?:amp|#38|#x26);$/i.test(entity))) return entity;
  return rest[0] === character ? character : undefined;
}
