import { allAre, clash, type Merge } from '../versions.ts';
import { chunksOf, type Stretch } from './chunks.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Merges texts by their lines, and lines that both sides have changed by their words. */
export const mergeText: Merge = (versions, scope) => {
  const texts = allAre(versions, isText, '');
  const merged = texts && mergeParts(texts, [linesOf, wordsOf]);
  return merged ?? clash(versions, scope);
};

interface Texts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

type Split = (text: string) => readonly string[];

const linesOf: Split = (text) => text.split(/(?<=\n)/);

/** A script that puts no spaces between words gives a word for each character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|[^\S\n]+|[\s\S]/gu;

/** A text in words, runs of blanks, and single characters of any other kind; together they are the text. */
export const wordsOf: Split = (text) => text.match(WORD) ?? [];

/** What both sides have changed is split further by the next of the ways to split; undefined when none is left. */
function mergeParts({ base, ours, theirs }: Texts, [split, ...finer]: readonly Split[]): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  if (split === undefined) return undefined;
  const parts = { base: split(base), ours: split(ours), theirs: split(theirs) };
  let merged = '';
  for (const chunk of chunksOf(parts.base, parts.ours, parts.theirs)) {
    const text = (key: keyof Texts): string => textOf(parts[key], chunk[key]);
    const part = mergeParts({ base: text('base'), ours: text('ours'), theirs: text('theirs') }, finer);
    if (part === undefined) return undefined;
    merged += part;
  }
  return merged;
}

const textOf = (parts: readonly string[], [start, end]: Stretch): string => parts.slice(start, end).join('');
