import { createHash, randomInt } from 'node:crypto';
import type { Counter } from '../../model/entity.ts';

/** Chooses an id that is free; `highest` is the highest that is taken. */
export type ChooseId = (isFree: (id: number) => boolean, highest: number) => number;

/** Those below are left to who counts: people, and sites that had ids before they were drawn. */
const FIRST_RANDOM_ID = 100_000;

/** Of two sides with a thousand new records each, one in a thousand times one number is drawn on both. */
export const randomId: ChooseId = (isFree) => {
  for (;;) {
    const id = randomInt(FIRST_RANDOM_ID, FIRST_HASHED_ID);
    if (isFree(id)) return id;
  }
};

/** Ids from here on are not given by the server: records without an id of their own are served under them. */
export const FIRST_HASHED_ID = 1_000_000_000;
const HASHED_IDS = 2 ** 31 - 1 - FIRST_HASHED_ID;

/** What a record without an id is served under: a function of its path within the content, so it outlives restarts. */
export const hashedId = (counter: Counter, path: string, pointer: string): number =>
  FIRST_HASHED_ID + (createHash('sha1').update(`${counter}:${path}#${pointer}`).digest().readUInt32BE(0) % HASHED_IDS);

/** The id to try when one is taken. */
export const nextHashedId = (id: number): number =>
  id === FIRST_HASHED_ID + HASHED_IDS - 1 ? FIRST_HASHED_ID : id + 1;
