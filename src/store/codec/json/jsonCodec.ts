import { isDangerousKey } from '../../../lib/json/checkTree.ts';
import type { Codec } from '../codec.ts';
import { editFlow, type FlowWriter, lineIndent } from '../editFlow.ts';
import { errorAt, type FileErrorCode } from '../fileError.ts';
import { FILE_LIMITS } from '../limits.ts';
import type { FlowSource, ScalarSource, SourceMember, ValueSource } from '../valueSource.ts';
import { isArray, isJsonObject, type JsonObject, type JsonPrimitive, type JsonValue } from './json.ts';
import { readString } from './readString.ts';

/** JSON, RFC 8259. */
export const jsonCodec: Codec = {
  read: decodeJson,
  source: parseJsonSource,
  write: encodeJson,
  edit: editJsonText,
  rewrite: (_text, target) => encodeJson(target),
};

function decodeJson(text: string): JsonObject {
  return parseJsonSource(text).value as JsonObject;
}

function encodeJson(value: JsonObject): string {
  return `${printJson(value, '  ')}
`;
}

function editJsonText(text: string, root: ValueSource, target: JsonObject, order: readonly string[]): string {
  const source = root as FlowSource; // As parseJson made it.
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const first = source.members[0];
  const writer = jsonWriter({
    lineBreak,
    unit: first && text.slice(source.start, first.start).includes('\n') ? lineIndent(text, first.start) || '  ' : '  ',
    isSpaced: first === undefined || first.value.start > first.valueAt!,
  });
  const isEmpty = source.members.length === 0;
  const changed = isEmpty
    ? writer.value(target, '', 'plain')
    : editFlow({ text, lineBreak, write: writer }, source, target, order);
  return text.slice(0, source.start) + changed + text.slice(source.end);
}

/** @param layout `isSpaced`: a space follows colons and commas within a line */
function jsonWriter(layout: {
  readonly lineBreak: string;
  readonly unit: string;
  readonly isSpaced: boolean;
}): FlowWriter {
  const { lineBreak, unit, isSpaced } = layout;
  const value: FlowWriter['value'] = (part, indent) => {
    if (indent !== null) return printJson(part, unit).replaceAll('\n', lineBreak + indent);
    return isSpaced ? onOneLine(part) : printJson(part, '');
  };
  const colon = isSpaced ? ': ' : ':';
  return { value, pair: (key, part, indent) => JSON.stringify(key) + colon + value(part, indent, 'plain') };
}

const onOneLine = (value: JsonValue): string => {
  if (isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isJsonObject(value)) return scalar(value);
  const pairs = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
};

/** Prints like JSON.stringify; an empty `unit` keeps everything on one line without spaces. */
function printJson(value: JsonValue, unit: string, lineBreak = unit && '\n'): string {
  if (!isArray(value) && !isJsonObject(value)) return scalar(value);
  const inner = lineBreak + unit;
  const members = isArray(value)
    ? value.map((item) => printJson(item, unit, inner))
    : Object.entries(value).map(
        ([key, member]) => `${JSON.stringify(key)}:${unit && ' '}${printJson(member, unit, inner)}`,
      );
  const [open, close] = isArray(value) ? '[]' : '{}';
  return members.length === 0 ? `${open}${close}` : `${open}${inner}${members.join(`,${inner}`)}${lineBreak}${close}`;
}

/** JSON.stringify loses the sign of -0. */
const scalar = (value: JsonPrimitive): string => (Object.is(value, -0) ? '-0' : JSON.stringify(value));

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The value of a JSON file, with the place of each part. Throws FileError for broken syntax, duplicate or dangerous
 * keys, deep nesting and infinite numbers.
 */
function parseJsonSource(text: string): FlowSource {
  let at = 0;
  let nodes = 0;
  const refuse = (code: FileErrorCode, message: string, offset = at): never => {
    throw errorAt(code, message, text, offset);
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    at += match?.length ?? 0;
    return match;
  };
  const unexpected = (wanted: string): never =>
    refuse('SYNTAX', at < text.length ? `Expected ${wanted}` : `Expected ${wanted}, but the file ends here`);
  const expect = (character: string): void => {
    take(SPACE);
    if (text[at] !== character) unexpected(`"${character}"`);
    at += 1;
  };
  const string = (): string => {
    const start = at;
    if (text[at] !== '"') unexpected('a string in double quotes');
    const { content, end } = readString(text, at);
    at = end;
    return content ?? refuse('SYNTAX', 'Not a valid string', start);
  };

  const scalar = (): ScalarSource => {
    const start = at;
    if (text[at] === '"') return { shape: 'scalar', style: 'double', start, value: string(), end: at };
    const value = JSON.parse(take(PLAIN) ?? unexpected('a value')) as JsonValue;
    if (typeof value === 'number' && !Number.isFinite(value)) refuse('SCHEMA', 'Not a finite number', start);
    return { shape: 'scalar', style: 'plain', start, end: at, value: value as number | boolean | null };
  };

  const value = (depth: number): ValueSource => {
    nodes += 1;
    if (nodes > FILE_LIMITS.maxNodes) refuse('LIMIT', `Holds more than ${FILE_LIMITS.maxNodes} values`);
    if (text[at] === '{') return collection(depth, '}', pair);
    if (text[at] === '[') return collection(depth, ']', item);
    return scalar();
  };

  const item = (depth: number): SourceMember => {
    const start = at;
    return { key: '', start, valueAt: start, value: value(depth), end: at };
  };

  const pair = (depth: number): SourceMember => {
    const start = at;
    const key = string();
    if (isDangerousKey(key)) refuse('SCHEMA', `The key "${key}" is not allowed`, start);
    expect(':');
    const valueAt = at;
    take(SPACE);
    return { key, start, valueAt, value: value(depth), end: at };
  };

  const collection = (depth: number, close: string, member: (depth: number) => SourceMember): FlowSource => {
    if (depth >= FILE_LIMITS.maxDepth) refuse('LIMIT', `Nested deeper than ${FILE_LIMITS.maxDepth} levels`);
    const start = at;
    const members: SourceMember[] = [];
    at += 1;
    take(SPACE);
    while (text[at] !== close) {
      if (members.length > 0) expect(',');
      take(SPACE);
      members.push(member(depth + 1));
      take(SPACE);
      if (text[at] !== close && text[at] !== ',') unexpected(`"," or "${close}"`);
    }
    at += 1;
    const isMap = close === '}';
    return {
      shape: 'flow',
      isMap,
      hasBrackets: true,
      start,
      end: at,
      members,
      value: isMap ? objectOf(members) : memberValues(members),
    };
  };

  const objectOf = (members: readonly SourceMember[]): JsonObject => {
    const result: Record<string, JsonValue> = {};
    for (const { key, start, value: source } of members) {
      if (Object.hasOwn(result, key)) refuse('SYNTAX', `The key "${key}" appears twice`, start);
      result[key] = source.value;
    }
    return result;
  };

  take(SPACE);
  const root = value(0);
  take(SPACE);
  if (at < text.length) refuse('SYNTAX', 'Unexpected text after the value');
  return root.shape === 'flow' && root.isMap ? root : refuse('SCHEMA', 'The top level must be an object', root.start);
}

const memberValues = (members: readonly SourceMember[]): readonly JsonValue[] =>
  members.map(({ value }) => value.value);
