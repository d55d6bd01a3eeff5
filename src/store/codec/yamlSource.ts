import { type CST, type Document, isMap, isScalar, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { JsonObject, JsonPrimitive, JsonValue } from './json.ts';
import { lineStart, type Member, nextLine, type ScalarSource, type ScalarStyle, type Source } from './source.ts';
import { yamlKey } from './yamlValue.ts';

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

type Collection = YAMLMap | YAMLSeq;

/** Where the values of a YAML document stand. The document was parsed with its source tokens and passed `yamlValue`. */
export function yamlSource(document: Document, text: string): Source {
  const sourceOf = (node: unknown, at: number): Source => {
    if (node === null || node === undefined) return missing(at);
    if (isScalar(node)) return scalarSource(node, at, text);
    const collection = node as Collection;
    return collection.srcToken?.type.startsWith('block-') ? block(collection, at) : flow(collection);
  };

  const flow = (node: Collection): Source => {
    const [start, end] = node.range!;
    const members = isMap(node) ? node.items.map(flowPair) : node.items.map(flowItem);
    const hasBrackets = node.srcToken !== undefined;
    return {
      shape: 'flow',
      isMap: isMap(node),
      hasBrackets,
      start,
      end,
      members,
      value: collectionValue(node, members),
    };
  };

  const flowItem = (node: unknown): Member => {
    const value = sourceOf(node, 0);
    return { key: '', start: value.start, valueAt: value.start, end: value.end, value };
  };

  const flowPair = (pair: Pair): Member => {
    const { key, start, colon, keyEnd } = keyOf(pair);
    const value = sourceOf(pair.value, colon ?? keyEnd);
    return { key, start, ...(colon !== undefined && { valueAt: colon }), end: Math.max(value.end, keyEnd), value };
  };

  const block = (node: Collection, at: number): Source => {
    const members = isMap(node) ? node.items.map(blockPair) : blockItems(node as YAMLSeq);
    const begin = members[0]!.start;
    const line = lineStart(text, begin);
    const isOnOwnLine = text.slice(line, begin).trim() === '';
    return {
      shape: 'block',
      isMap: isMap(node),
      start: isOnOwnLine ? (node === document.contents ? line : nextLine(text, at)) : begin,
      end: members.at(-1)!.end,
      indent: begin - line,
      members,
      value: collectionValue(node, members),
    };
  };

  const blockPair = (pair: Pair): Member => {
    const { key, start, colon, keyEnd } = keyOf(pair);
    const value = sourceOf(pair.value, colon ?? keyEnd);
    const end = memberEnd(value, start, keyEnd, text);
    return { key, start, ...(colon !== undefined && { valueAt: colon }), end, value };
  };

  const blockItems = (node: YAMLSeq): Member[] => {
    const tokens = (node.srcToken as CST.BlockSequence).items;
    return node.items.map((item, i) => {
      const start = tokens[i]!.start.find((token) => token.type === 'seq-item-ind')!.offset;
      const value = sourceOf(item, start + 1);
      return { key: '', start, valueAt: start + 1, end: memberEnd(value, start, start + 1, text), value };
    });
  };

  return sourceOf(document.contents, 0);
}

const missing = (at: number): ScalarSource => ({ shape: 'scalar', style: 'plain', start: at, end: at, value: null });

function scalarSource(node: Scalar, at: number, text: string): ScalarSource {
  const value = (node.value ?? null) as JsonPrimitive;
  const style = STYLES[node.type ?? ''] ?? 'plain';
  const [start, end] = node.range!;
  if (style === 'plain' && start === end) return missing(at);
  if (style !== 'literal' && style !== 'folded') return { shape: 'scalar', style, start, end, value };
  const headerEnd = start + /^[^\s]+/.exec(text.slice(start, start + 4))![0].length;
  return { shape: 'scalar', style, start, headerEnd, end: blockScalarEnd(text, headerEnd, end), value };
}

/** Blank lines after a block scalar are its own only when it keeps them (`|+`). */
function blockScalarEnd(text: string, headerEnd: number, end: number): number {
  const content = nextLine(text, headerEnd);
  if (text[headerEnd - 1] === '+' || text[headerEnd - 2] === '+') return Math.max(content, end);
  let last = Math.max(content, end);
  for (
    let line = lineStart(text, last - 1);
    line >= content && isBlank(text, line, last);
    line = lineStart(text, last - 1)
  ) {
    last = line;
  }
  return last;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!' \r\n'.includes(text[at]!)) return false;
  return true;
}

function keyOf(pair: Pair): { key: string; start: number; keyEnd: number; colon: number | undefined } {
  const token = (pair as Pair & { srcToken?: CST.CollectionItem }).srcToken;
  const key = pair.key as Scalar;
  const explicit = token?.start.find((part) => part.type === 'explicit-key-ind');
  const colon = token?.sep?.find((part) => part.type === 'map-value-ind');
  const [start, end] = key.range!;
  const keyStart = start === end && colon ? Math.min(start, colon.offset) : start;
  return {
    key: yamlKey(key.value),
    start: explicit?.offset ?? keyStart,
    keyEnd: end,
    colon: colon === undefined ? undefined : colon.offset + 1,
  };
}

/** The end of the last line of a member, comment lines after it that are indented as its value included. */
function memberEnd(value: Source, start: number, keyEnd: number, text: string): number {
  if (value.shape === 'scalar' && value.headerEnd !== undefined) return value.end;
  if (value.shape !== 'block') return nextLine(text, Math.max(value.end, keyEnd));
  const column = start - lineStart(text, start);
  return value.indent > column ? trailingComments(value.end, value.indent, text) : value.end;
}

function trailingComments(from: number, indent: number, text: string): number {
  let end = from;
  for (let at = from; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at));
    const column = line.search(/[^ \r\n]/);
    if (column >= 0 && (line[column] !== '#' || column < indent)) break;
    if (column >= 0) end = at + line.length;
  }
  return end;
}

function collectionValue(node: Collection, members: readonly Member[]): JsonObject | readonly JsonValue[] {
  if (!isMap(node)) return members.map(({ value }) => value.value);
  return Object.fromEntries(members.map(({ key, value }) => [key, value.value]));
}
