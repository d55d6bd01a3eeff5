import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { Reach } from './reach.ts';

/** A record as the public saw it and as it sees it now; null where there was nothing to see, or is nothing any more. */
export interface PublicChange<T = unknown> {
  readonly kind: Kind;
  readonly before: Entry<T> | null;
  readonly after: Entry<T> | null;
}

/** Tells what a change of one kind of record reaches. */
export type Rule<T> = (change: PublicChange<T>, reach: Reach) => void;

/** The sides that are there. */
export const bothOf = <T>({ before, after }: PublicChange<T>): readonly Entry<T>[] =>
  [before, after].filter((one) => one !== null);

/** Whether the two sides differ in what is read of them; nothing is read of a side that is not there. */
export const differs = <T>({ before, after }: PublicChange<T>, read: (entry: Entry<T>) => unknown): boolean =>
  !isDeepStrictEqual(before && read(before), after && read(after));

/** The keys it had and has. */
export const keysOf = (change: PublicChange): ReadonlySet<string> => new Set(bothOf(change).map(({ key }) => key));
