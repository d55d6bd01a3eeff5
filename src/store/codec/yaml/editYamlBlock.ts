import { sameJson } from '../../../lib/json/sameJson.ts';
import { canEditFlow, editFlow } from '../editFlow.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { type MemberStep, planMembers } from '../json/planMembers.ts';
import {
  type BlockSource,
  leadsOf,
  lineStart,
  type SourceMember,
  splitBlockLead,
  type ValueSource,
} from '../valueSource.ts';
import { createLineJoiner, keepsBlankLines, type MemberOrigin, shiftLines } from './createLineJoiner.ts';
import type { GoneItem } from './movedItems.ts';
import { replacedMemberText, trailingComment } from './replacedMemberText.ts';
import { yamlKeyText } from './yamlScalar.ts';
import { itemLine, pairLine, type YamlEdit, yamlPairText } from './yamlText.ts';

type JsonCollection = JsonObject | readonly JsonValue[];

/**
 * The lines of a block collection, changed to hold `target`, which has at least one member; new keys are placed by
 * `order`.
 */
export function editYamlBlock(
  edit: YamlEdit,
  source: BlockSource,
  target: JsonCollection,
  order: readonly string[] = [],
): string {
  const { text } = edit;
  const { members, indent } = source;
  const pad = ' '.repeat(indent);
  const leads = leadsOf(text, source);
  const steps = planMembers(source, target, order);
  const kept = new Map(steps.map(({ from, stays }) => [from, stays]));
  const isSpaced = !source.isMap && leads.length > 1 && leads.slice(1).every((lead) => /^\r?\n/.test(lead));
  const lines = createLineJoiner(indent);
  let cursor = 0;

  /** Keeps the comments above members that were removed or moved. */
  const leaveBehind = (until: number): void => {
    for (; cursor < until; cursor += 1) {
      const member = members[cursor]!;
      if (!kept.has(cursor)) edit.moved.leave(source, member, leads[cursor]!);
      const isElsewhere = kept.get(cursor) === false || edit.moved.isMoved(member);
      const lead = isElsewhere ? splitBlockLead(leads[cursor]!).stay : leads[cursor]!;
      const isSuperfluous =
        lead.trim() === '' && (leads[cursor + 1] === undefined || /^\r?\n/.test(leads[cursor + 1]!));
      if (!isSuperfluous) lines.follow(lead);
    }
  };
  /** If items are separated by blank lines, keeps them so after they are moved. */
  const apart = (lead: string, from?: number): string => {
    if (!isSpaced) return lead;
    const bare = lead.replace(/^[ \r\n]*\n/, '');
    if (lines.text() === '') return from === 0 ? lead : bare;
    return bare === lead ? edit.lineBreak + lead : lead;
  };
  const appendOld = (step: MemberStep, from: number): void => {
    const member = members[from]!;
    const isSame = sameJson(member.value.value, step.value);
    const isRenamed = source.isMap && step.key !== member.key;
    const piece = isRenamed
      ? renamedMember(edit, member, step, indent)
      : pad + blockMemberText(edit, source, member, step.value);
    if (step.stays) {
      leaveBehind(from);
      lines.follow(apart(leads[from]!, from), from);
      cursor = from + 1;
    } else lines.follow(apart(splitBlockLead(leads[from]!).attached));
    lines.member(piece, { from, isSame, isOpen: isSame && keepsBlankLines(text, member.value) });
  };
  const appendNew = (step: MemberStep): void => {
    const item = source.isMap ? undefined : edit.moved.arrive(step.value);
    lines.follow(apart(item ? shiftLines(item.lead, indent - item.parent.indent) : ''));
    if (item) lines.member(...movedMember(edit, item, step.value, indent));
    else lines.member(newMember(edit, source, step), { isSame: false, isOpen: false });
  };
  for (const step of steps) {
    if (step.from === undefined) appendNew(step);
    else appendOld(step, step.from);
  }
  leaveBehind(members.length);
  return lineStart(text, source.start) === source.start ? lines.text() : lines.text().replace(/^\s+/, '');
}

/** A pair with another key; its value stays as it is written. */
function renamedMember(
  { text, layout }: YamlEdit,
  { start, valueAt, end }: SourceMember,
  step: MemberStep,
  indent: number,
) {
  const { key, value } = step;
  // `? key` stands on lines of its own.
  if (valueAt === undefined || text[start] === '?') return pairLine(key, value, layout, indent);
  return `${' '.repeat(indent)}${yamlKeyText(key)}:${text.slice(valueAt, end)}`;
}

