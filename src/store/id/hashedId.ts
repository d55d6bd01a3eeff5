import { createHash } from 'node:crypto';
import type { Counter } from '../../model/entity.ts';

/** Ids from here on are not given by the server: records without an id of their own are served under them. */
export const FIRST_HASHED_ID = 1_000_000_000;
const HASHED_IDS = 2 ** 31 - 1 - FIRST_HASHED_ID;

/** What a record without an id is served under: a function of its path within the content, so it outlives restarts. */
export const hashedId = (counter: Counter, path: string, pointer: string): number =>
  FIRST_HASHED_ID + (createHash('sha1').update(`${counter}:${path}#${pointer}`).digest().readUInt32BE(0) % HASHED_IDS);

/** The id to try when one is taken. */
export const nextHashedId = (id: number): number =>
  id === FIRST_HASHED_ID + HASHED_IDS - 1 ? FIRST_HASHED_ID : id + 1;
