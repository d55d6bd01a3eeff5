import type { Entry } from '../model/entry.ts';
import { restrictLookup } from '../model/record/restrictLookup.ts';
import { contentOver, type PublicContent } from './publicContent.ts';

/** What somebody sees of content who may not read all of it. */
export const restrictContent = (content: PublicContent, isReadable: (entry: Entry) => boolean): PublicContent =>
  contentOver(
    { ...restrictLookup(content, isReadable), hasByItself: content.hasByItself },
    (...list) => content.pages(...list).filter(isReadable),
    { edition: content.edition, secondsToNextChange: content.secondsToNextChange },
  );
