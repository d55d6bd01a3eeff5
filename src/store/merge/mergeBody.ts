import { chunksOf } from '../../model/merge/text/chunks.ts';
import { mergeText } from '../../model/merge/text/mergeText.ts';
import type { Clash, Versions } from '../../model/merge/versions.ts';
import { linesOf } from './mergeNotes.ts';

/** The text below front matter; what clashes stands there as it was to be shown. */
export interface MergedBody {
  readonly text: string;
  readonly clashes: readonly Clash[];
}

/** How a stretch of text is to stand that both sides have changed, each in its own way. */
export type ShowClash = (versions: Readonly<Record<'base' | 'ours' | 'theirs', string>>) => string;

/** Merges the texts below the front matter of Markdown files: by lines, and within lines by words. */
export function mergeBody({ base = '', ours = '', theirs = '' }: Versions<string>, show: ShowClash): MergedBody {
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) };
  const clashes: Clash[] = [];
  const parts = chunksOf(lines.base, lines.ours, lines.theirs).map((chunk) => {
    const text = (side: keyof typeof lines): string => lines[side].slice(...chunk[side]).join('');
    const versions = { base: text('base'), ours: text('ours'), theirs: text('theirs') };
    const found = clashes.length;
    const merged = mergeText(versions, { path: ['the text below'], clashes });
    return clashes.length > found ? show(versions) : String(merged);
  });
  return { text: parts.join(''), clashes };
}
