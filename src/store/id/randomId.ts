import { createHash, randomInt } from 'node:crypto';
import type { IdCounter } from '../../model/entity.ts';

/** Chooses a free id; `highest` is the highest taken one. */
export type ChooseId = (isFree: (id: number) => boolean, highest: number) => number;

/** Ids below are left to those who count: people who write files, and sites with sequential ids. */
const FIRST_RANDOM_ID = 100_000;

/** If two clones make a thousand records each, the chance that both draw the same number once is one in a thousand. */
export const randomId: ChooseId = (isFree) => {
  for (;;) {
    const id = randomInt(FIRST_RANDOM_ID, FIRST_HASHED_ID);
    if (isFree(id)) return id;
  }
};

/** Ids from here on are never given to new records: records without an id of their own are served under them. */
export const FIRST_HASHED_ID = 1_000_000_000;
const HASHED_IDS = 2 ** 31 - 1 - FIRST_HASHED_ID;

/**
 * The id that a record without one is served under: a function of its path within the content, so it survives restarts.
 */
export const hashedId = (counter: IdCounter, path: string, pointer: string): number =>
  FIRST_HASHED_ID + (createHash('sha1').update(`${counter}:${path}#${pointer}`).digest().readUInt32BE(0) % HASHED_IDS);

/** The id to try next if one is taken. */
export const nextHashedId = (id: number): number =>
  id === FIRST_HASHED_ID + HASHED_IDS - 1 ? FIRST_HASHED_ID : id + 1;
