import { commonEnds } from '../../../../lib/list/commonPairs.ts';

interface Frame {
  /** What a line begins with that is not its text: the sign of a quote, the marker or the indentation of an item. */
  leadOf(line: string, index: number): string;
  /** The lead of new lines. */
  readonly fresh: string;
  edit(text: string): string;
}

/** Edits a text that stands within another, line by line: lines that stay keep what they begin with. */
export function editFramed(framed: string, { leadOf, fresh, edit }: Frame): string {
  const old = framed.split('\n').map((line, index) => {
    const lead = leadOf(line, index);
    return { lead, text: line.slice(lead.length) };
  });
  const edited = edit(old.map(({ text }) => text).join('\n'))
    .trimEnd()
    .split('\n');
  const { start, end } = commonEnds(
    old.map(({ text }) => withoutReturn(text)),
    edited.map(withoutReturn),
  );
  return edited
    .map((line, index) => {
      if (index < start) return old[index]!.lead + line;
      if (index >= edited.length - end) return old.at(index - edited.length)!.lead + line;
      const isThere = index === 0 || (old.length === edited.length && old[index]!.lead !== '');
      const lead = isThere ? old[index]!.lead : fresh;
      return line.trim() === '' ? lead.trimEnd() + line : lead + line;
    })
    .join('\n');
}

/** The last line of a framed text has no line break, which in a file for Windows is more than a line feed. */
const withoutReturn = (line: string): string => line.replace(/\r$/, '');
