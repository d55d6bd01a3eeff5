import { createContentThread } from '../../store/record/contentThread.ts';
import {
  createWritingTime,
  isWritten,
  keepWritten,
  type Unwritten,
  type WritingTime,
} from '../../view/page/richText.ts';
import { thenWith } from './readWhole.ts';

/** What a request may take of the server's own time to write rich text. */
const MAX_MICROSECONDS = 10_000;
/** Where documents are read from their files anew again and again, the last time they are written here. */
const MAX_RUNS = 3;

/** Shows something, again once a thread has written the documents that take long. */
export type ShowWritten = <T>(show: (time: WritingTime) => T | Promise<T>) => T | Promise<T>;

/** Writes documents and keeps what they are. */
type Write = (documents: readonly Unwritten[]) => Promise<void>;

/** Makes what has documents written by a thread, one request after the other. */
export function createShowWritten(write = createWrite()): ShowWritten {
  let last = Promise.resolve();
  function writeNext(documents: readonly Unwritten[]): Promise<void> {
    const next = last.then(() => write(documents));
    last = next.catch(() => undefined);
    return next;
  }
  function showIn<T>(run: number, show: (time: WritingTime) => T | Promise<T>): T | Promise<T> {
    const time = createWritingTime(run < MAX_RUNS ? MAX_MICROSECONDS : Number.POSITIVE_INFINITY);
    return thenWith(show(time), (shown) =>
      time.unwritten.length === 0 ? shown : writeNext(time.unwritten).then(() => showIn(run + 1, show)),
    );
  }
  return (show) => showIn(1, show);
}

/** Makes the function that has documents written by a thread. */
function createWrite({ writeRichText } = createContentThread()): Write {
  return async (documents) => {
    // The pages of a list may show the same ones.
    for (const one of documents) if (!isWritten(one)) keepWritten(one, await writeRichText(one.document, one.format));
  };
}
