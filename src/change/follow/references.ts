import { isDeepStrictEqual } from 'node:util';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { inUse } from '../../model/errors.ts';
import { mediaKey, storedSource } from '../../model/richText/imageSource.ts';
import { readPageAddress, writePageAddress } from '../../model/richText/pageAddress.ts';
import { referencesOf } from '../../store/referrers.ts';
import type { Draft } from '../action.ts';
import { nounOf } from '../records.ts';
import { moveLists, standsInList } from './moveLists.ts';
import { type Move, type Moves, movesOf, nameOf } from './moves.ts';

/** @throws CmsError IN_USE naming some of the records that mention this one; that it mentions itself is no use */
export function requireUnused(lookup: Lookup, { kind, key, path: own }: Entry): void {
  const mentions = lookup.referring(kind, key).map(({ path }) => path);
  const paths = [...new Set(mentions)].filter((path) => path !== own).sort();
  if (paths.length === 0) return;
  const shown = paths.slice(0, 5).join(', ');
  throw inUse(
    `${nounOf(kind)} is used by ${paths.length} record${paths.length > 1 ? 's' : ''}: ${shown}${paths.length > 5 ? ', …' : ''}`,
  );
}

/** What is awaited while thousands of records are looked at. */
interface Waits {
  breath(): Promise<void> | undefined;
  /** Finds out what mentions what. */
  prepare(): Promise<void>;
}

/**
 * The drafts, and those they make necessary: every record that mentions a renamed one, or a term, by its key mentions the
 * new key in the same commit; pages lose removed terms. Any other mention of what is removed stays as it is, so that it
 * is whole again when that comes back. There may be thousands: others run now and then, and the content must stand still
 * until it resolves.
 */
export async function withReferences(
  drafts: readonly Draft[],
  lookup: Lookup,
  { breath, prepare }: Waits,
): Promise<readonly Draft[]> {
  const moves = movesOf(drafts);
  if (moves.size === 0) return drafts;
  await prepare();
  const named = new Set(drafts.map(({ kind, before }) => before && `${kind}:${before.id}`));
  const mentioning = new Set([...moves.values()].flatMap(({ kind, from }) => lookup.referring(kind, from)));
  const others = [...mentioning].filter(({ kind, id }) => !named.has(`${kind}:${id}`)).map(unchanged);
  const followed = drafts.map((draft) => follow(draft, moves, lookup));
  for (const draft of others) {
    const one = follow(draft, moves, lookup);
    if (!isDeepStrictEqual(one.before?.data, one.after?.data)) followed.push(one);
    await breath();
  }
  return followed;
}

// The draft has the entry's own kind and data.
const unchanged = (entry: Entry): Draft =>
  ({
    kind: entry.kind,
    before: entry,
    after: { id: entry.id, createdAt: entry.createdAt, data: entry.data },
    follows: true,
  }) as Draft;

/** The draft with new keys wherever it is to hold old ones, be it that its body has just put them there. */
function follow(draft: Draft, moves: Moves, lookup: Lookup): Draft {
  const { kind, after } = draft;
  if (after === null) return draft;
  const data = referencesOf({ kind, data: after.data }, lookup)
    .filter((reference) => !standsInList(kind, reference))
    .reduce<unknown>((value, reference) => {
      const move = moves.get(nameOf(reference));
      return move && move.to !== null ? replaceAt(value, reference.path, (now) => renamed(now, move)) : value;
    }, after.data);
  return { ...draft, after: { ...after, data: moveLists(kind, data, moves, lookup) } } as Draft;
}

/** A value that mentions what moves, as it then is. */
export function renamed(value: unknown, { from, to }: Move): unknown {
  if (value === from) return to ?? undefined;
  if (to === null) return value;
  if (mediaKey(value) === from) return storedSource(to);
  const address = readPageAddress(value);
  return address?.key === from ? writePageAddress({ ...address, key: to }) : value;
}
