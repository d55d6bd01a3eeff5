import { createAliases } from '../../model/record/recordAliases.ts';
import { restrictLookup } from '../../model/record/restrictLookup.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import type { Reader } from './reader.ts';

/** The records that somebody may read, as rules of types read them too. */
export const restrictRecords = (lookup: JudgeLookup, { mayRead }: Reader) => ({
  ...restrictLookup(lookup, mayRead),
  aliases: createAliases(lookup, mayRead),
  byValue: (...[place, value]: Parameters<JudgeLookup['byValue']>) =>
    lookup.byValue(place, value).filter(({ entry }) => mayRead(entry)),
});
