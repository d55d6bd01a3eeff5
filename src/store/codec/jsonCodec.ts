import type { Codec } from './codec.ts';
import { editFlow, type FlowWriter, lineIndent } from './editFlow.ts';
import { isArray, isObject, type JsonObject, type JsonPrimitive, type JsonValue } from './json.ts';
import { parseJson } from './parseJson.ts';
import type { FlowSource, Source } from './source.ts';

/** JSON, RFC 8259. */
export const jsonCodec: Codec = { read, source: parseJson, write, edit, rewrite: (_text, target) => write(target) };

function read(text: string): JsonObject {
  return parseJson(text).value as JsonObject;
}

function write(value: JsonObject): string {
  return `${print(value, '  ')}
`;
}

function edit(text: string, root: Source, target: JsonObject, order: readonly string[]): string {
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

/** `isSpaced`: a space follows colons and commas on one line. */
function jsonWriter(layout: {
  readonly lineBreak: string;
  readonly unit: string;
  readonly isSpaced: boolean;
}): FlowWriter {
  const { lineBreak, unit, isSpaced } = layout;
  const value: FlowWriter['value'] = (part, indent) => {
    if (indent !== null) return print(part, unit).replaceAll('\n', lineBreak + indent);
    return isSpaced ? onOneLine(part) : print(part, '');
  };
  const colon = isSpaced ? ': ' : ':';
  return { value, pair: (key, part, indent) => JSON.stringify(key) + colon + value(part, indent, 'plain') };
}

const onOneLine = (value: JsonValue): string => {
  if (isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isObject(value)) return scalar(value);
  const pairs = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
};

/** As JSON.stringify prints it; an empty `unit` keeps everything on one line without spaces. */
function print(value: JsonValue, unit: string, lineBreak = unit && '\n'): string {
  if (!isArray(value) && !isObject(value)) return scalar(value);
  const inner = lineBreak + unit;
  const members = isArray(value)
    ? value.map((item) => print(item, unit, inner))
    : Object.entries(value).map(
        ([key, member]) => `${JSON.stringify(key)}:${unit && ' '}${print(member, unit, inner)}`,
      );
  const [open, close] = isArray(value) ? '[]' : '{}';
  return members.length === 0 ? `${open}${close}` : `${open}${inner}${members.join(`,${inner}`)}${lineBreak}${close}`;
}

/** JSON.stringify loses the sign of -0. */
const scalar = (value: JsonPrimitive): string => (Object.is(value, -0) ? '-0' : JSON.stringify(value));
