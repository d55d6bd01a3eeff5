import { isDangerousKey } from '../../lib/checkTree.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { FILE_LIMITS } from './limits.ts';
import { stringEnd } from './stringEnd.ts';
import { trimEnd } from './trimEnd.ts';

// Tabs, carriage returns, control characters, line separators and byte order marks have rules of their own.
const UNUSUAL = /[^\n -~\u00A0-\u2027\u202A-\uFEFE\uFF00-\uFFFD]/;
const KEY = /(?:([A-Za-z_][\w-]*)|"([^"\\\n]+)"|'([^'\n]+)'):(?: +|(?=\n))/y;
const FLOW_KEY = /(?:([A-Za-z_][\w-]*)|"([^"\\\n]+)"|'([^'\n]+)'): +/y;
const FLOW_PLAIN = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[\w.]))(?:[^,[\]{}:#\n]|:(?=[^\s,[\]{}])|(?<!\s)#)*/y;
const SINGLE = /'((?:[^'\n]|'')*)'/y;
const LITERAL = /\|([-+]?)\n/y;
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]|-[\w.]/y;
const LINE_END = / *(?:(?<= )#[^\n]*)?\n/y;
const NULL_KEY = /^null$/i;

// The core schema's spellings, YAML 1.2.2 section 10.3.2.
const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const RARE_NUMBER = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
]);

const NOT_CANONICAL = Symbol('not canonical');

/**
 * The value of a YAML text in the form most content files have: block collections, scalars and brackets on one line,
 * `|` literals, comments. Ten times faster than the general parser. Undefined for anything else, errors included:
 * then the general parser decides, so that this one never has to explain itself.
 */
export function parseCanonical(text: string): JsonObject | undefined {
  if (!text.endsWith('\n') || UNUSUAL.test(text)) return undefined;
  try {
    return createReader(text).document();
  } catch (reason) {
    if (reason === NOT_CANONICAL) return undefined;
    throw reason;
  }
}

const giveUp = (): never => {
  throw NOT_CANONICAL;
};

function createReader(text: string): { document(): JsonObject } {
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
      if (at >= text.length) break;
      if (text[at] !== '\n') break;
    }
    indent = at < text.length ? at - lineBegin : -1;
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const endLine = (): void => {
    if (!take(LINE_END)) giveUp();
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
  const isLineEnd = (): boolean => text[at] === '\n' || text[at] === '#';

  const add = (object: Record<string, JsonValue>, match: RegExpExecArray, value: () => JsonValue): void => {
    const key = match[1] ?? match[2] ?? match[3]!;
    if (Object.hasOwn(object, key) || isDangerousKey(key) || (match[1] && NULL_KEY.test(key))) giveUp();
    object[key] = value();
  };

  const mapping = (column: number, depth: number): JsonObject => {
    const object: Record<string, JsonValue> = {};
    enter(depth);
    do add(object, take(KEY) ?? giveUp(), () => value(column, depth, true));
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
    if (isLineEnd()) return block(column, depth, isPair);
    if (text[at] === '|') return literal(column);
    const found = isInFlow() ? flow(depth) : plain();
    endLine();
    return found;
  };
  const isInFlow = (): boolean => '"\'[{'.includes(text[at]!);

  /** A collection on the lines below its key, or nothing. */
  const block = (column: number, depth: number, isPair: boolean): JsonValue => {
    endLine();
    if (indent < column || (indent === column && !(isPair && isDash()))) return null;
    return isDash() ? sequence(indent, depth + 1) : mapping(indent, depth + 1);
  };

  const plain = (): JsonValue => {
    PLAIN_START.lastIndex = at;
    if (!PLAIN_START.test(text)) giveUp();
    const line = text.slice(at, text.indexOf('\n', at));
    const comment = line.indexOf(' #');
    const source = trimEnd(comment < 0 ? line : line.slice(0, comment), ' ');
    if (source.includes(': ') || source.endsWith(':')) giveUp();
    at += source.length;
    return resolve(source);
  };

  const literal = (column: number): string => {
    const chomp = (take(LITERAL) ?? giveUp())[1];
    const lines: string[] = [];
    let margin = -1;
    for (let end = at; at < text.length; at = end + 1) {
      end = text.indexOf('\n', at);
      const line = text.slice(at, end);
      const pad = line.search(/[^ ]/);
      if (pad < 0 && line !== '') giveUp();
      if (margin < 0 && pad >= 0) margin = pad;
      if (pad >= 0 && pad < margin) break;
      if (pad >= 0 && pad <= column) break;
      lines.push(line.slice(Math.max(margin, 0)));
    }
    toLine(at);
    if (margin <= column || indent > column) giveUp();
    const content = trimEnd(lines.join('\n'), '\n');
    if (chomp === '-') return content;
    return chomp === '+' ? `${lines.join('\n')}\n` : `${content}\n`;
  };

  const flow = (depth: number): JsonValue => {
    if (text[at] === '[') return flowList(depth + 1);
    if (text[at] === '{') return flowObject(depth + 1);
    if (text[at] === '"') return doubleQuoted();
    const single = take(SINGLE);
    return single ? single[1]!.replaceAll("''", "'") : resolve(trimEnd((take(FLOW_PLAIN) ?? giveUp())[0], ' '));
  };
  const doubleQuoted = (): string => {
    const start = at;
    at = stringEnd(text, at);
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      return giveUp();
    }
  };

  /** Members up to the closing bracket, all on one line. */
  const members = (close: string, member: () => void): void => {
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
      add(object, take(FLOW_KEY) ?? giveUp(), () => flow(depth));
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

function resolve(source: string): JsonValue {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(source)) return source;
  if (!INTEGER.test(source) && !FLOAT.test(source)) return RARE_NUMBER.test(source) ? giveUp() : source;
  const number = Number(source);
  return Number.isFinite(number) ? number : giveUp();
}
