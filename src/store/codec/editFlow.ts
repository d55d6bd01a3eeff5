import { sameJson } from '../../lib/json/sameJson.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from './json/json.ts';
import { type MemberStep, planMembers } from './json/planMembers.ts';
import { type FlowSource, lineStart, type ScalarStyle, type SourceMember, type ValueSource } from './valueSource.ts';

/** A file whose flow collections are being edited, and the writer of its format. */
export interface FlowEdit {
  readonly text: string;
  readonly lineBreak: string;
  readonly write: FlowWriter;
}

/** `indent` is the white space of the line that the text is written to; null keeps the text on that line. */
export interface FlowWriter {
  value(value: JsonValue, indent: string | null, style: ScalarStyle): string;
  pair(key: string, value: JsonValue, indent: string | null): string;
}

/** The text of a value inside brackets, changed to hold `target`. */
export function editFlowValue(edit: FlowEdit, source: ValueSource, target: JsonValue, indent: string | null): string {
  const present = edit.text.slice(source.start, source.end);
  if (sameJson(source.value, target)) return present;
  if (canEditFlow(edit.text, source, target)) return editFlow(edit, source, target);
  return edit.write.value(target, indent, source.shape === 'scalar' ? source.style : 'plain');
}

/** Whether a source is a flow collection of the target's kind that has something worth keeping. */
export function canEditFlow(text: string, source: ValueSource, target: JsonValue): source is FlowSource {
  if (source.shape !== 'flow' || !source.hasBrackets) return false;
  if (!(source.isMap ? isJsonObject(target) : isArray(target))) return false;
  return source.members.length > 0 || text.slice(source.start, source.end).includes('#');
}

/**
 * The text around a member: `lead` before it, then `beforeComma`, the comma, and a comment on the same line (`after`).
 */
interface MemberSurroundings {
  readonly lead: string;
  readonly beforeComma: string;
  readonly hasComma: boolean;
  readonly after: string;
}

/**
 * The text of a flow collection with its brackets, changed to hold `target`; new keys of an object are placed by
 * `order`.
 */
export function editFlow(edit: FlowEdit, source: FlowSource, target: JsonValue, order: readonly string[] = []): string {
  const { text } = edit;
  const { around, closing } = surroundings(text, source);
  const spacing = spacingOf(edit, source, around);
  const steps = planMembers(source, target as JsonObject | readonly JsonValue[], order);
  const hasLastComma = around.at(-1)?.hasComma === true;
  const moved = new Set(steps.filter(({ stays }) => !stays).map(({ from }) => from));
  const parts = joinParts(text[source.start]!, spacing.newLine);
  let cursor = 0;
  /** Keeps the comments above members that were removed or moved. */
  const leaveBehind = (until: number): void => {
    for (; cursor < until; cursor += 1) {
      const { stay, whole } = splitFlowLead(around[cursor]!.lead);
      parts.comment(moved.has(cursor) ? stay : whole);
    }
  };

  if (around.length === 0) parts.comment(text.slice(source.start + 1, source.end - 1).trimEnd());
  for (const [i, step] of steps.entries()) {
    const { from, stays } = step;
    const old = from === undefined ? undefined : around[from];
    if (stays && from !== undefined) {
      leaveBehind(from);
      cursor = from + 1;
    }
    const comma = i < steps.length - 1 || hasLastComma ? ',' : '';
    const member = from === undefined ? undefined : source.members[from];
    const piece = flowMemberText(edit, source, member, step, spacing.indent);
    parts.add(flowMemberLead(step, i === 0, old, spacing) + piece + (old?.beforeComma ?? '') + comma);
    parts.comment(old?.after ?? '');
  }
  leaveBehind(around.length);
  const isBare = steps.length === 0 && !parts.endsInComment() && closing.trim().length === 1;
  parts.add(isBare ? closing.trim() : closing);
  return parts.text();
}

/** The white space before members that are new in their place. */
interface Spacing {
  /** The indentation of members on lines of their own; null if there are none. */
  readonly indent: string | null;
  readonly newLine: string;
  readonly first: string;
  readonly others: string;
}

