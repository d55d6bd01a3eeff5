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
  const shorter = Math.min(old.length, edited.length);
  let start = 0;
  while (start < shorter && old[start]!.text === edited[start]) start += 1;
  let kept = 0;
  while (kept < shorter - start && old.at(-1 - kept)!.text === edited.at(-1 - kept)) kept += 1;
  const leadAt = (index: number): string => {
    if (index < Math.max(start, 1)) return old[index]!.lead;
    if (index >= edited.length - kept) return old.at(index - edited.length)!.lead;
    return (old.length === edited.length && old[index]!.lead) || fresh;
  };
  return edited
    .map((line, index) => (line.trim() === '' ? leadAt(index).trimEnd() + line : leadAt(index) + line))
    .join('\n');
}
