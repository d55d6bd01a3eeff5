import { commonPairs } from '../../lib/list/commonPairs.ts';
import { wordBag, wordLikeness } from '../merge/list/wordBag.ts';
import { splitIntoWords } from '../merge/text/splitIntoWords.ts';
import { type Anchor, type CommentedField, type FieldText, isSameField, type Passage, passageAt } from './passage.ts';

/** A passage and the field that holds it. */
export interface FoundPassage {
  readonly field: CommentedField;
  readonly passage: Passage;
}

/** A stretch of a text; `end` is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** From this likeness on, a passage is still the same one after its words were changed. */
const STILL_THE_SAME = 0.5;
/** What was written in place of a passage is taken for it if it has at least this share of its length. */
const STILL_A_PASSAGE = 0.3;
/** From this likeness on, a passage elsewhere is the one that is gone here. */
const MOVED = 0.6;

/**
 * Finds the passage of a comment again after its record has changed: where its text is now, whether edited in place,
 * moved within the field or into another one. Undefined if it is gone.
 *
 * @param texts what the record holds now
 * @param earlier the text of the field that the passage was found in, if it is known: then also a passage that was
 *   rewritten word by word is followed
 */
export function followPassage(
  { field, passage }: Required<Anchor>,
  texts: readonly FieldText[],
  earlier?: string,
): FoundPassage | undefined {
  const own = texts.find((one) => isSameField(one.field, field));
  const inPlace = own && (earlier === undefined ? undefined : mapSpan(earlier, own.text, spanOf(passage)));
  const found = (at: Span, { field: where, text } = own!): FoundPassage => ({
    field: where,
    passage: passageAt(text, at.start, at.end),
  });
  if (own && inPlace && likeness(own.text.slice(inPlace.start, inPlace.end), passage.quote) >= STILL_THE_SAME)
    return found(inPlace);
  const inOrder = own ? [own, ...texts.filter((one) => one !== own)] : texts;
  for (const find of earlier === undefined ? [findQuote, findAlike] : [findDistinct, findAlike])
    for (const one of inOrder) {
      const at = find(one.text, passage);
      if (at) return found(at, one);
    }
  return inPlace && inPlace.end - inPlace.start >= passage.quote.length * STILL_A_PASSAGE ? found(inPlace) : undefined;
}

const spanOf = ({ start, quote }: Passage): Span => ({ start, end: start + quote.length });

const likeness = (one: string, other: string): number => wordLikeness(wordBag(one), wordBag(other));

/** Where a stretch of a text is after the text was edited, also if all of it was replaced; empty if it was removed. */
function mapSpan(earlier: string, text: string, { start, end }: Span): Span {
  const [old, next] = [splitIntoWords(earlier), splitIntoWords(text)];
  const [oldStarts, nextStarts] = [startsOf(old), startsOf(next)];
  let [from, to] = [0, text.length];
  let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const [oldIndex, nextIndex] of commonPairs(old, next)) {
    const [oldStart, oldEnd] = [oldStarts[oldIndex]!, oldStarts[oldIndex + 1]!];
    const [nextStart, nextEnd] = [nextStarts[nextIndex]!, nextStarts[nextIndex + 1]!];
    if (oldEnd <= start) from = nextEnd;
    else if (oldStart >= end) to = Math.min(to, nextStart);
    else {
      if (oldStart <= start) first = nextStart + Math.max(0, start - oldStart);
      if (oldEnd >= end) last = nextEnd - Math.max(0, oldEnd - end);
    }
  }
  return trimSpan(text, { start: first ?? from, end: Math.max(first ?? from, last ?? to) });
}

/** Where each part begins, and at last where the whole ends. */
function startsOf(parts: readonly string[]): readonly number[] {
  const starts = [0];
  for (const part of parts) starts.push(starts.at(-1)! + part.length);
  return starts;
}

function trimSpan(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end);
  const trimmed = part.trim();
  if (trimmed === '') return { start, end: start };
  const from = start + part.indexOf(trimmed);
  return { start: from, end: from + trimmed.length };
}

/** The quote where its surroundings are most like what they were, and else where it is nearest to its old place. */
export function findQuote(text: string, { quote, start, before, after }: Passage): Span | undefined {
  let best: { readonly at: number; readonly score: number } | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const end = at + quote.length;
    const around =
      countShared([...before].reverse(), [...text.slice(Math.max(0, at - before.length), at)].reverse()) +
      countShared([...after], [...text.slice(end, end + after.length)]);
    const score = around - Math.abs(at - start) / text.length;
    if (!best || score > best.score) best = { at, score };
  }
  return best && { start: best.at, end: best.at + quote.length };
}

/** How many items two lists have in common from the start. */
function countShared(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((item, index) => item !== other[index]);
  return first < 0 ? one.length : first;
}

/** Quotes of fewer words are found anywhere in a text. */
const DISTINCT_WORDS = 4;

/** The quote, if it is long enough to be the one that is gone. */
const findDistinct = (text: string, passage: Passage): Span | undefined =>
  wordsOf(passage.quote).length >= DISTINCT_WORDS ? findQuote(text, passage) : undefined;

interface Word extends Span {
  readonly word: string;
}

/** The words of a text without spaces and punctuation. */
function wordsOf(text: string): readonly Word[] {
  let end = 0;
  return splitIntoWords(text)
    .map((word): Word => {
      const start = end;
      end += word.length;
      return { word, start, end };
    })
    .filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
}

/** The stretch that has most words in common with the quote, if they are enough. */
function findAlike(text: string, { quote }: Passage): Span | undefined {
  const asked = wordsOf(quote);
  if (asked.length < DISTINCT_WORDS) return undefined;
  const words = wordsOf(text);
  const left = new Map<string, number>();
  for (const { word } of asked) left.set(word, (left.get(word) ?? 0) + 1);
  let [common, most, at] = [0, 0, 0];
  /** A word comes into the stretch (1) or leaves it (-1). */
  const count = (word: string, step: 1 | -1): void => {
    const free = left.get(word);
    if (free === undefined) return;
    left.set(word, free - step);
    if (step === 1 ? free > 0 : free >= 0) common += step;
  };
  for (const [index, { word }] of words.entries()) {
    count(word, 1);
    if (index >= asked.length) count(words[index - asked.length]!.word, -1);
    if (common > most) [most, at] = [common, index];
  }
  if (most / asked.length < MOVED) return undefined;
  const stretch = words.slice(Math.max(0, at - asked.length + 1), at + 1).filter(({ word }) => left.has(word));
  return { start: stretch[0]!.start, end: stretch.at(-1)!.end };
}