function spacingOf({ text, lineBreak }: FlowEdit, source: FlowSource, around: readonly MemberSurroundings[]): Spacing {
  const own = around.map(({ lead }) => lead).find((lead) => lead.includes('\n'));
  const indent = own === undefined ? null : own.slice(own.lastIndexOf('\n') + 1);
  const newLine = lineBreak + (indent ?? `${lineIndent(text, source.start)}  `);
  const first = around[0] === undefined || around[0].lead.includes('\n') ? newLine : around[0].lead;
  return { indent, newLine, first, others: indent === null ? (around[1]?.lead ?? ' ') : newLine };
}

function flowMemberLead(
  { from, stays }: MemberStep,
  isFirst: boolean,
  old: MemberSurroundings | undefined,
  spacing: Spacing,
): string {
  const lead = old?.lead ?? '';
  if (stays && old && (lead.includes('\n') || isFirst === (from === 0))) return lead;
  const { attached } = splitFlowLead(lead);
  if (attached !== '') return spacing.newLine + attached + spacing.newLine;
  return isFirst ? spacing.first : spacing.others;
}

/** Joins parts so that nothing becomes part of a comment before it. */
function joinParts(opening: string, newLine: string) {
  let out = opening;
  let isComment = false;
  const add = (part: string): void => {
    out += isComment && !/^[ \t]*\r?\n/.test(part) ? newLine + part.trimStart() : part;
    isComment = false;
  };
  const comment = (part: string): void => {
    if (part.trim() === '') return;
    add(part);
    isComment = true;
  };
  return { add, comment, endsInComment: () => isComment, text: () => out };
}

function flowMemberText(
  edit: FlowEdit,
  source: FlowSource,
  member: SourceMember | undefined,
  step: MemberStep,
  indent: string | null,
): string {
  const { text, write } = edit;
  const { key, value } = step;
  if (member === undefined) return source.isMap ? write.pair(key, value, indent) : write.value(value, indent, 'plain');
  if (source.isMap && member.key !== key) return write.pair(key, value, indent);
  if (sameJson(member.value.value, value)) return text.slice(member.start, member.end);
  if (member.valueAt === undefined) return write.pair(key, value, indent);
  const space = source.isMap && member.value.start === member.value.end ? ' ' : '';
  const before = text.slice(member.start, member.value.start);
  return before + space + editFlowValue(edit, member.value, value, indent) + text.slice(member.value.end, member.end);
}

function surroundings(text: string, source: FlowSource): { around: MemberSurroundings[]; closing: string } {
  let at = source.start + 1;
  const around = source.members.map((member, i): MemberSurroundings => {
    const lead = text.slice(at, member.start);
    const end = source.members[i + 1]?.start ?? source.end - 1;
    const gap = text.slice(member.end, end);
    const comma = commaIn(gap);
    const hasComma = comma < gap.length;
    const after = /^[ \t]*#[^\r\n]*/.exec(gap.slice(hasComma ? comma + 1 : 0))?.[0] ?? '';
    at = member.end + (hasComma ? comma + 1 : 0) + after.length;
    return { lead, beforeComma: hasComma ? gap.slice(0, comma) : '', hasComma, after };
  });
  return { around, closing: text.slice(around.length > 0 ? at : source.end - 1, source.end) };
}

/** The index of the comma between two members, or the gap's length. */
function commaIn(gap: string): number {
  let at = 0;
  while (at < gap.length && gap[at] !== ',') {
    if (gap[at] === '#') at = gap.indexOf('\n', at) < 0 ? gap.length : gap.indexOf('\n', at);
    else at += 1;
  }
  return at;
}

/** Splits the comments of a lead: those right above the member (`attached`) move with it, the others stay. */
function splitFlowLead(lead: string): { whole: string; stay: string; attached: string } {
  if (!lead.includes('#')) return { whole: '', stay: '', attached: '' };
  const lines = lead.split('\n');
  const free = lines.slice(0, -1).findLastIndex((line, i) => i === 0 || line.trim() === '');
  const attached = lines.slice(free + 1, -1).join('\n');
  const stay = lines.slice(0, free + 1).join('\n');
  return { whole: lead.trimEnd(), stay: stay.includes('#') ? stay.trimEnd() : '', attached: attached.trim() };
}

/** The indentation of the line of `offset`; dashes of a YAML list at its start count as white space. */
export const lineIndent = (text: string, offset: number): string =>
  /^[ \t]*(?:[-?][ \t]+)*/.exec(text.slice(lineStart(text, offset), offset))![0].replace(/[-?]/g, ' ');
