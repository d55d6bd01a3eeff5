import type { RichTextNode } from '../../model/richText/node.ts';
import { createContentThread } from '../../store/contentThread.ts';
import { createWritingTime, hasMarkdown, keepMarkdown, type WritingTime } from '../../view/richText.ts';
import { thenWith } from './readWhole.ts';

/** What a request may take of the server's own time to write Markdown. */
const MAX_MICROSECONDS = 10_000;
/** Where documents are read from their files anew again and again, the last time they are written here. */
const MAX_RUNS = 3;

/** Shows something, again once a thread has written the documents that take long. */
export type ShowWritten = <T>(show: (time: WritingTime) => T | Promise<T>) => T | Promise<T>;

/** Writes documents as Markdown and keeps what they are. */
type Write = (documents: readonly RichTextNode[]) => Promise<void>;

/** Makes what has documents written by a thread, one request after the other. */
export function createShowWritten(write = createWrite()): ShowWritten {
  let last = Promise.resolve();
  function writeNext(documents: readonly RichTextNode[]): Promise<void> {
    const next = last.then(() => write(documents.filter((document) => !hasMarkdown(document))));
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
function createWrite({ toMarkdown } = createContentThread()): Write {
  return async (documents) => {
    for (const document of documents) keepMarkdown(document, await toMarkdown(document));
  };
}
