import { isDangerousKey } from '../../../lib/json/checkTree.ts';
import type { JsonObject, JsonPrimitive, JsonValue } from '../json/json.ts';
import { readString } from '../json/readString.ts';
import { FILE_LIMITS } from '../limits.ts';
import { readLiteral } from './readLiteral.ts';
import { trimEndCharacter } from './yamlScalar.ts';

// Tabs, carriage returns, control characters, line separators and byte order marks have rules of their own.
const UNUSUAL = /[^\n -~\u00A0-\u2027\u202A-\uFEFE\uFF00-\uFFFD]/;
const KEY = /(?:[A-Za-z_][\w-]*|"[^"\\\n]+"|'[^'\n]+'):(?: +|(?=\n))/y;
const FLOW_KEY = /(?:[A-Za-z_][\w-]*|"[^"\\\n]+"|'[^'\n]+'): +/y;
const FLOW_PLAIN = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[\w.]))(?:[^,[\]{}:#\n]|:(?=[^\s,[\]{}])|(?<!\s)#)*/y;
const SINGLE = /'(?:[^'\n]|'')*'/y;
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]|-[\w.]/y;
const LINE_END = / *(?:(?<= )#[^\n]*)?\n/y;
const NULL_KEY = /^null$/i;
const INTEGER_KEY = /^\d/;

const NOT_CANONICAL = Symbol('not canonical');

/**
 * Offsets of the parts of a canonical text, in the order in which they begin: for a pair its key and the end of its
 * colon, for an item of a block sequence the start and end of its dash, for a scalar and for brackets their start and
 * end. An absent value is an empty one right after the colon or dash.
 */
export type SourceMarks = number[];

/**
 * Reads a YAML text in the form that most content files have: block collections, scalars and brackets on one line, `|`
 * literals, comments. Ten times faster than the general parser. Undefined for anything else, including errors: these
 * are left to the general parser, so this one needs no error messages. Adds offsets to `marks`.
 */
export function parseCanonical(text: string, marks?: SourceMarks): JsonObject | undefined {
  if (!text.endsWith('\n') || UNUSUAL.test(text)) return undefined;
  try {
    return readCanonical(text, marks);
  } catch (reason) {
    if (reason === NOT_CANONICAL) return undefined;
    throw reason;
  }
}

const giveUp = (): never => {
  throw NOT_CANONICAL;
};

function resolveScalar(source: string): JsonValue {
  const value = resolvePlain(source);
  return value === undefined ? giveUp() : value;
}

/** A text and the state of reading it. */
interface CanonicalReader {
  readonly text: string;
  readonly marks: SourceMarks | undefined;
  /** The next character to read. */
  at: number;
  /** The column of the line's first character, -1 at the end of the text; valid while `at` is on that character. */
  indent: number;
  lineBegin: number;
  nodes: number;
}

function readCanonical(text: string, marks: SourceMarks | undefined): JsonObject {
  const reader: CanonicalReader = { text, marks, at: 0, indent: -1, lineBegin: 0, nodes: 1 };
  toLine(reader, 0);
  if (reader.indent !== 0) giveUp();
  const object = mapping(reader, 0, 1);
  return reader.at < text.length ? giveUp() : object;
}

/** Moves to the first character of the next line that is neither blank nor a comment. */
function toLine(reader: CanonicalReader, begin: number): void {
  for (reader.lineBegin = begin; ; reader.lineBegin = reader.at + 1) {
    reader.at = reader.lineBegin;
    while (reader.text[reader.at] === ' ') reader.at += 1;
    if (reader.text[reader.at] === '#') reader.at = reader.text.indexOf('\n', reader.at);
    if (reader.text[reader.at] !== '\n') break;
  }
  reader.indent = reader.at < reader.text.length ? reader.at - reader.lineBegin : -1;
}

/** Moves past a match of the pattern, and returns whether there was one. */
function skip(reader: CanonicalReader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at;
  if (!pattern.test(reader.text)) return false;
  reader.at = pattern.lastIndex;
  return true;
}

function endLine(reader: CanonicalReader): void {
  if (!skip(reader, LINE_END)) giveUp();
  toLine(reader, reader.at);
}

function checkNesting(depth: number): void {
  if (depth > FILE_LIMITS.maxDepth) giveUp();
}

function countNode(reader: CanonicalReader): void {
  reader.nodes += 1;
  if (reader.nodes > FILE_LIMITS.maxNodes) giveUp();
}

function isDash(reader: CanonicalReader): boolean {
  return reader.text[reader.at] === '-' && (reader.text[reader.at + 1] === ' ' || reader.text[reader.at + 1] === '\n');
}

/** Reads a pair whose key matches the pattern. */
function readPair(
  reader: CanonicalReader,
  object: Record<string, JsonValue>,
  pattern: RegExp,
  readValue: () => JsonValue,
): void {
  const start = reader.at;
  if (!skip(reader, pattern)) giveUp();
  const colon = reader.text.lastIndexOf(':', reader.at - 1);
  const isQuoted = reader.text[start] === '"' || reader.text[start] === "'";
  const key = isQuoted ? reader.text.slice(start + 1, colon - 1) : reader.text.slice(start, colon);
  if (Object.hasOwn(object, key) || isDangerousKey(key) || (!isQuoted && NULL_KEY.test(key))) giveUp();
  // JavaScript objects put integer keys first, whatever their place in the text.
  if (reader.marks && INTEGER_KEY.test(key)) giveUp();
  reader.marks?.push(start, colon + 1);
  object[key] = readValue();
}

function mapping(reader: CanonicalReader, column: number, depth: number): JsonObject {
  const object: Record<string, JsonValue> = {};
  checkNesting(depth);
  do readPair(reader, object, KEY, () => value(reader, column, depth, true));
  while (reader.indent === column);
  return reader.indent > column ? giveUp() : object;
}

function sequence(reader: CanonicalReader, column: number, depth: number): JsonValue[] {
  const list: JsonValue[] = [];
  checkNesting(depth);
  do list.push(item(reader, column, depth));
  while (reader.indent === column && isDash(reader));
  return reader.indent > column ? giveUp() : list;
}

function item(reader: CanonicalReader, column: number, depth: number): JsonValue {
  reader.marks?.push(reader.at, reader.at + 1);
  reader.at += 1;
  while (reader.text[reader.at] === ' ') reader.at += 1;
  const inner = reader.at - reader.lineBegin;
  if (isDash(reader)) {
    countNode(reader);
    return sequence(reader, inner, depth + 1);
  }
  KEY.lastIndex = reader.at;
  if (!KEY.test(reader.text)) return value(reader, column, depth, false);
  countNode(reader);
  return mapping(reader, inner, depth + 1);
}

/** Reads the value after a key or dash at `column`, up to the next line of the collection around it. */
function value(reader: CanonicalReader, column: number, depth: number, isPair: boolean): JsonValue {
  countNode(reader);
  if (reader.text[reader.at] === '\n' || reader.text[reader.at] === '#')
    return readBlockValue(reader, column, depth, isPair);
  if (reader.text[reader.at] === '|') return readLiteralScalar(reader, column);
  const found = '"\'[{'.includes(reader.text[reader.at]!) ? flow(reader, depth) : readPlainScalar(reader);
  endLine(reader);
  return found;
}

/** Reads a collection on the lines below its key; null if there is none. */
function readBlockValue(reader: CanonicalReader, column: number, depth: number, isPair: boolean): JsonValue {
  endLine(reader);
  if (reader.indent < column || (reader.indent === column && !(isPair && isDash(reader)))) return markAbsent(reader);
  return isDash(reader) ? sequence(reader, reader.indent, depth + 1) : mapping(reader, reader.indent, depth + 1);
}

function markAbsent(reader: CanonicalReader): null {
  const place = reader.marks?.at(-1) ?? 0;
  reader.marks?.push(place, place);
  return null;
}

/** Marks the place of a value that was just read. */
function from<T>(reader: CanonicalReader, start: number, found: T): T {
  reader.marks?.push(start, reader.at);
  return found;
}

function readPlainScalar(reader: CanonicalReader): JsonValue {
  PLAIN_START.lastIndex = reader.at;
  if (!PLAIN_START.test(reader.text)) giveUp();
  const line = reader.text.slice(reader.at, reader.text.indexOf('\n', reader.at));
  const comment = line.indexOf(' #');
  const source = trimEndCharacter(comment < 0 ? line : line.slice(0, comment), ' ');
  if (source.includes(': ') || source.endsWith(':')) giveUp();
  const start = reader.at;
  reader.at += source.length;
  return from(reader, start, resolveScalar(source));
}

function readLiteralScalar(reader: CanonicalReader, column: number): string {
  const start = reader.at;
  const found = readLiteral(reader.text, reader.at, column);
  if (!found) return giveUp();
  reader.at = found.end;
  from(reader, start, found.content);
  toLine(reader, reader.at);
  return reader.indent > column ? giveUp() : found.content;
}

function flow(reader: CanonicalReader, depth: number): JsonValue {
  if (reader.text[reader.at] === '[') return flowList(reader, depth + 1);
  if (reader.text[reader.at] === '{') return flowObject(reader, depth + 1);
  const start = reader.at;
  if (reader.text[reader.at] === '"') return from(reader, start, doubleQuoted(reader));
  if (skip(reader, SINGLE))
    return from(reader, start, reader.text.slice(start + 1, reader.at - 1).replaceAll("''", "'"));
  if (!skip(reader, FLOW_PLAIN)) giveUp();
  const source = trimEndCharacter(reader.text.slice(start, reader.at), ' ');
  reader.at = start + source.length;
  return from(reader, start, resolveScalar(source));
}

function doubleQuoted(reader: CanonicalReader): string {
  const { content, end } = readString(reader.text, reader.at);
  reader.at = end;
  return content ?? giveUp();
}

/** Reads members up to the closing bracket, all on one line. */
function members(reader: CanonicalReader, close: string, member: () => void): void {
  const end = (reader.marks?.push(reader.at, reader.at) ?? 0) - 1;
  reader.at += 1;
  while (reader.text[reader.at] === ' ') reader.at += 1;
  while (reader.text[reader.at] !== close) {
    member();
    while (reader.text[reader.at] === ' ') reader.at += 1;
    if (reader.text[reader.at] === close) break;
    if (reader.text[reader.at] !== ',' || reader.text[reader.at + 1] !== ' ') giveUp();
    while (reader.text[++reader.at] === ' ');
    if (reader.text[reader.at] === close) giveUp();
  }
  reader.at += 1;
  if (reader.marks) reader.marks[end] = reader.at;
}

function flowList(reader: CanonicalReader, depth: number): JsonValue[] {
  const list: JsonValue[] = [];
  checkNesting(depth);
  members(reader, ']', () => {
    countNode(reader);
    list.push(flow(reader, depth));
  });
  return list;
}

function flowObject(reader: CanonicalReader, depth: number): JsonObject {
  const object: Record<string, JsonValue> = {};
  checkNesting(depth);
  members(reader, '}', () => {
    countNode(reader);
    readPair(reader, object, FLOW_KEY, () => flow(reader, depth));
  });
  return object;
}

// The core schema's spellings, YAML 1.2.2 section 10.3.2.
const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const RARE_NUMBER = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
]);

/** The value of a plain scalar; undefined for rare spellings, which are left to the general parser. */
function resolvePlain(source: string): JsonPrimitive | undefined {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(source)) return source;
  if (!INTEGER.test(source) && !FLOAT.test(source)) return RARE_NUMBER.test(source) ? undefined : source;
  const number = Number(source);
  return Number.isFinite(number) ? number : undefined;
}
