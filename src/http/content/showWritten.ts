import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { createWritingTime, type UnwrittenDocument, type WritingTime } from '../../view/page/richText.ts';
import { thenWith } from './readWhole.ts';

/** How much time of the event loop a request may spend on writing rich text. */
const MAX_MICROSECONDS = 10_000;
/**
 * How often something is shown while documents keep being replaced from their files; the last run writes them itself.
 */
const MAX_RUNS = 3;

/** Shows something, and again after a thread has written the documents that take long. */
export type ShowWritten = <T>(show: (time: WritingTime) => T | Promise<T>) => T | Promise<T>;

/** Writes documents and keeps the results. */
export type WriteDocuments = (documents: readonly UnwrittenDocument[]) => Promise<void>;

/** Makes the function that shows things and has their documents written, one request after the other. */
export function createShowWritten(write: WriteDocuments): ShowWritten {
  const inTurn = createTaskQueue();
  function showIn<T>(run: number, show: (time: WritingTime) => T | Promise<T>): T | Promise<T> {
    const time = createWritingTime(run < MAX_RUNS ? MAX_MICROSECONDS : Number.POSITIVE_INFINITY);
    return thenWith(show(time), (shown) =>
      time.unwritten.length === 0 ? shown : inTurn(() => write(time.unwritten)).then(() => showIn(run + 1, show)),
    );
  }
  return (show) => showIn(1, show);
}
