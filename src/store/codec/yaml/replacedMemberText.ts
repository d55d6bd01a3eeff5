import { isArray, isJsonObject, type JsonValue } from '../json/json.ts';
import {
  type BlockSource,
  leadsOf,
  lineStart,
  nextLine,
  type SourceMember,
  splitBlockLead,
  type ValueSource,
} from '../valueSource.ts';
import { type YamlText, yamlScalar } from './yamlScalar.ts';
import { itemLine, pairLine, type YamlEdit, yamlValueText } from './yamlText.ts';

/**
 * The text of a block collection's member whose whole value is replaced, from its key or dash to the end of its last
 * line.
 */
export function replacedMemberText(
  edit: YamlEdit,
  parent: BlockSource,
  member: SourceMember,
  target: JsonValue,
): string {
  const { text, layout, lineBreak } = edit;
  const { value, valueAt, start } = member;
  const { indent, isMap } = parent;
  if (valueAt === undefined) return pairLine(member.key, target, layout, indent).slice(indent);
  if (isEmptiedBlock(value, target)) return emptied(edit, parent, member, isArray(target) ? '[]' : '{}');
  const { head, body } = memberValueText(edit, parent, member, target);
  if (isInlineValue(value) && body === '') {
    const space = value.start === valueAt ? ' ' : '';
    return text.slice(start, value.start) + space + head + text.slice(value.end, member.end);
  }
  const note = trailingComment(text, member);
  const isBelow = value.shape !== 'block' && text.slice(valueAt, value.start).includes('\n');
  if (head !== '') {
    return `${isBelow ? text.slice(start, value.start) : `${text.slice(start, valueAt)} `}${head}${note}${lineBreak}${body}`;
  }
  const pad = ' '.repeat(indent + 2);
  if (isBelow) {
    const noteLine = note === '' ? '' : pad + note.trim() + lineBreak;
    return text.slice(start, lineStart(text, value.start)) + noteLine + body;
  }
  if (isMap || note !== '') return text.slice(start, valueAt) + note + lineBreak + body;
  return `${text.slice(start, valueAt)} ${body.slice(indent + 2)}`;
}

function memberValueText(
  edit: YamlEdit,
  { indent, isMap }: BlockSource,
  member: SourceMember,
  target: JsonValue,
): YamlText {
  const { layout, lineBreak, text } = edit;
  const { value } = member;
  if (isArray(target) || isJsonObject(target)) {
    if (isMap) return yamlValueText(target, layout, { indent, used: indent + member.valueAt! - member.start + 1 });
    const line = itemLine(target, layout, indent, 2);
    const isOneLine =
      /^ *- [[{]/.test(line) && line.indexOf('\n') === line.length - lineBreak.length + lineBreak.indexOf('\n');
    if (isOneLine) return { head: line.slice(indent + 2, -lineBreak.length), body: '' };
    return { head: '', body: ' '.repeat(indent + 2) + line.slice(indent + 2) };
  }
  const style = value.shape === 'scalar' ? value.style : 'plain';
  return yamlScalar(target, style, {
    isFlow: false,
    parentIndent: indent,
    step: bodyStep(text, value, indent) ?? (isMap ? layout.step : 2),
    lineBreak,
  });
}

/** How far a block scalar's lines are indented beyond its parent. */
function bodyStep(text: string, value: ValueSource, indent: number): number | undefined {
  if (value.shape !== 'scalar' || value.headerEnd === undefined) return undefined;
  const stated = /\d/.exec(text.slice(value.start, value.headerEnd));
  if (stated) return Number(stated[0]);
  const line = /(?:^|\n)( *)[^ \r\n]/.exec(text.slice(nextLine(text, value.headerEnd), value.end));
  const column = line?.[1]?.length ?? 0;
  return column > indent && column <= indent + 9 ? column - indent : undefined;
}

/** Whether only a comment can follow a value on its last line. */
const isInlineValue = (value: ValueSource): boolean =>
  value.shape === 'flow' || (value.shape === 'scalar' && value.headerEnd === undefined);

/**
 * The comment at the end of a value's line, or of its key's line if the value is below, with the white space before it.
 */
export function trailingComment(text: string, { value, valueAt }: SourceMember): string {
  const isCompact = value.shape === 'block' && value.start < nextLine(text, valueAt!);
  const rest = isCompact ? '' : text.slice(noteAt(value, valueAt!), nextLine(text, noteAt(value, valueAt!))).trimEnd();
  return rest.includes('#') ? rest : '';
}

function noteAt(value: ValueSource, valueAt: number): number {
  if (value.shape === 'block') return valueAt;
  return value.shape === 'scalar' ? (value.headerEnd ?? value.end) : value.end;
}

const isEmptiedBlock = (value: ValueSource, target: JsonValue): boolean =>
  value.shape === 'block' &&
  (isArray(target)
    ? !value.isMap && target.length === 0
    : value.isMap && isJsonObject(target) && Object.keys(target).length === 0);

/** An emptied block collection: brackets after the key, or below the comments that were between its members. */
function emptied(edit: YamlEdit, { indent }: BlockSource, member: SourceMember, brackets: string): string {
  const { text, lineBreak } = edit;
  const value = member.value as BlockSource;
  const key = text.slice(member.start, member.valueAt);
  const comments = commentsOf(edit, value) + commentLines(text.slice(value.end, member.end));
  const note = trailingComment(text, member);
  if (comments === '') return `${key} ${brackets}${note}${lineBreak}`;
  return `${key}${note}${lineBreak}${comments}${' '.repeat(indent + 2)}${brackets}${lineBreak}`;
}

/** The comment lines between a block collection's members, without those inside a member. */
export function commentsOf({ text, moved }: Pick<YamlEdit, 'text' | 'moved'>, source: BlockSource): string {
  const leads = leadsOf(text, source);
  const stays = source.members.map((member, i) => (moved.isMoved(member) ? splitBlockLead(leads[i]!).stay : leads[i]!));
  return stays.map(commentLines).join('');
}

const commentLines = (lines: string): string =>
  lines
    .split(/(?<=\n)/)
    .filter((line) => line.trim().startsWith('#'))
    .join('');
