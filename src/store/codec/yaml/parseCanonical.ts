import { isDangerousKey } from '../../../lib/json/checkTree.ts';
import type { JsonObject, JsonPrimitive, JsonValue } from '../json.ts';
import { FILE_LIMITS } from '../limits.ts';
import { readString } from '../readString.ts';
import { trimEnd } from './yamlScalar.ts';

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
 * Where the parts of a canonical text stand, in the order in which they begin: of a pair its key and the place after
 * its colon, of an item of a block sequence its dash and the place after it, of a scalar and of brackets their start
 * and end. An absent value is an empty one right after the colon or dash.
 */
export type Marks = number[];

/**
 * The value of a YAML text in the form most content files have: block collections, scalars and brackets on one line,
 * `|` literals, comments. Ten times faster than the general parser. Undefined for anything else, errors included:
 * then the general parser decides, so that this one never has to explain itself. Adds to `marks` where things stand.
 */
export function parseCanonical(text: string, marks?: Marks): JsonObject | undefined {
  if (!text.endsWith('\n') || UNUSUAL.test(text)) return undefined;
  try {
    return createReader(text, marks).document();
  } catch (reason) {
    if (reason === NOT_CANONICAL) return undefined;
    throw reason;
  }
}

const giveUp = (): never => {
  throw NOT_CANONICAL;
};

function resolve(source: string): JsonValue {
  const value = resolvePlain(source);
  return value === undefined ? giveUp() : value;
}

function createReader(text: string, marks?: Marks): { document(): JsonObject } {
  /** The next character to read. */
  let at = 0;
  /** The column of the line's first character, -1 at the end; valid while `at` stands on that character. */
  let indent = -1;
  let lineBegin = 0;
  let nodes = 1;

  /** Moves to the first character of the next line that is neither blank nor a comment. */
  const toLine = (from: number): void => {
    for (lineBegin = from; ; lineBegin = at + 1) {
      at = lineBegin;
      while (text[at] === ' ') at += 1;
      if (text[at] === '#') at = text.indexOf('\n', at);
      if (text[at] !== '\n') break;
    }
    indent = at < text.length ? at - lineBegin : -1;
  };
  /** Moves past what a pattern matches here, and answers whether it does. */
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const endLine = (): void => {
    if (!skip(LINE_END)) giveUp();
    toLine(at);
  };
  const enter = (depth: number): void => {
    if (depth > FILE_LIMITS.maxDepth) giveUp();
  };
  const count = (): void => {
    nodes += 1;
    if (nodes > FILE_LIMITS.maxNodes) giveUp();
  };
  const isDash = (): boolean => text[at] === '-' && (text[at + 1] === ' ' || text[at + 1] === '\n');

  /** Reads a pair, its key as one of the patterns for keys has it. */
  const pair = (object: Record<string, JsonValue>, pattern: RegExp, value: () => JsonValue): void => {
    const start = at;
    if (!skip(pattern)) giveUp();
    const colon = text.lastIndexOf(':', at - 1);
    const isQuoted = text[start] === '"' || text[start] === "'";
    const key = isQuoted ? text.slice(start + 1, colon - 1) : text.slice(start, colon);
    if (Object.hasOwn(object, key) || isDangerousKey(key) || (!isQuoted && NULL_KEY.test(key))) giveUp();
    // An object puts such keys first, whatever their place in the text.
    if (marks && INTEGER_KEY.test(key)) giveUp();
    marks?.push(start, colon + 1);
    object[key] = value();
  };

  const mapping = (column: number, depth: number): JsonObject => {
    const object: Record<string, JsonValue> = {};
    enter(depth);
    do pair(object, KEY, () => value(column, depth, true));
    while (indent === column);
    return indent > column ? giveUp() : object;
  };

  const sequence = (column: number, depth: number): JsonValue[] => {
    const list: JsonValue[] = [];
    enter(depth);
    do list.push(item(column, depth));
    while (indent === column && isDash());
    return indent > column ? giveUp() : list;
  };

  const item = (column: number, depth: number): JsonValue => {
    marks?.push(at, at + 1);
    at += 1;
    while (text[at] === ' ') at += 1;
    const inner = at - lineBegin;
    if (isDash()) {
      count();
      return sequence(inner, depth + 1);
    }
    KEY.lastIndex = at;
    if (!KEY.test(text)) return value(column, depth, false);
    count();
    return mapping(inner, depth + 1);
  };

  /** What stands after a key or dash at `column`, up to the next line of the collection around it. */
  const value = (column: number, depth: number, isPair: boolean): JsonValue => {
    count();
    if (text[at] === '\n' || text[at] === '#') return block(column, depth, isPair);
    if (text[at] === '|') return literal(column);
    const found = '"\'[{'.includes(text[at]!) ? flow(depth) : plain();
    endLine();
    return found;
  };

  /** A collection on the lines below its key, or nothing. */
  const block = (column: number, depth: number, isPair: boolean): JsonValue => {
    endLine();
    if (indent < column || (indent === column && !(isPair && isDash()))) return absent();
    return isDash() ? sequence(indent, depth + 1) : mapping(indent, depth + 1);
  };

  const absent = (): null => {
    const at = marks?.at(-1) ?? 0;
    marks?.push(at, at);
    return null;
  };
  /** Notes where a value stands that has just been read. */
  const from = <T>(start: number, found: T): T => {
    marks?.push(start, at);
    return found;
  };

  const plain = (): JsonValue => {
    PLAIN_START.lastIndex = at;
    if (!PLAIN_START.test(text)) giveUp();
    const line = text.slice(at, text.indexOf('\n', at));
    const comment = line.indexOf(' #');
    const source = trimEnd(comment < 0 ? line : line.slice(0, comment), ' ');
    if (source.includes(': ') || source.endsWith(':')) giveUp();
    const start = at;
    at += source.length;
    return from(start, resolve(source));
  };

  const literal = (column: number): string => {
    const start = at;
    const found = readLiteral(text, at, column);
    if (!found) return giveUp();
    at = found.end;
    from(start, found.content);
    toLine(at);
    return indent > column ? giveUp() : found.content;
  };

  const flow = (depth: number): JsonValue => {
    if (text[at] === '[') return flowList(depth + 1);
    if (text[at] === '{') return flowObject(depth + 1);
    const start = at;
    if (text[at] === '"') return from(start, doubleQuoted());
    if (skip(SINGLE)) return from(start, text.slice(start + 1, at - 1).replaceAll("''", "'"));
    if (!skip(FLOW_PLAIN)) giveUp();
    const source = trimEnd(text.slice(start, at), ' ');
    at = start + source.length;
    return from(start, resolve(source));
  };
  const doubleQuoted = (): string => {
    const { content, end } = readString(text, at);
    at = end;
    return content ?? giveUp();
  };

  /** Members up to the closing bracket, all on one line. */
  const members = (close: string, member: () => void): void => {
    const end = (marks?.push(at, at) ?? 0) - 1;
    at += 1;
    while (text[at] === ' ') at += 1;
    while (text[at] !== close) {
      member();
      while (text[at] === ' ') at += 1;
      if (text[at] === close) break;
      if (text[at] !== ',' || text[at + 1] !== ' ') giveUp();
      while (text[++at] === ' ');
      if (text[at] === close) giveUp();
    }
    at += 1;
    if (marks) marks[end] = at;
  };
  const flowList = (depth: number): JsonValue[] => {
    const list: JsonValue[] = [];
    enter(depth);
    members(']', () => {
      count();
      list.push(flow(depth));
    });
    return list;
  };
  const flowObject = (depth: number): JsonObject => {
    const object: Record<string, JsonValue> = {};
    enter(depth);
    members('}', () => {
      count();
      pair(object, FLOW_KEY, () => flow(depth));
    });
    return object;
  };

  return {
    document() {
      toLine(0);
      if (indent !== 0) giveUp();
      const object = mapping(0, 1);
      return at < text.length ? giveUp() : object;
    },
  };
}

