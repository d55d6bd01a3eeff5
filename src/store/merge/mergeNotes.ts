import { chunksOf, type Stretch } from '../../model/merge/text/chunks.ts';
import type { CompleteVersions, ThreeVersions } from '../../model/merge/threeVersions.ts';

/**
 * Merges comments and layout by lines. Lines that differ only in their trailing comment count as equal. Lines added by
 * both sides in one place are all kept; other conflicts are settled in our favour.
 */
export function mergeNotes(texts: CompleteVersions<string>): string {
  const lines = {
    base: splitTextLines(texts.base),
    ours: splitTextLines(texts.ours),
    theirs: splitTextLines(texts.theirs),
  };
  const [base, ours, theirs] = [lines.base, lines.ours, lines.theirs].map((list) => list.map(withoutNote));
  const merged = chunksOf(base!, ours!, theirs!).flatMap((chunk) => {
    const part = (side: keyof ThreeVersions): TextLines => sliceLines(lines[side], chunk[side]);
    const parts = { base: part('base'), ours: part('ours'), theirs: part('theirs') };
    return chunk.isSame
      ? parts.base.map((line, at) => decideLine(line, parts.ours[at]!, parts.theirs[at]!))
      : decideStretch(parts);
  });
  return merged.join('');
}

type TextLines = readonly string[];

/**
 * A line without its trailing comment. If a `#` inside a text is cut off too, that only makes lines match less exactly.
 */
const withoutNote = (line: string): string => line.replace(/(?<=\S)[ \t]+#.*/, '');

const decideLine = (base: string, ours: string, theirs: string): string => (ours === base ? theirs : ours);

function decideStretch({ base, ours, theirs }: CompleteVersions<TextLines>): TextLines {
  if (ours.join('') === base.join('')) return theirs;
  if (base.length > 0) return ours;
  const known = new Set(ours);
  return [...ours, ...theirs.filter((line) => !known.has(line))];
}

/** The lines of a text, each with its line break. */
export const splitTextLines = (text: string): TextLines => (text === '' ? [] : text.split(/(?<=\n)/));

const sliceLines = (lines: TextLines, [start, end]: Stretch): TextLines => lines.slice(start, end);
