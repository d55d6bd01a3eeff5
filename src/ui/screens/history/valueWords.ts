import { diffWordsWithSpace } from 'diff';

/** A part of a text: in both versions, or in one of them. */
export interface WordPart {
  /** Its index among the parts. */
  readonly at: number;
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** The time limit for a diff. Texts that differ in most of their words are not worth more. */
const MAX_MS = 400;

/** The changes of a text, word by word. If the diff takes too long, the whole text counts as replaced. */
export function diffWords(before: string, after: string): readonly WordPart[] {
  const parts = diffWordsWithSpace(before, after, { timeout: MAX_MS });
  if (parts === undefined) return whole(before, after);
  return parts.map(({ value, added, removed }, at) => ({ at, text: value, kind: kindOf(added, removed) }));
}

function kindOf(added: boolean | undefined, removed: boolean | undefined): WordPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

const whole = (before: string, after: string): readonly WordPart[] => [
  { at: 0, text: before, kind: 'removed' },
  { at: 1, text: after, kind: 'added' },
];

/** How many unchanged characters are shown on each side of a change. */
const AROUND = 120;

/** Leaves out the middle of long unchanged parts, in whole words. */
export function shorten(parts: readonly WordPart[]): readonly WordPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= 2 * AROUND + 20) return part;
    const head = index === 0 ? '' : `${wholeWords(part.text.slice(0, AROUND), /\s*\S*$/)} `;
    const tail = index === parts.length - 1 ? '' : ` ${wholeWords(part.text.slice(-AROUND), /^\S*\s*/)}`;
    return { ...part, text: `${head}…${tail}` };
  });
}

/** A text without the word that is cut; some languages put no spaces between words. */
const wholeWords = (text: string, cut: RegExp): string => text.replace(cut, '') || text;
