import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { IdStrategy } from '../../model/entities/settings.ts';
import type { IdCounter } from '../../model/entity.ts';
import { type ChooseId, randomId } from './randomId.ts';
import { createSequence, type IdMarks } from './sequence.ts';

/** Ids that cannot be given to new records. */
export interface ReservedIds {
  has(counter: IdCounter, id: number): boolean;
  /** The highest taken id; hashed ids do not count. */
  highest(counter: IdCounter): number;
}

interface IdRequest {
  readonly counter: IdCounter;
  readonly strategy: IdStrategy;
  /** Further taken ids, which no file gives yet. */
  readonly also?: ReservedIds | undefined;
}

/**
 * Gives ids to new records (DESIGN, "Ids"): at random, so that clones do not give the same id twice, or one after
 * another.
 */
export interface Ids {
  /** @throws CmsError CONFLICT if ids are sequential and a file has the highest possible one */
  next(request: IdRequest): number;
  /** Runs a plan. If it fails, the ids it took may be given again. One plan at a time. */
  planning<T>(plan: () => Promise<T>): Promise<T>;
  /** Call when every id given so far is in a file, or never will be. */
  settle(): void;
  /** Call when the ids of the last plan are in a version that is not live: they are not given again. */
  hold(): void;
  /** Saves the last sequential ids, so that the next start leaves no gap. */
  close(): void;
}

interface Options {
  readonly marks: IdMarks;
  /** Taken by present files and, as far as known, by past ones. */
  readonly taken: ReservedIds;
  readonly chooseId?: ChooseId | undefined;
}

/** Counters of private records: these exist on one server only, so their ids can be sequential. */
const PRIVATE: ReadonlySet<IdCounter> = new Set(
  KINDS.map(entityOf)
    .filter(({ home }) => home === 'private')
    .map(({ counter }) => counter),
);

const counterIdKey = (counter: IdCounter, id: number): string => `${counter} ${id}`;

export function createRecordIds({ marks, taken, chooseId = randomId }: Options): Ids {
  const sequence = createSequence(marks);
  /** Ids chosen by earlier plans that are not published yet. */
  let given = new Set<string>();
  /** Ids chosen by the current plan. */
  let chosen = new Set<string>();
  /** Ids in versions that are not live. */
  const held = new Set<string>();

  function choose(counter: IdCounter, highest: number, also: ReservedIds | undefined): number {
    const isFree = (id: number): boolean => {
      const name = counterIdKey(counter, id);
      return (
        !given.has(name) && !chosen.has(name) && !held.has(name) && !also?.has(counter, id) && !taken.has(counter, id)
      );
    };
    const id = chooseId(isFree, highest);
    chosen.add(counterIdKey(counter, id));
    return id;
  }

  return {
    next({ counter, strategy, also }) {
      const highest = Math.max(taken.highest(counter), also?.highest(counter) ?? 0);
      const isCounted = strategy === 'sequential' || PRIVATE.has(counter);
      return isCounted ? sequence.next(counter, highest) : choose(counter, highest, also);
    },
    async planning(plan) {
      chosen = new Set();
      const planned = await sequence.planning(plan);
      for (const name of chosen) given.add(name);
      return planned;
    },
    settle() {
      given = new Set();
    },
    hold() {
      for (const name of chosen) held.add(name);
    },
    close: sequence.close,
  };
}
