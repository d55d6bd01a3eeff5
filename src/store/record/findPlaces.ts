import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { formatOf } from '../codec/formats.ts';
import { type ContentThread, createContentThread, MAX_CHARACTERS_HERE } from './contentThread.ts';
import { BEGIN, findValuePlaces, type PlacesToFind, type ValuePlace } from './findPlace.ts';

/** Does what `findPlaces` does, without blocking the event loop for long. */
export type FindPlaces = (wanted: PlacesToFind) => Promise<readonly ValuePlace[]>;

/** Makes the function that finds places in large files in another thread. If that takes too long, all are the beginning. */
export function createFindPlaces(thread: Pick<ContentThread, 'findPlaces'> = createContentThread()): FindPlaces {
  return async (wanted) => {
    const format = formatOf(wanted.path);
    if (format === undefined || wanted.bytes.length <= MAX_CHARACTERS_HERE[format]) return findValuePlaces(wanted);
    try {
      return await thread.findPlaces(wanted);
    } catch (error) {
      if (error instanceof TooMuchWork) return wanted.values.map(() => BEGIN);
      throw error;
    }
  };
}
