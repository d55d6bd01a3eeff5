import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Editions } from '../../view/edition.ts';

/** How often a read is repeated because the content changed meanwhile: under constant writes it would never end. */
const MAX_RUNS = 3;

/** Whether to stop early because everything will be read again. */
export type IsOver = () => boolean;

/**
 * Reads what may take several turns, all of it from one version of the content: the present one when it resolves. Only
 * if the content keeps changing may the last run mix versions: entries found first, and later ones of what they refer
 * to.
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

/** The result of `find`, after another turn if finding took long: what follows then takes long as well. */
export function thenTurn<T>(find: () => T): T | Promise<T> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found = find();
  return yieldIfBusy()?.then(() => found) ?? found;
}

/** What `show` makes of each item, in slices if that takes long, so that others are served meanwhile. */
export function showInSlices<T, Shown>(
  items: readonly T[],
  show: (item: T) => Shown,
  isOver: IsOver,
): readonly Shown[] | Promise<readonly Shown[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const shown: Shown[] = [];
  function showFrom(first: number): typeof shown | Promise<typeof shown> {
    for (let at = first; at < items.length; at += 1) {
      shown.push(show(items[at]!));
      const turn = at + 1 < items.length ? yieldIfBusy() : undefined;
      if (turn) return turn.then(() => (isOver() ? shown : showFrom(at + 1)));
    }
    return shown;
  }
  return showFrom(0);
}

/** The result of `use` for a value that may be a promise; synchronous if it is not. */
export const thenWith = <T, Used>(
  value: T | Promise<T>,
  use: (value: T) => Used | Promise<Used>,
): Used | Promise<Used> => (value instanceof Promise ? value.then(use) : use(value));
