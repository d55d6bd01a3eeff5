import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { formatOf } from '../codec/formats.ts';
import { type ContentThread, createContentThread, MAX_CHARACTERS_HERE } from './contentThread.ts';
import { BEGIN, findValuePositions, type PositionQuery, type ValuePosition } from './findPosition.ts';

/** Does what `findPlaces` does, without blocking the event loop for long. */
export type FindPositions = (wanted: PositionQuery) => Promise<readonly ValuePosition[]>;

/** Makes the function that finds places in large files in another thread. If that takes too long, all are the beginning. */
export function createFindPositions(thread: Pick<ContentThread, 'findPlaces'> = createContentThread()): FindPositions {
  return async (wanted) => {
    const format = formatOf(wanted.path);
    if (format === undefined || wanted.bytes.length <= MAX_CHARACTERS_HERE[format]) return findValuePositions(wanted);
    try {
      return await thread.findPlaces(wanted);
    } catch (error) {
      if (error instanceof TooMuchWork) return wanted.values.map(() => BEGIN);
      throw error;
    }
  };
}
