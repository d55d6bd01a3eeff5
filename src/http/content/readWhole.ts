import { createTurns } from '../../lib/turn/createTurns.ts';
import type { Editions } from '../../view/edition.ts';

/** How often something is read because the content has changed meanwhile: under constant writes it would never end. */
const MAX_RUNS = 3;

/** Whether it need not be read on: it is going to be read again. */
export type IsOver = () => boolean;

/**
 * Reads what may take several turns, so that all of it is of one version of the content, the present one when it
 * resolves. Only where that changes again and again, what was found first is of one version, and what is read of it later
 * may be of a later one.
 */
export function readWhole<T>(
  content: Pick<Editions, 'edition'>,
  read: (isOver: IsOver) => T | Promise<T>,
  run = 1,
): T | Promise<T> {
  const edition = content.edition();
  const isOver = (): boolean => run < MAX_RUNS && content.edition() !== edition;
  const found = read(isOver);
  if (!(found instanceof Promise)) return found;
  return found.then((whole) => (isOver() ? readWhole(content, read, run + 1) : whole));
}

/** What `find` finds, in another turn where that has taken long: what is made of it takes long as well. */
export function thenTurn<T>(find: () => T): T | Promise<T> {
  const nextTurn = createTurns();
  const found = find();
  return nextTurn()?.then(() => found) ?? found;
}

/** What `show` makes of each, in slices where that takes long, so that others are served meanwhile. */
export function showEach<T, Shown>(
  items: readonly T[],
  show: (item: T) => Shown,
  isOver: IsOver,
): readonly Shown[] | Promise<readonly Shown[]> {
  const nextTurn = createTurns();
  const shown: Shown[] = [];
  function showFrom(first: number): typeof shown | Promise<typeof shown> {
    for (let at = first; at < items.length; at += 1) {
      shown.push(show(items[at]!));
      const turn = at + 1 < items.length ? nextTurn() : undefined;
      if (turn) return turn.then(() => (isOver() ? shown : showFrom(at + 1)));
    }
    return shown;
  }
  return showFrom(0);
}

/** What `use` makes of a value that may be there already. */
export const thenWith = <T, Used>(
  value: T | Promise<T>,
  use: (value: T) => Used | Promise<Used>,
): Used | Promise<Used> => (value instanceof Promise ? value.then(use) : use(value));
