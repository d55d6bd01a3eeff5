import SearchableMap from 'minisearch/SearchableMap';
import { createColumn } from '../../lib/list/createColumn.ts';

/**
 * Words and the documents that hold them, ranked by BM25 with a boost for each field. MiniSearch, which does so too, takes
 * 28 ms for two letters in 10,000 pages, where 20 is the most, and three times as long to build; its map of words is used.
 */
export interface TermIndex {
  readonly size: number;
  /** Documents that were taken out again and still take up memory. */
  readonly leftovers: number;
  add(id: number, fields: readonly (readonly string[])[]): void;
  remove(id: number): void;
  /** The documents that hold every word, or for those of them that are beginnings one that begins with it. */
  find(words: readonly Wanted[]): Iterable<Scored>;
}

export interface Wanted {
  readonly word: string;
  readonly isBeginning: boolean;
}

export interface Scored {
  readonly id: number;
  readonly score: number;
}

/**
 * Where a term stands. Documents have numbers in the order they were added; `counts` says how often each field holds
 * the term, in seven bits a field.
 */
interface Postings {
  documents: number[];
  counts: number[];
  /** How many of them have been taken out. */
  gone: number;
}

const MAX_COUNT = 127;
const BITS = 7;

/** BM25+ (Lv and Zhai 2011), with the usual parameters. */
const K = 1.2;
const B = 0.7;
const DELTA = 0.5;
/** How much a term counts that only begins with what is looked for, the less the longer it is. */
const prefixWeight = (length: number, wanted: number): number => (0.375 * length) / (length + 0.3 * (length - wanted));

/** @param boosts how much a match in each field counts; four fields at most */
export function createTermIndex(boosts: readonly number[]): TermIndex {
  const terms = new SearchableMap<Postings>();
  const numbers = new Map<number, number>();
  /** By document number: the id (0: taken out), its postings, the number of words in each field. */
  const ids = createColumn(new Float64Array());
  const held: (readonly Postings[])[] = [];
  const lengths = createColumn(new Int32Array());
  const totals = boosts.map(() => 0);

  function countTerms(fields: readonly (readonly string[])[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [field, words] of fields.entries()) {
      const one = 1 << (BITS * field);
      for (const word of words) {
        const present = counts.get(word) ?? 0;
        if (countOf(present, field) < MAX_COUNT) counts.set(word, present + one);
      }
    }
    return counts;
  }

  function dropLeftovers(postings: Postings): void {
    const kept = [...postings.documents.keys()].filter((at) => ids.values[postings.documents[at]!] !== 0);
    postings.counts = kept.map((at) => postings.counts[at]!);
    postings.documents = kept.map((at) => postings.documents[at]!);
    postings.gone = 0;
  }

  /** Adds to each document's score what a term says of it. */
  function score({ documents, counts, gone }: Postings, weight: number, scores: Float64Array): void {
    const count = documents.length - gone;
    const rarity = weight * Math.log(1 + (numbers.size - count + 0.5) / (count + 0.5));
    const averages = totals.map((total) => total / numbers.size);
    const { values } = ids;
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at]!;
      if (values[document] === 0) continue;
      for (let field = 0; field < boosts.length; field += 1) {
        const often = countOf(counts[at]!, field);
        if (often === 0) continue;
        const length = lengths.values[document * boosts.length + field]! / averages[field]!;
        scores[document]! += boosts[field]! * rarity * (DELTA + (often * (K + 1)) / (often + K * (1 - B + B * length)));
      }
    }
  }

  function scoresOf({ word, isBeginning }: Wanted): Float64Array {
    const scores = new Float64Array(ids.length);
    const exact = terms.get(word);
    if (exact) score(exact, 1, scores);
    if (!isBeginning) return scores;
    for (const [term, postings] of terms.atPrefix(word))
      if (term.length > word.length) score(postings, prefixWeight(term.length, word.length), scores);
    return scores;
  }

  return {
    get size() {
      return numbers.size;
    },
    get leftovers() {
      return ids.length - numbers.size;
    },
    add(id, fields) {
      const document = ids.length;
      const postings: Postings[] = [];
      for (const [term, count] of countTerms(fields)) {
        const one = terms.fetch(term, emptyPostings);
        one.documents.push(document);
        one.counts.push(count);
        postings.push(one);
      }
      for (const [field, words] of fields.entries()) totals[field]! += words.length;
      lengths.push(...fields.map((words) => words.length));
      ids.push(id);
      held.push(postings);
      numbers.set(id, document);
    },
    remove(id) {
      const document = numbers.get(id);
      if (document === undefined) return;
      numbers.delete(id);
      ids.values[document] = 0;
      for (const field of boosts.keys()) totals[field]! -= lengths.values[document * boosts.length + field]!;
      for (const postings of held[document]!) {
        postings.gone += 1;
        if (postings.gone * 2 > postings.documents.length) dropLeftovers(postings);
      }
      held[document] = [];
    },
    *find(words) {
      if (words.length === 0) return;
      const scores = words.map(scoresOf);
      const { values } = ids;
      for (let document = 0; document < ids.length; document += 1) {
        const score = sumOfAll(scores, document);
        if (score > 0) yield { id: values[document]!, score };
      }
    },
  };
}

/** Zero where one of them is. */
function sumOfAll(scores: readonly Float64Array[], at: number): number {
  let sum = 0;
  for (const each of scores) {
    const score = each[at]!;
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

const emptyPostings = (): Postings => ({ documents: [], counts: [], gone: 0 });
const countOf = (counts: number, field: number): number => (counts >> (BITS * field)) & MAX_COUNT;
