import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { IdStrategy } from '../../model/entities/settings.ts';
import type { Counter } from '../../model/entity.ts';
import { type ChooseId, randomId } from './randomId.ts';
import { createSequence, type Marks } from './sequence.ts';

/** Ids that nobody may be given any more. */
export interface TakenIds {
  has(counter: Counter, id: number): boolean;
  /** The highest of them; hashed ids do not count. */
  highest(counter: Counter): number;
}

interface IdRequest {
  readonly counter: Counter;
  readonly strategy: IdStrategy;
  /** Ids that are taken though no file gives them yet. */
  readonly also?: TakenIds | undefined;
}

/** The ids of new records (DESIGN, "Ids"): drawn at random, so that clones that do not talk never give one twice, or one after another. */
export interface Ids {
  /** @throws CmsError CONFLICT when ids are given one after another and a file gives the highest there is */
  next(request: IdRequest): number;
  /** Runs a plan; the ids it took may be given to the next where it fails, for nobody has got them. One plan at a time. */
  planning<T>(plan: () => Promise<T>): Promise<T>;
  /** Says that whatever was given is in a file by now, or never will be. */
  settle(): void;
  /** Says that what the last plan took is in a file of a version that is not live: nobody else is given it. */
  hold(): void;
  /** Writes down which ids were given one after another, so that the next start leaves no gap. */
  close(): void;
}

interface Options {
  readonly marks: Marks;
  /** By the files there are, and as far as is known by those there were. */
  readonly taken: TakenIds;
  readonly chooseId?: ChooseId | undefined;
}

/** What is not part of the content is one server's alone. */
const PRIVATE: ReadonlySet<Counter> = new Set(
  KINDS.map(entityOf)
    .filter(({ home }) => home === 'private')
    .map(({ counter }) => counter),
);

const nameOf = (counter: Counter, id: number): string => `${counter} ${id}`;

export function createIds({ marks, taken, chooseId = randomId }: Options): Ids {
  const sequence = createSequence(marks);
  /** What plans that are not published yet have chosen. */
  let given = new Set<string>();
  let chosen = new Set<string>();
  /** What versions have that are not live. */
  const held = new Set<string>();

  function choose(counter: Counter, highest: number, also: TakenIds | undefined): number {
    const isFree = (id: number): boolean => {
      const name = nameOf(counter, id);
      return (
        !given.has(name) && !chosen.has(name) && !held.has(name) && !also?.has(counter, id) && !taken.has(counter, id)
      );
    };
    const id = chooseId(isFree, highest);
    chosen.add(nameOf(counter, id));
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
