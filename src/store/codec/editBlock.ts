import { canEditFlow, editFlow, type FlowEdit } from './editFlow.ts';
import { joinLines, keepsBlankLines } from './joinLines.ts';
import { isArray, isObject, type JsonObject, type JsonValue, sameJson } from './json.ts';
import { placeValue } from './placeValue.ts';
import { planMembers, type Step } from './planMembers.ts';
import { type BlockSource, lineStart, type Member, type Source } from './source.ts';
import { itemLine, pairLine, type YamlLayout } from './yamlText.ts';

/** A YAML file that is being edited. */
export interface YamlEdit extends FlowEdit {
  readonly layout: YamlLayout;
}

type Collection = JsonObject | readonly JsonValue[];

/** The lines of a block collection, changed to hold `target`, which has at least one member; new keys go where `order` says. */
export function editBlock(
  edit: YamlEdit,
  source: BlockSource,
  target: Collection,
  order: readonly string[] = [],
): string {
  const { text } = edit;
  const { members, indent } = source;
  const pad = ' '.repeat(indent);
  const leads = leadsOf(text, source);
  const steps = planMembers(source, target, order);
  const moved = new Set(steps.filter(({ stays }) => !stays).map(({ from }) => from));
  const isSpaced = !source.isMap && leads.length > 1 && leads.slice(1).every((lead) => /^\r?\n/.test(lead));
  const lines = joinLines(indent);
  let cursor = 0;

  /** The comments above members that are gone from their place. */
  const leaveBehind = (until: number): void => {
    for (; cursor < until; cursor += 1) {
      const lead = moved.has(cursor) ? splitLead(leads[cursor]!).stay : leads[cursor]!;
      const isSuperfluous =
        lead.trim() === '' && (leads[cursor + 1] === undefined || /^\r?\n/.test(leads[cursor + 1]!));
      if (!isSuperfluous) lines.follow(lead);
    }
  };
  /** Where items stand apart by blank lines, they still do after changing places. */
  const apart = (lead: string, from?: number): string => {
    if (!isSpaced) return lead;
    const bare = lead.replace(/^[ \r\n]*\n/, '');
    if (lines.text() === '') return from === 0 ? lead : bare;
    return bare === lead ? edit.lineBreak + lead : lead;
  };
  const appendOld = (step: Step, from: number): void => {
    const member = members[from]!;
    const isSame = sameJson(member.value.value, step.value);
    const piece = pad + memberText(edit, source, member, step.value);
    if (step.stays) {
      leaveBehind(from);
      lines.follow(apart(leads[from]!, from), from);
      cursor = from + 1;
    } else lines.follow(apart(splitLead(leads[from]!).attached));
    lines.member(piece, { from, isSame, isOpen: isSame && keepsBlankLines(text, member.value) });
  };
  const appendNew = (step: Step): void => {
    lines.follow(apart(''));
    lines.member(newMember(edit, source, step), { isSame: false, isOpen: false });
  };
  for (const step of steps) {
    if (step.from === undefined) appendNew(step);
    else appendOld(step, step.from);
  }
  leaveBehind(members.length);
  return lineStart(text, source.start) === source.start ? lines.text() : lines.text().replace(/^\s+/, '');
}

/** The whole lines before each member: comments and blank lines. */
function leadsOf(text: string, { members, start }: BlockSource): string[] {
  return members.map((member, i) => {
    const from = members[i - 1]?.end ?? start;
    return text.slice(from, Math.max(from, lineStart(text, member.start)));
  });
}

/** The comments right above a member travel with it; what a blank line parts from it stays. */
function splitLead(lead: string): { stay: string; attached: string } {
  const lines = lead.split(/(?<=\n)/);
  const free = lines.findLastIndex((line) => line.trim() === '');
  return { stay: lines.slice(0, free + 1).join(''), attached: lines.slice(free + 1).join('') };
}

function newMember({ text, layout }: YamlEdit, { isMap, indent, members }: BlockSource, { key, value }: Step): string {
  if (isMap) return pairLine(key, value, layout, indent);
  const { start, value: sibling } = members[0]!;
  const gap =
    sibling.start > sibling.end - 1 || text.slice(start, sibling.start).includes('\n') ? 2 : sibling.start - start;
  return itemLine(value, layout, indent, gap < 2 || gap > 8 ? 2 : gap);
}

/** The text of a member from its key or dash to the end of its last line. */
function memberText(edit: YamlEdit, parent: BlockSource, member: Member, target: JsonValue): string {
  const { text } = edit;
  const { value } = member;
  if (sameJson(value.value, target)) return text.slice(member.start, member.end);
  const before = text.slice(member.start, value.start);
  const after = text.slice(value.end, member.end);
  if (canEditFlow(text, value, target)) return before + editFlow(edit, value, target) + after;
  if (!canEditBlock(value, target)) return placeValue(edit, parent, member, target);
  const lines = joinLines(value.indent);
  lines.member(before + editBlock(edit, value, target as Collection), {
    isSame: false,
    isOpen: endsOpen(text, value, target as Collection),
  });
  lines.follow(after);
  return lines.text();
}

/** Whether the last value is unchanged and keeps the blank lines after it. */
function endsOpen(text: string, source: BlockSource, target: Collection): boolean {
  const last = isArray(target) ? target.at(-1) : target[source.members.at(-1)!.key];
  return last !== undefined && sameJson(source.members.at(-1)!.value.value, last) && keepsBlankLines(text, source);
}

/** Whether a source is a block collection of the target's kind, and the target not empty. */
export function canEditBlock(source: Source, target: JsonValue): source is BlockSource {
  if (source.shape !== 'block') return false;
  if (isArray(target)) return !source.isMap && target.length > 0;
  return source.isMap && isObject(target) && Object.keys(target).length > 0;
}
