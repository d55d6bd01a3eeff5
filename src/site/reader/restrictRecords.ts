import type { Entry, Lookup, RecordAliases } from '../../model/entry.ts';
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

/** The id is all that an alias tells. It has the form of a key, so that it can be wherever one is. */
const ALIAS = /(?:^|\/)hidden~([1-9][0-9]{0,9})$/;

/** The aliases of the records that somebody may not see: `en/hidden~12` for a page, `hidden~12` for others. */
const createAliases = (lookup: Lookup, isVisible: (entry: Entry) => boolean): RecordAliases => ({
  of(kind, key) {
    const entry: Entry | undefined = lookup.byKey(kind, key);
    if (!entry || isVisible(entry)) return undefined;
    const locale = kind === 'page' ? key.slice(0, key.indexOf('/') + 1) : '';
    return `${locale}hidden~${entry.id}`;
  },
  keyOf(kind, alias) {
    const id = ALIAS.exec(alias)?.[1];
    const entry: Entry | undefined = id === undefined ? undefined : lookup.get(kind, Number(id));
    return entry && !isVisible(entry) ? entry.key : undefined;
  },
});
