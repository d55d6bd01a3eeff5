import { isArray, isJsonObject, type JsonObject, type JsonPrimitive, type JsonValue } from '../json/json.ts';
import {
  type BlockSource,
  type FlowSource,
  lineStart,
  type ScalarStyle,
  type SourceMember,
  type ValueSource,
} from '../valueSource.ts';
import { parseCanonical, type SourceMarks } from './parseCanonical.ts';
import { blockScalarEnd, blockStart, memberEnd, missingScalar } from './sourceEnds.ts';

const STYLES: Readonly<Record<string, ScalarStyle>> = { '"': 'double', "'": 'single', '|': 'literal' };

type Collection = JsonObject | readonly JsonValue[];

/** The places of the values in a canonical text, as `yamlSource` would give them; undefined for any other text. */
export function canonicalSource(text: string): BlockSource | undefined {
  const marks: SourceMarks = [];
  const root = parseCanonical(text, marks);
  if (root === undefined) return undefined;
  let next = 0;
  const mark = (): number => marks[next++]!;

  const sourceOf = (value: JsonValue, at: number): ValueSource => {
    if (!isArray(value) && !isJsonObject(value)) return scalar(value);
    return '[{'.includes(text[marks[next]!]!) ? flow(value) : block(value, at);
  };

  const scalar = (value: JsonPrimitive): ValueSource => {
    const start = mark();
    const end = mark();
    if (start === end) return missingScalar(start);
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
  const flowItem = (inner: JsonValue): SourceMember => {
    const value = sourceOf(inner, 0);
    return { key: '', start: value.start, valueAt: value.start, end: value.end, value };
  };

  const pair = (
    key: string,
    inner: JsonValue,
    endOf: (value: ValueSource, start: number, valueAt: number) => number,
  ) => {
    const start = mark();
    const valueAt = mark();
    const value = sourceOf(inner, valueAt);
    return { key, start, valueAt, end: endOf(value, start, valueAt), value };
  };
  const lineEnd = (value: ValueSource, start: number, valueAt: number): number =>
    memberEnd(text, value, start, valueAt - 1);

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
