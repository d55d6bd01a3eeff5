import { sameJson } from '../../../lib/json/sameJson.ts';
import type { Codec } from '../codec.ts';
import { editFlow, type FlowWriter } from '../editFlow.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { type BlockSource, type FlowSource, lineStart, nextLine, type ValueSource } from '../valueSource.ts';
import { canonicalSource } from './canonicalSource.ts';
import { createLineJoiner } from './createLineJoiner.ts';
import { canEditBlock, editYamlBlock } from './editYamlBlock.ts';
import { noteMovedItems } from './movedItems.ts';
import { parseCanonical } from './parseCanonical.ts';
import { parseYaml } from './parseYaml.ts';
import { commentsOf } from './replacedMemberText.ts';
import { yamlPackage } from './yamlPackage.ts';
import { yamlScalar } from './yamlScalar.ts';
import { yamlSource } from './yamlSource.ts';
import { CANONICAL, pairLines, type YamlEdit, type YamlLayout, yamlFlowPair, yamlFlowText } from './yamlText.ts';
import { yamlValue } from './yamlValue.ts';

/** YAML 1.2, core schema. */
export const yamlCodec: Codec = {
  read: decodeYaml,
  source: readYamlSource,
  write: encodeYaml,
  edit: editYamlText,
  rewrite: rewriteYamlText,
};

function decodeYaml(text: string): JsonObject {
  return parseCanonical(text) ?? yamlValue(parseYaml(text), text);
}

function readYamlSource(text: string): ValueSource {
  const source = canonicalSource(text);
  if (source) return source;
  const document = parseYaml(text, true);
  yamlValue(document, text);
  return yamlSource(document, text);
}

function encodeYaml(value: JsonObject): string {
  return Object.keys(value).length === 0 ? '{}\n' : pairLines(value, CANONICAL, 0);
}

const FLOW: FlowWriter = {
  value: (value, _indent, style) =>
    isArray(value) || isJsonObject(value)
      ? yamlFlowText(value)
      : yamlScalar(value, style, { isFlow: true, parentIndent: 0, step: 0, lineBreak: '' }).head,
  pair: (key, value) => yamlFlowPair(key, value),
};

function editYamlText(text: string, source: ValueSource, target: JsonObject, order: readonly string[]): string {
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const layout = findYamlLayout(source, lineBreak);
  const edited: YamlEdit = { text, lineBreak, layout, write: FLOW, moved: noteMovedItems(text) };
  if (source.shape === 'block') {
    const first = editRoot(edited, source, target, order);
    const moved = edited.moved.found();
    return moved ? editRoot({ ...edited, moved }, source, target, order) : first;
  }
  const line = text.slice(lineStart(text, source.start), nextLine(text, source.end));
  if (line.trim() === '{}') return fillRoot(edited, source, target);
  return text.slice(0, source.start) + editFlow(edited, source as FlowSource, target, order) + text.slice(source.end);
}

/** Writes the keys of a file that holds `{}` on a line of its own there, in block style. */
function fillRoot({ text, layout }: YamlEdit, source: ValueSource, target: JsonObject): string {
  const lines = createLineJoiner(0);
  const before = text.slice(0, lineStart(text, source.start));
  lines.member(before + pairLines(target, layout, 0), { isSame: false, isOpen: false });
  lines.follow(text.slice(nextLine(text, source.end)));
  return lines.text();
}

function editRoot(edited: YamlEdit, source: BlockSource, target: JsonObject, order: readonly string[]): string {
  const { text, lineBreak } = edited;
  const before = text.slice(0, source.start);
  const after = text.slice(source.end);
  if (!canEditBlock(source, target)) return `${before}${commentsOf(edited, source)}{}${lineBreak}${after}`;
  const lines = createLineJoiner(source.indent);
  lines.member(before + editYamlBlock(edited, source, target, order), { isSame: false, isOpen: false });
  lines.follow(after);
  return lines.text();
}

/** The layout of the first nested mapping and the first sequence below a key. */
function findYamlLayout(source: ValueSource, lineBreak: string): YamlLayout {
  let step: number | undefined;
  let sequenceStep: number | undefined;
  const visit = (node: ValueSource): void => {
    if (node.shape !== 'block') return;
    for (const { value } of node.members) {
      if (node.isMap && value.shape === 'block') {
        const distance = value.indent - node.indent;
        if (value.isMap) step ??= distance > 0 && distance < 10 ? distance : undefined;
        else sequenceStep ??= distance < 10 ? distance : undefined;
      }
      visit(value);
    }
  };
  visit(source);
  return { step: step ?? 2, sequenceStep: sequenceStep ?? step ?? 2, lineBreak };
}

/** Changes the text with the document API of `yaml`, which keeps comments but not the layout. */
function rewriteYamlText(text: string, target: JsonObject): string {
  const document = yamlPackage().parseDocument(text, { schema: 'core', uniqueKeys: false });
  const update = (path: readonly string[], present: JsonValue, wanted: JsonValue): void => {
    if (sameJson(present, wanted)) return;
    if (!isJsonObject(present) || !isJsonObject(wanted)) {
      document.setIn(path, document.createNode(wanted));
      return;
    }
    for (const key of Object.keys(present)) if (!Object.hasOwn(wanted, key)) document.deleteIn([...path, key]);
    for (const [key, value] of Object.entries(wanted)) {
      if (Object.hasOwn(present, key)) update([...path, key], present[key]!, value);
      else document.setIn([...path, key], document.createNode(value));
    }
  };
  update([], yamlValue(document, text), target);
  return document.toString({ lineWidth: 0 });
}
