import { setImmediate } from 'node:timers/promises';
import { createTermIndex, type Scored, type TermIndex } from './termIndex.ts';

/** How long other work waits at most while an index is brought up to date. */
const SLICE_MS = 8;
const MIN_PREFIX = 2;
const MAX_LEFTOVERS = 10_000;
/** Words of a query that count: each may begin any number of others. */
const MAX_WORDS = 10;

interface SearchIndexOptions {
  /** What documents consist of, with how much a match there counts. */
  readonly boost: Readonly<Record<string, number>>;
  /** The texts of a document by field; undefined where there is none to be found. */
  documentOf(id: number): Readonly<Record<string, string>> | undefined;
  /** Every document there may be, for the first use. */
  ids(): Iterable<number>;
  /** The index is made anew when more documents have been taken out of it than this, and than are in it. */
  readonly maxLeftovers?: number;
}

interface WantedDocuments {
  admits(id: number): boolean;
  readonly limit: number;
}

interface FoundDocuments {
  /** The best ones, best first. */
  readonly ids: readonly number[];
  /** How many there are in all. */
  readonly total: number;
}

/** Finds documents by words. It is made when it is first used, and then follows what it is told has changed. */
export interface SearchIndex {
  /** Takes in what has changed, in slices, so that others are served meanwhile; then `find` answers at once. */
  ready(): Promise<void>;
  /** Finds the documents that hold every word of the query, or one that begins with it; of many words the first ten. */
  find(query: string, wanted: WantedDocuments): FoundDocuments;
  /** Whether anybody has used it: else there is nothing to keep up to date. */
  isUsed(): boolean;
  changed(id: number): void;
  /** Forgets everything: it is made anew when it is used again. */
  reset(): void;
}

export function createSearchIndex(options: SearchIndexOptions): SearchIndex {
  const { boost, documentOf, ids, maxLeftovers = MAX_LEFTOVERS } = options;
  const fields = Object.keys(boost);
  const boosts = Object.values(boost);
  let index: TermIndex | undefined;
  /** Documents that the index does not hold as they are now. */
  let pending = new Set<number>();

  function start(): TermIndex {
    if (index && index.leftovers > Math.max(maxLeftovers, index.size)) index = undefined;
    if (index) return index;
    pending = new Set(ids());
    index = createTermIndex(boosts);
    return index;
  }

  function take(id: number, into: TermIndex): void {
    pending.delete(id);
    into.remove(id);
    const document = documentOf(id);
    if (document)
      into.add(
        id,
        fields.map((field) => textTokens(document[field] ?? '')),
      );
  }

  /** Works until nothing is pending or the time is over. */
  function work(untilMs: number): void {
    const into = start();
    for (const id of pending) {
      take(id, into);
      if (performance.now() > untilMs) return;
    }
  }

  return {
    async ready() {
      work(performance.now() + SLICE_MS);
      while (index && pending.size > 0) {
        await setImmediate();
        work(performance.now() + SLICE_MS);
      }
    },
    find(query, { admits, limit }) {
      work(Number.POSITIVE_INFINITY);
      const words = [...new Set(queryTokens(query))].slice(0, MAX_WORDS).map((word) => ({
        word,
        isBeginning: word.length >= MIN_PREFIX || isUnspaced(word),
      }));
      const found = [...start().find(words)].filter(({ id }) => admits(id));
      return { ids: bestOf(found, limit).map(({ id }) => id), total: found.length };
    },
    isUsed: () => index !== undefined,
    changed(id) {
      if (index) pending.add(id);
    },
    reset() {
      index = undefined;
      pending.clear();
    },
  };
}

/** Best first; equal ones in an order that does not depend on the history of the index. */
const byScore = (a: Scored, b: Scored): number => b.score - a.score || a.id - b.id;

/** Sorts only those that are among the best: most are not. */
function bestOf(found: readonly Scored[], limit: number): readonly Scored[] {
  const scores = Float64Array.from(found, ({ score }) => score).sort();
  const least = scores.at(-limit) ?? 0;
  return found
    .filter(({ score }) => score >= least)
    .sort(byScore)
    .slice(0, limit);
}

/** Runs of letters and digits. */
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that write words without spaces between them. */
const UNSPACED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;
const ASCII_WORD = /^[a-z0-9]+$/;

/** Case, accents and compatibility forms (full-width letters, ligatures) aside; Hangul stays in syllables. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();

/** Words, and runs of scripts that have no spaces by themselves. */
const partsOf = (text: string): readonly string[] =>
  (fold(text).match(WORD) ?? []).flatMap((word) =>
    ASCII_WORD.test(word) ? [word] : word.split(UNSPACED).filter(Boolean),
  );

const isUnspaced = (token: string): boolean => UNSPACED.test(token);

/** `東京都` → `東京`, `京都`. */
function pairs(run: string): readonly string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((one, index) => `${characters[index]}${one}`);
}

/** What a text is found by: its words, and pairs of characters where a script does not separate words. */
export const textTokens = (text: string): string[] =>
  // The last character too, so that it is found by itself: every other one begins a pair.
  partsOf(text).flatMap((part) =>
    isUnspaced(part) && [...part].length > 1 ? [...pairs(part), [...part].at(-1)!] : [part],
  );

/** What a query asks for, in the same form. */
export const queryTokens = (query: string): string[] =>
  partsOf(query).flatMap((part) => (isUnspaced(part) ? pairs(part) : [part]));
