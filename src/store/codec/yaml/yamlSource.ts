import type { CST, Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { JsonObject, JsonPrimitive, JsonValue } from '../json/json.ts';
import { lineStart, type ScalarSource, type ScalarStyle, type SourceMember, type ValueSource } from '../valueSource.ts';
import { blockScalarEnd, blockStart, memberEnd, missingScalar } from './sourceEnds.ts';
import { yamlPackage } from './yamlPackage.ts';
import { yamlKey } from './yamlValue.ts';

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

type YamlCollection = YAMLMap | YAMLSeq;

/** The places of the values in a YAML document that was parsed with source tokens and accepted by `yamlValue`. */
export function yamlSource(document: Document, text: string): ValueSource {
  const { isMap, isScalar } = yamlPackage();
  const sourceOf = (node: unknown, at: number): ValueSource => {
    if (node === null || node === undefined) return missingScalar(at);
    if (isScalar(node)) return scalarSource(node, at, text);
    const collection = node as YamlCollection;
    return collection.srcToken?.type.startsWith('block-') ? block(collection, at) : flow(collection);
  };

  const flow = (node: YamlCollection): ValueSource => {
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

  const flowItem = (node: unknown): SourceMember => {
    const value = sourceOf(node, 0);
    return { key: '', start: value.start, valueAt: value.start, end: value.end, value };
  };

  const flowPair = (pair: Pair): SourceMember => {
    const { key, start, colon, keyEnd } = readPairKey(pair);
    const value = sourceOf(pair.value, colon ?? keyEnd);
    return { key, start, ...(colon !== undefined && { valueAt: colon }), end: Math.max(value.end, keyEnd), value };
  };

  const block = (node: YamlCollection, at: number): ValueSource => {
    const members = isMap(node) ? node.items.map(blockPair) : blockItems(node as YAMLSeq);
    const begin = members[0]!.start;
    return {
      shape: 'block',
      isMap: isMap(node),
      start: blockStart(text, begin, node === document.contents ? undefined : at),
      end: members.at(-1)!.end,
      indent: begin - lineStart(text, begin),
      members,
      value: collectionValue(node, members),
    };
  };

  const blockPair = (pair: Pair): SourceMember => {
    const { key, start, colon, keyEnd } = readPairKey(pair);
    const value = sourceOf(pair.value, colon ?? keyEnd);
    const end = memberEnd(text, value, start, keyEnd);
    return { key, start, ...(colon !== undefined && { valueAt: colon }), end, value };
  };

  const blockItems = (node: YAMLSeq): SourceMember[] => {
    const tokens = (node.srcToken as CST.BlockSequence).items;
    return node.items.map((item, i) => {
      const start = tokens[i]!.start.find((token) => token.type === 'seq-item-ind')!.offset;
      const value = sourceOf(item, start + 1);
      return { key: '', start, valueAt: start + 1, end: memberEnd(text, value, start, start + 1), value };
    });
  };

  return sourceOf(document.contents, 0);
}

function scalarSource(node: Scalar, at: number, text: string): ScalarSource {
  const value = (node.value ?? null) as JsonPrimitive;
  const style = STYLES[node.type ?? ''] ?? 'plain';
  const [start, end] = node.range!;
  if (style === 'plain' && start === end) return missingScalar(at);
  if (style !== 'literal' && style !== 'folded') return { shape: 'scalar', style, start, end, value };
  const headerEnd = start + /^[^\s]+/.exec(text.slice(start, start + 4))![0].length;
  return { shape: 'scalar', style, start, headerEnd, end: blockScalarEnd(text, headerEnd, end), value };
}

function readPairKey(pair: Pair): { key: string; start: number; keyEnd: number; colon: number | undefined } {
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

function collectionValue(node: YamlCollection, members: readonly SourceMember[]): JsonObject | readonly JsonValue[] {
  if (!yamlPackage().isMap(node)) return members.map(({ value }) => value.value);
  return Object.fromEntries(members.map(({ key, value }) => [key, value.value]));
}
