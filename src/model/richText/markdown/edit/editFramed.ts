import { commonEnds } from '../../../../lib/list/commonPairs.ts';

interface LineFrame {
  /** The beginning of a line that is not its text: the marker of a quote, the marker or the indentation of an item. */
  leadOf(line: string, index: number): string;
  /** The lead of new lines. */
  readonly fresh: string;
  edit(text: string): string;
}

/** Edits text nested in other text, line by line: unchanged lines keep their beginning. */
export function editFramed(framed: string, { leadOf, fresh, edit }: LineFrame): string {
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

/** Lines are compared without carriage returns: in a file with Windows line breaks the last line of a block has none. */
const withoutReturn = (line: string): string => line.replace(/\r$/, '');
