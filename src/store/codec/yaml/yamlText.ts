import type { FlowEdit } from '../editFlow.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { MovedItems } from './movedItems.ts';
import { type YamlText, yamlKeyText, yamlScalar } from './yamlScalar.ts';

/** A YAML file that is being edited. */
export interface YamlEdit extends FlowEdit {
  readonly layout: YamlLayout;
  readonly moved: MovedItems;
}

/** The layout of a YAML file: how many columns mappings and sequences are indented beyond their parent's key. */
export interface YamlLayout {
  readonly step: number;
  readonly sequenceStep: number;
  readonly lineBreak: string;
}

export const CANONICAL: YamlLayout = { step: 2, sequenceStep: 2, lineBreak: '\n' };

const MAX_COLUMNS = 100;

/** The longest key without `? `; YAML 1.2.2 (8.2.2) allows 1024 characters up to the colon. */
const MAX_KEY = 1000;

/** Writes a value in block style, after a key or dash at the column `indent` on a line with `used` columns. */
export function yamlValueText(
  value: JsonValue,
  layout: YamlLayout,
  place: { readonly indent: number; readonly used: number },
): YamlText {
  const { indent, used } = place;
  if (!isArray(value) && !isJsonObject(value)) {
    return yamlScalar(value, 'plain', {
      isFlow: false,
      parentIndent: indent,
      step: layout.step,
      lineBreak: layout.lineBreak,
    });
  }
  const line = shortLine(value, MAX_COLUMNS - used);
  if (line !== null) return { head: line, body: '' };
  if (isArray(value)) return { head: '', body: itemLines(value, layout, indent + layout.sequenceStep) };
  return { head: '', body: pairLines(value, layout, indent + layout.step) };
}

/** An empty collection, or a list of scalars that fits into `room` columns. */
function shortLine(value: JsonObject | readonly JsonValue[], room: number): string | null {
  if (Object.keys(value).length === 0) return isArray(value) ? '[]' : '{}';
  if (!isArray(value) || value.length > MAX_COLUMNS) return null;
  if (value.some((item) => isArray(item) || isJsonObject(item) || String(item).includes('\n'))) return null;
  const line = yamlFlowText(value);
  return line.length <= room ? line : null;
}

/** Writes a value on one line, for use inside brackets. */
export function yamlFlowText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(yamlFlowText).join(', ')}]`;
  if (!isJsonObject(value))
    return yamlScalar(value, 'plain', { isFlow: true, parentIndent: 0, step: 0, lineBreak: '' }).head;
  const pairs = Object.entries(value).map(([key, member]) => yamlFlowPair(key, member));
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Writes a pair on one line, for use inside braces. */
export function yamlFlowPair(key: string, value: JsonValue): string {
  const name = yamlKeyText(key);
  return `${name.length > MAX_KEY ? '? ' : ''}${name}: ${yamlFlowText(value)}`;
}

/** The lines of a mapping whose keys are at the column `indent`. */
export const pairLines = (value: JsonObject, layout: YamlLayout, indent: number): string =>
  Object.entries(value)
    .map(([key, member]) => pairLine(key, member, layout, indent))
    .join('');

/** The lines of one pair. */
export function pairLine(key: string, value: JsonValue, layout: YamlLayout, indent: number): string {
  const used = indent + yamlKeyText(key).length + 2;
  return yamlPairText(key, yamlValueText(value, layout, { indent, used }), layout, indent);
}

/** The lines of a key and a value that is already written. */
export function yamlPairText(key: string, { head, body }: YamlText, { lineBreak }: YamlLayout, indent: number): string {
  const pad = ' '.repeat(indent);
  const name = yamlKeyText(key);
  const before = name.length > MAX_KEY ? `? ${name}${lineBreak}${pad}` : name;
  return `${pad}${before}:${head && ` ${head}`}${lineBreak}${body}`;
}

const itemLines = (value: readonly JsonValue[], layout: YamlLayout, indent: number): string =>
  value.map((item) => itemLine(item, layout, indent, 2)).join('');

/** The lines of an item; `gap` is the distance from the dash to the value, 2 or more. */
export function itemLine(value: JsonValue, layout: YamlLayout, indent: number, gap: number): string {
  const dash = `${' '.repeat(indent)}-${' '.repeat(gap - 1)}`;
  if (!isArray(value) && !isJsonObject(value)) {
    const { head, body } = yamlScalar(value, 'plain', {
      isFlow: false,
      parentIndent: indent,
      step: 2,
      lineBreak: layout.lineBreak,
    });
    return `${dash}${head}${layout.lineBreak}${body}`;
  }
  const line = shortLine(value, MAX_COLUMNS - indent - gap);
  if (line !== null) return `${dash}${line}${layout.lineBreak}`;
  const body = isArray(value) ? itemLines(value, layout, indent + gap) : pairLines(value, layout, indent + gap);
  return dash + body.slice(indent + gap);
}
