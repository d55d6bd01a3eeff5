import { isArray, isObject, type JsonObject, type JsonPrimitive, type JsonValue } from '../json/json.ts';
import { type BlockSource, type FlowSource, lineStart, type Member, type ScalarStyle, type Source } from '../source.ts';
import { type Marks, parseCanonical } from './parseCanonical.ts';
import { blockScalarEnd, blockStart, memberEnd, missing } from './sourceEnds.ts';

const STYLES: Readonly<Record<string, ScalarStyle>> = { '"': 'double', "'": 'single', '|': 'literal' };

type Collection = JsonObject | readonly JsonValue[];

/** The places of the values in a canonical text, as `yamlSource` would give them; undefined for any other text. */
export function canonicalSource(text: string): BlockSource | undefined {
  const marks: Marks = [];
  const root = parseCanonical(text, marks);
  if (root === undefined) return undefined;
  let next = 0;
  const mark = (): number => marks[next++]!;

  const sourceOf = (value: JsonValue, at: number): Source => {
    if (!isArray(value) && !isObject(value)) return scalar(value);
    return '[{'.includes(text[marks[next]!]!) ? flow(value) : block(value, at);
  };

  const scalar = (value: JsonPrimitive): Source => {
    const start = mark();
    const end = mark();
    if (start === end) return missing(start);
    const style = STYLES[text[start]!] ?? 'plain';
    if (style !== 'literal') return { shape: 'scalar', style, start, end, value };
    const headerEnd = start + (text[start + 1] === '\n' ? 1 : 2);
    return { shape: 'scalar', style, start, headerEnd, end: blockScalarEnd(text, headerEnd, end), value };
  };

  const flow = (value: Collection): FlowSource => {
    const start = mark();
    const end = mark();
    const members = isArray(value)
      ? value.map(flowItem)
      : Object.keys(value).map((key) => pair(key, (value as JsonObject)[key]!, ({ end }) => end));
    return { shape: 'flow', isMap: !isArray(value), hasBrackets: true, start, end, members, value };
  };
  const flowItem = (inner: JsonValue): Member => {
    const value = sourceOf(inner, 0);
    return { key: '', start: value.start, valueAt: value.start, end: value.end, value };
  };

  const pair = (key: string, inner: JsonValue, endOf: (value: Source, start: number, valueAt: number) => number) => {
    const start = mark();
    const valueAt = mark();
    const value = sourceOf(inner, valueAt);
    return { key, start, valueAt, end: endOf(value, start, valueAt), value };
  };
  const lineEnd = (value: Source, start: number, valueAt: number): number => memberEnd(text, value, start, valueAt - 1);

  const block = (value: Collection, at?: number): BlockSource => {
    const begin = marks[next]!;
    const members = isArray(value)
      ? value.map((inner) => pair('', inner, lineEnd))
      : Object.keys(value).map((key) => pair(key, (value as JsonObject)[key]!, lineEnd));
    return {
      shape: 'block',
      isMap: !isArray(value),
      start: blockStart(text, begin, at),
      end: members.at(-1)!.end,
      indent: begin - lineStart(text, begin),
      members,
      value,
    };
  };

  return block(root);
}
