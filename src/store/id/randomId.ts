import { randomInt } from 'node:crypto';
import { FIRST_HASHED_ID } from './hashedId.ts';

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
