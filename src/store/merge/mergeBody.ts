import { chunksOf } from '../../model/merge/text/chunks.ts';
import { mergeText } from '../../model/merge/text/mergeText.ts';
import type { Clash, Versions } from '../../model/merge/versions.ts';
import { between } from './markClashes.ts';
import { linesOf } from './mergeNotes.ts';

/** The text below front matter, with markers around what clashes. */
export interface MergedBody {
  readonly text: string;
  readonly clashes: readonly Clash[];
}

/** Merges the texts below the front matter of Markdown files: by lines, and within lines by words. */
export function mergeBody({ base = '', ours = '', theirs = '' }: Versions<string>): MergedBody {
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) };
  const clashes: Clash[] = [];
  const parts = chunksOf(lines.base, lines.ours, lines.theirs).map((chunk) => {
    const text = (side: keyof typeof lines): string => lines[side].slice(...chunk[side]).join('');
    const versions = { base: text('base'), ours: text('ours'), theirs: text('theirs') };
    const found = clashes.length;
    const merged = mergeText(versions, { path: ['the text below'], clashes });
    return clashes.length > found ? between(versions) : String(merged);
  });
  return { text: parts.join(''), clashes };
}
