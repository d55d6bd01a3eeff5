import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { isUnspaced, queryTokens, textTokens } from './searchTokens.ts';

/** How long other work waits at most while an index is brought up to date. */
const SLICE_MS = 8;
const MIN_PREFIX = 2;

export interface SearchIndexOptions {
  /** What documents consist of, with how much a match there counts. */
  readonly boost: Readonly<Record<string, number>>;
  /** The texts of a document by field; undefined where there is none to be found. */
  documentOf(id: number): Readonly<Record<string, string>> | undefined;
  /** Every document there may be, for the first use. */
  ids(): Iterable<number>;
}

/** Finds documents by words. It is made when it is first used, and then follows what it is told has changed. */
export interface SearchIndex {
  /** Takes in what has changed, in slices, so that others are served meanwhile; then `find` answers at once. */
  ready(): Promise<void>;
  /** The admitted documents that hold every word of the query, or one that begins with it; the best ones first. */
  find(query: string, admits: (id: number) => boolean): readonly number[];
  changed(id: number): void;
  /** Forgets everything: it is made anew when it is used again. */
  reset(): void;
}

const createMini = (fields: readonly string[]): MiniSearch =>
  new MiniSearch({ fields: [...fields], tokenize: textTokens, processTerm: (term) => term });

export function createSearchIndex({ boost, documentOf, ids }: SearchIndexOptions): SearchIndex {
  const fields = Object.keys(boost);
  let mini: MiniSearch | undefined;
  /** Documents that the index does not hold as they are now. */
  let pending = new Set<number>();

  function start(): MiniSearch {
    if (mini) return mini;
    pending = new Set(ids());
    mini = createMini(fields);
    return mini;
  }

  function take(id: number, index: MiniSearch): void {
    pending.delete(id);
    if (index.has(id)) index.discard(id);
    const document = documentOf(id);
    if (document) index.add({ id, ...document });
  }

  /** Works until nothing is pending or the time is over. */
  function work(untilMs: number): void {
    const index = start();
    for (const id of pending) {
      take(id, index);
      if (performance.now() > untilMs) return;
    }
  }

  return {
    async ready() {
      work(performance.now() + SLICE_MS);
      while (mini && pending.size > 0) {
        await setImmediate();
        work(performance.now() + SLICE_MS);
      }
    },
    find(query, admits) {
      work(Number.POSITIVE_INFINITY);
      const found = start().search(query, {
        boost: { ...boost },
        combineWith: 'AND',
        tokenize: queryTokens,
        prefix: (term) => term.length >= MIN_PREFIX || isUnspaced(term),
        filter: ({ id }) => admits(id),
      });
      // Sorted by score; equal ones in an order that does not depend on the history of the index.
      return found.sort((a, b) => b.score - a.score || a.id - b.id).map(({ id }): number => id);
    },
    changed(id) {
      if (mini) pending.add(id);
    },
    reset() {
      mini = undefined;
      pending.clear();
    },
  };
}
