import type { IdCounter } from '../../model/entity.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { FIRST_HASHED_ID } from './randomId.ts';

/** Where the high-water marks are kept between starts. */
export interface IdMarks {
  read(): Readonly<Partial<Record<IdCounter, number>>>;
  /** Durable when it returns. */
  write(marks: Readonly<Partial<Record<IdCounter, number>>>): void;
}

/** Sequential ids, per counter. An id that was given once is never given again, even if its record is gone. */
export interface Sequence {
  /**
   * @param above the highest taken id
   * @throws CmsError CONFLICT if that is the highest possible one
   */
  next(counter: IdCounter, above: number): number;
  /** Runs a plan. If it fails, the ids it took are given again. One plan at a time. */
  planning<T>(plan: () => Promise<T>): Promise<T>;
  /** Writes the marks exactly, so that the next start leaves no gap. */
  close(): void;
}

/** How many ids one durable write reserves; after a crash the rest of the block is skipped. */
const BLOCK = 32;

export function createSequence(marks: IdMarks): Sequence {
  const reserved: Partial<Record<IdCounter, number>> = { ...marks.read() };
  let given: Partial<Record<IdCounter, number>> = { ...reserved };

  return {
    next(counter, above) {
      const id = Math.max(given[counter] ?? 0, above) + 1;
      if (id >= FIRST_HASHED_ID)
        throw conflict(because('noIdLeft', `There is no ${counter} id left: a file has ${id - 1}`, {}));
      given[counter] = id;
      if (id > (reserved[counter] ?? 0)) {
        // Only what is written is reserved: an id beyond it could come back after a crash.
        const next = { ...reserved, [counter]: id + BLOCK - 1 };
        marks.write(next);
        Object.assign(reserved, next);
      }
      return id;
    },
    async planning(plan) {
      const before = { ...given };
      try {
        return await plan();
      } catch (error) {
        given = before;
        throw error;
      }
    },
    close() {
      Object.assign(reserved, given);
      marks.write(given);
    },
  };
}
