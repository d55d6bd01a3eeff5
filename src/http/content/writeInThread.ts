import { createContentThread } from '../../store/record/contentThread.ts';
import { cacheWriting, isWritten } from '../../view/page/richText.ts';
import type { WriteDocuments } from './showWritten.ts';

/** Makes the function that lets a thread write documents. */
export function writeInThread({ writeRichText } = createContentThread()): WriteDocuments {
  return async (documents) => {
    // Pages of a list may share documents.
    for (const one of documents) if (!isWritten(one)) cacheWriting(one, await writeRichText(one.document, one.format));
  };
}