function newMember(edit: YamlEdit, { isMap, indent, members }: BlockSource, { key, value }: MemberStep): string {
  const { text, layout } = edit;
  if (isMap) {
    const list = movedList(edit, value, indent);
    if (list === null) return pairLine(key, value, layout, indent);
    return yamlPairText(key, { head: '', body: list }, layout, indent);
  }
  const { start, value: sibling } = members[0]!;
  const gap =
    sibling.start > sibling.end - 1 || text.slice(start, sibling.start).includes('\n') ? 2 : sibling.start - start;
  return itemLine(value, layout, indent, gap < 2 || gap > 8 ? 2 : gap);
}

/** An item from another list, with its comments and layout, shifted to a column. */
function movedMember(
  edit: YamlEdit,
  { parent, member }: GoneItem,
  value: JsonValue,
  column: number,
): [string, MemberOrigin] {
  const isSame = sameJson(member.value.value, value);
  const present = ' '.repeat(parent.indent) + blockMemberText(edit, parent, member, value);
  const piece = shiftLines(present, column - parent.indent);
  return [piece, { isSame: false, isOpen: isSame && keepsBlankLines(edit.text, member.value) }];
}

/** The lines of a new list under a key at the column `indent`; null if none of its items comes from another list. */
function movedList(edit: YamlEdit, list: JsonValue, indent: number): string | null {
  if (!isArray(list)) return null;
  const { layout, moved } = edit;
  const column = indent + layout.sequenceStep;
  const items = list.map((value) => ({ value, item: moved.arrive(value) }));
  if (items.every(({ item }) => item === undefined)) return null;
  const lines = createLineJoiner(column);
  for (const { value, item } of items) {
    if (item) lines.follow(shiftLines(item.lead, column - item.parent.indent));
    if (item) lines.member(...movedMember(edit, item, value, column));
    else lines.member(itemLine(value, layout, column, 2), { isSame: false, isOpen: false });
  }
  return lines.text();
}

/** The text of a member from its key or dash to the end of its last line. */
function blockMemberText(edit: YamlEdit, parent: BlockSource, member: SourceMember, target: JsonValue): string {
  const { text } = edit;
  const { value } = member;
  if (sameJson(value.value, target)) return text.slice(member.start, member.end);
  const before = text.slice(member.start, value.start);
  const after = text.slice(value.end, member.end);
  if (canEditFlow(text, value, target)) return before + editFlow(edit, value, target) + after;
  if (!canEditBlock(value, target)) {
    edit.moved.leaveBelow(value);
    const list = parent.isMap && isOnOneLine(text, member) ? movedList(edit, target, parent.indent) : null;
    if (list === null) return replacedMemberText(edit, parent, member, target);
    return text.slice(member.start, member.valueAt) + trailingComment(text, member) + edit.lineBreak + list;
  }
  const lines = createLineJoiner(value.indent);
  lines.member(before + editYamlBlock(edit, value, target as JsonCollection), {
    isSame: false,
    isOpen: endsOpen(text, value, target as JsonCollection),
  });
  lines.follow(after);
  return lines.text();
}

/** Whether a key and its value, if any, are on one line. */
const isOnOneLine = (text: string, { valueAt, value }: SourceMember): boolean =>
  valueAt !== undefined && value.shape !== 'block' && !text.slice(valueAt, value.end).includes('\n');

/** Whether the last value is unchanged and keeps the blank lines after it. */
function endsOpen(text: string, source: BlockSource, target: JsonCollection): boolean {
  const last = isArray(target) ? target.at(-1) : target[source.members.at(-1)!.key];
  return last !== undefined && sameJson(source.members.at(-1)!.value.value, last) && keepsBlankLines(text, source);
}

/** Whether a source is a block collection of the target's kind, and the target is not empty. */
export function canEditBlock(source: ValueSource, target: JsonValue): source is BlockSource {
  if (source.shape !== 'block') return false;
  if (isArray(target)) return !source.isMap && target.length > 0;
  return source.isMap && isJsonObject(target) && Object.keys(target).length > 0;
}