const HEADER = /\|([-+]?)\n/y;

/**
 * A literal scalar (`|`) that begins at `at` and belongs to a collection at `column`: its content, and where the next
 * line begins. Undefined when it is empty, states its indentation or holds lines of nothing but spaces.
 */
function readLiteral(text: string, at: number, column: number): { content: string; end: number } | undefined {
  HEADER.lastIndex = at;
  const header = HEADER.exec(text);
  if (!header) return undefined;
  const lines: string[] = [];
  let margin = -1;
  let begin = HEADER.lastIndex;
  for (let end = begin; begin < text.length; begin = end + 1) {
    end = text.indexOf('\n', begin);
    const line = text.slice(begin, end);
    const pad = line.search(/[^ ]/);
    if (pad < 0 && line !== '') return undefined;
    if (margin < 0 && pad >= 0) margin = pad;
    if (pad >= 0 && (pad < margin || pad <= column)) break;
    lines.push(line.slice(Math.max(margin, 0)));
  }
  return margin <= column ? undefined : { content: chomped(lines, header[1]!), end: begin };
}

function chomped(lines: readonly string[], chomp: string): string {
  if (chomp === '+') return `${lines.join('\n')}\n`;
  const content = trimEnd(lines.join('\n'), '\n');
  return chomp === '-' ? content : `${content}\n`;
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

/** What a plain scalar means; undefined for the rare spellings that are left to the general parser. */
function resolvePlain(source: string): JsonPrimitive | undefined {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(source)) return source;
  if (!INTEGER.test(source) && !FLOAT.test(source)) return RARE_NUMBER.test(source) ? undefined : source;
  const number = Number(source);
  return Number.isFinite(number) ? number : undefined;
}
