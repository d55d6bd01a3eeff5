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
  if (parts === undefined) return diffAsReplaced(before, after);
  return parts.map(({ value, added, removed }, at) => ({ at, text: value, kind: wordPartKind(added, removed) }));
}

function wordPartKind(added: boolean | undefined, removed: boolean | undefined): WordPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

const diffAsReplaced = (before: string, after: string): readonly WordPart[] => [
  { at: 0, text: before, kind: 'removed' },
  { at: 1, text: after, kind: 'added' },
];

/** How many unchanged characters are shown on each side of a change. */
const AROUND = 120;

/** Leaves out the middle of long unchanged parts, in whole words. */
export function shortenUnchanged(parts: readonly WordPart[]): readonly WordPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= 2 * AROUND + 20) return part;
    const head = index === 0 ? '' : `${withoutLast(part.text.slice(0, AROUND))} `;
    const tail = index === parts.length - 1 ? '' : ` ${withoutFirst(part.text.slice(-AROUND))}`;
    return { ...part, text: `${head}…${tail}` };
  });
}

const SPACES = [' ', '\n'];

/** A text without its last word, which is cut off; some languages put no spaces between words. */
const withoutLast = (text: string): string =>
  text.slice(0, Math.max(...SPACES.map((space) => text.lastIndexOf(space)), 0)) || text;

function withoutFirst(text: string): string {
  const places = SPACES.map((space) => text.indexOf(space)).filter((at) => at >= 0);
  return (places.length > 0 && text.slice(Math.min(...places) + 1)) || text;
}
