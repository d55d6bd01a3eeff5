import { isString } from '../../../lib/json/isString.ts';
import { allAre, type CompleteVersions, clash, type MergeRule, type ThreeVersions } from '../threeVersions.ts';
import { chunksOf, type Stretch } from './chunks.ts';
import { splitIntoWords } from './splitIntoWords.ts';

/** Merges texts line by line, and lines that both sides have changed word by word. */
export const mergeText: MergeRule = (versions, scope) => {
  const texts = allAre(versions, isString, '');
  const merged = texts && mergeTextParts(texts, [splitIntoLines, splitIntoWords]);
  return merged ?? clash(versions, scope);
};

type Split = (text: string) => readonly string[];

const splitIntoLines: Split = (text) => text.split(/(?<=\n)/);

/** Splits parts that both sides have changed more finely; undefined if they still conflict at the finest split. */
function mergeTextParts(
  { base, ours, theirs }: CompleteVersions<string>,
  [split, ...finer]: readonly Split[],
): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  if (split === undefined) return undefined;
  const parts = { base: split(base), ours: split(ours), theirs: split(theirs) };
  let merged = '';
  for (const chunk of chunksOf(parts.base, parts.ours, parts.theirs)) {
    const text = (key: keyof ThreeVersions): string => joinStretch(parts[key], chunk[key]);
    const part = mergeTextParts({ base: text('base'), ours: text('ours'), theirs: text('theirs') }, finer);
    if (part === undefined) return undefined;
    merged += part;
  }
  return merged;
}

const joinStretch = (parts: readonly string[], [start, end]: Stretch): string => parts.slice(start, end).join('');
