import SearchableMap from 'minisearch/SearchableMap';
import { createColumn, type NumberColumn } from '../../lib/list/createColumn.ts';

/**
 * Maps words to the documents that contain them, ranked by BM25 with a boost for each field. MiniSearch does the same,
 * but takes 28 ms for two letters in 10,000 pages, where 20 ms is the limit, and three times as long to build. Its map
 * of words is used here.
 */
export interface TermIndex {
  readonly size: number;
  /** The number of removed documents that still take up memory. */
  readonly leftovers: number;
  add(id: number, fields: readonly (readonly string[])[]): void;
  remove(id: number): void;
  /** The documents that contain every word or, if `isBeginning`, a word that begins with it. */
  find(words: readonly QueryWord[]): Iterable<ScoredDocument>;
}

export interface QueryWord {
  readonly word: string;
  readonly isBeginning: boolean;
}

export interface ScoredDocument {
  readonly id: number;
  readonly score: number;
}

/**
 * The documents that contain a term. Documents are numbered in the order in which they were added; `counts` holds how
 * often the term is in each field, in seven bits per field.
 */
interface Postings {
  documents: number[];
  counts: number[];
  /** How many of these documents have been removed. */
  gone: number;
}

const MAX_COUNT = 127;
const BITS = 7;

/** BM25+ (Lv and Zhai 2011), with the usual parameters. */
const K = 1.2;
const B = 0.7;
const DELTA = 0.5;
/** The weight of a term that only begins with the wanted word: the longer the term, the less. */
const prefixWeight = (length: number, wanted: number): number => (0.375 * length) / (length + 0.3 * (length - wanted));

interface State {
  readonly boosts: readonly number[];
  readonly terms: SearchableMap<Postings>;
  /** The document number of each id. */
  readonly numbers: Map<number, number>;
  /** By document number: the id (0: removed), its postings, and the number of words in each field. */
  readonly ids: NumberColumn<Float64Array>;
  readonly held: (readonly Postings[])[];
  readonly lengths: NumberColumn<Int32Array>;
  /** The number of words in each field, in all documents. */
  readonly totals: number[];
}

/** @param boosts the weight of a match in each field; at most four fields */
export function createTermIndex(boosts: readonly number[]): TermIndex {
  const index: State = {
    boosts,
    terms: new SearchableMap<Postings>(),
    numbers: new Map(),
    ids: createColumn(new Float64Array()),
    held: [],
    lengths: createColumn(new Int32Array()),
    totals: boosts.map(() => 0),
  };
  return {
    get size() {
      return index.numbers.size;
    },
    get leftovers() {
      return index.ids.length - index.numbers.size;
    },
    add: (id, fields) => addDocument(index, id, fields),
    remove: (id) => removeDocument(index, id),
    find: (words) => findDocuments(index, words),
  };
}

function addDocument({ terms, numbers, ids, held, lengths, totals }: State, id: number, fields: FieldWords): void {
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
}

/** The words of each field. */
type FieldWords = readonly (readonly string[])[];

function countTerms(fields: FieldWords): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [field, words] of fields.entries()) {
    const one = 1 << (BITS * field);
    for (const word of words) {
      const present = counts.get(word) ?? 0;
      if (unpackCount(present, field) < MAX_COUNT) counts.set(word, present + one);
    }
  }
  return counts;
}

function removeDocument(index: State, id: number): void {
  const { boosts, numbers, ids, held, lengths, totals } = index;
  const document = numbers.get(id);
  if (document === undefined) return;
  numbers.delete(id);
  ids.values[document] = 0;
  for (const field of boosts.keys()) totals[field]! -= lengths.values[document * boosts.length + field]!;
  for (const postings of held[document]!) {
    postings.gone += 1;
    if (postings.gone * 2 > postings.documents.length) dropLeftovers(index, postings);
  }
  held[document] = [];
}

function dropLeftovers({ ids }: State, postings: Postings): void {
  const kept = [...postings.documents.keys()].filter((at) => ids.values[postings.documents[at]!] !== 0);
  postings.counts = kept.map((at) => postings.counts[at]!);
  postings.documents = kept.map((at) => postings.documents[at]!);
  postings.gone = 0;
}

function* findDocuments(index: State, words: readonly QueryWord[]): Iterable<ScoredDocument> {
  if (words.length === 0) return;
  const scores = words.map((wanted) => scoresOf(index, wanted));
  const { ids } = index;
  const { values } = ids;
  for (let document = 0; document < ids.length; document += 1) {
    const score = sumOfAll(scores, document);
    if (score > 0) yield { id: values[document]!, score };
  }
}

function scoresOf(index: State, { word, isBeginning }: QueryWord): Float64Array {
  const { terms, ids } = index;
  const scores = new Float64Array(ids.length);
  const exact = terms.get(word);
  if (exact) score(index, exact, { weight: 1, scores });
  if (!isBeginning) return scores;
  for (const [term, postings] of terms.atPrefix(word)) {
    const weight = prefixWeight(term.length, word.length);
    if (term.length > word.length) score(index, postings, { weight, scores });
  }
  return scores;
}

interface Scoring {
  readonly weight: number;
  readonly scores: Float64Array;
}

/** Adds the score of one term to each document that contains it. */
function score(index: State, { documents, counts, gone }: Postings, { weight, scores }: Scoring): void {
  const { boosts, numbers, ids, lengths, totals } = index;
  const count = documents.length - gone;
  const rarity = weight * Math.log(1 + (numbers.size - count + 0.5) / (count + 0.5));
  const averages = totals.map((total) => total / numbers.size);
  const { values } = ids;
  for (let at = 0; at < documents.length; at += 1) {
    const document = documents[at]!;
    if (values[document] === 0) continue;
    for (let field = 0; field < boosts.length; field += 1) {
      const often = unpackCount(counts[at]!, field);
      if (often === 0) continue;
      const length = lengths.values[document * boosts.length + field]! / averages[field]!;
      scores[document]! += boosts[field]! * rarity * (DELTA + (often * (K + 1)) / (often + K * (1 - B + B * length)));
    }
  }
}

/** The sum of a document's scores; 0 if one of them is 0. */
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
const unpackCount = (counts: number, field: number): number => (counts >> (BITS * field)) & MAX_COUNT;
