import { isDeepStrictEqual } from 'node:util';
import type { Entry, EntryChange } from '../../model/entry.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { Reach } from './reach.ts';

/** A record as the public saw it before and sees it now; null where it was or is not visible. */
export type PublicChange<T = unknown> = EntryChange<T>;

/** Adds the addresses that a change of one kind of record reaches. */
export type ReachRule<T> = (change: PublicChange<T>, reach: Reach) => void;

/** Rules by the kind of record. */
export type ReachRules = { readonly [K in Kind]?: ReachRule<Records[K]> };

/** The sides that exist. */
export const bothOf = <T>({ before, after }: PublicChange<T>): readonly Entry<T>[] =>
  [before, after].filter((one) => one !== null);

/** Whether the two sides differ in what `read` returns for them; a missing side counts as null. */
export const differs = <T>({ before, after }: PublicChange<T>, read: (entry: Entry<T>) => unknown): boolean =>
  !isDeepStrictEqual(before && read(before), after && read(after));

/** The keys of both sides. */
export const changedKeys = (change: PublicChange): ReadonlySet<string> => new Set(bothOf(change).map(({ key }) => key));
