import { setImmediate as nextRound } from 'node:timers/promises';
import { foldCompatible } from '../../lib/text/foldCompatible.ts';
import { createTermIndex, type ScoredDocument, type TermIndex } from './termIndex.ts';

/** The longest that other work waits while an index is updated. */
const SLICE_MS = 8;
const MIN_PREFIX = 2;
const MAX_LEFTOVERS = 10_000;
/** How many words of a query count: each may be the prefix of any number of words. */
const MAX_WORDS = 10;

interface SearchIndexOptions {
  /** The fields of documents, with the weight of a match in each. */
  readonly boost: Readonly<Record<string, number>>;
  /** The texts of a document by field; undefined if it should not be found. */
  documentOf(id: number): Readonly<Record<string, string>> | undefined;
  /** All documents, for building the index. */
  ids(): Iterable<number>;
  /** The index is rebuilt once it holds more removed documents than this, and more than present ones. */
  readonly maxLeftovers?: number;
}

interface WantedDocuments {
  admits(id: number): boolean;
  readonly limit: number;
}

interface FoundDocuments {
  /** The best ones, best first. */
  readonly ids: readonly number[];
  /** The number of all matches. */
  readonly total: number;
}

/** Finds documents by words. Built on first use, then updated with the changes it is told of. */
export interface SearchIndex {
  /** Updates the index in slices, so that others are served meanwhile; then `find` has nothing left to update. */
  ready(): Promise<void>;
  /**
   * Finds the documents that contain every word of the query, or a word that begins with it. Only the first ten words
   * count.
   */
  find(query: string, wanted: WantedDocuments): FoundDocuments;
  /** Whether it was built; otherwise there is nothing to update. */
  isUsed(): boolean;
  changed(id: number): void;
  /** Drops everything; the index is rebuilt on next use. */
  reset(): void;
}

export function createSearchIndex(options: SearchIndexOptions): SearchIndex {
  const { boost, documentOf, ids, maxLeftovers = MAX_LEFTOVERS } = options;
  const fields = Object.keys(boost);
  const boosts = Object.values(boost);
  let index: TermIndex | undefined;
  /** Documents that have changed since they were indexed. */
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

  /** Indexes pending documents until none are left or the time is up. */
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
        await nextRound();
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

/** Best first; ties by id, so that the order does not depend on the history of the index. */
const byScore = (a: ScoredDocument, b: ScoredDocument): number => b.score - a.score || a.id - b.id;

/** Sorts only those that can be among the best, which are few. */
function bestOf(found: readonly ScoredDocument[], limit: number): readonly ScoredDocument[] {
  const scores = Float64Array.from(found, ({ score }) => score).sort();
  const least = scores.at(-limit) ?? 0;
  return found
    .filter(({ score }) => score >= least)
    .sort(byScore)
    .slice(0, limit);
}

/** Runs of letters and digits. */
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;
const ASCII_WORD = /^[a-z0-9]+$/;

/** Words, and separately the runs of scripts without spaces. */
const splitWords = (text: string): readonly string[] =>
  (foldCompatible(text).match(WORD) ?? []).flatMap((word) =>
    ASCII_WORD.test(word) ? [word] : word.split(UNSPACED).filter(Boolean),
  );

const isUnspaced = (token: string): boolean => UNSPACED.test(token);

/** `東京都` → `東京`, `京都`. */
function pairs(run: string): readonly string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((one, index) => `${characters[index]}${one}`);
}

/** The tokens of a text: its words, and pairs of characters in scripts without spaces. */
export const textTokens = (text: string): string[] =>
  // The last character too: all others begin a pair, and so are found by themselves.
  splitWords(text).flatMap((part) =>
    isUnspaced(part) && [...part].length > 1 ? [...pairs(part), [...part].at(-1)!] : [part],
  );

/** The tokens of a query, in the same form. */
export const queryTokens = (query: string): string[] =>
  splitWords(query).flatMap((part) => (isUnspaced(part) ? pairs(part) : [part]));
