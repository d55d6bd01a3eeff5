import { isDeepStrictEqual } from 'node:util';
import { differences } from '../../lib/json/differences.ts';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { inUse } from '../../model/errors.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { Reference } from '../../model/reference.ts';
import { mediaKey, storedSource } from '../../model/richText/imageSource.ts';
import { readPageAddress, writePageAddress } from '../../model/richText/pageAddress.ts';
import { settingsOf } from '../../model/siteSettings.ts';
import { referencesOf } from '../../store/referrers.ts';
import type { Draft } from '../action.ts';
import { nounOf } from '../records.ts';
import { type Move, type Moves, movesOf, nameOf, staysElsewhere } from './moves.ts';

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

type MoveList<T> = (data: T, moves: Moves, lookup: Lookup) => T;

/** What does not move value by value: one term may become another that the page has, and locales share a slug. */
const LISTS: { readonly [K in Kind]?: MoveList<Records[K]> } = {
  page: (page, moves) => ({ ...page, terms: moveTerms(page.terms, moves) }),
  trackingScript: (script, moves, lookup) => ({
    ...script,
    targetPages: moveTargets(script.targetPages, moves, lookup),
  }),
  settings: (settings, moves, lookup) => ({ ...settings, homeSlug: moveHome(settings.homeSlug, moves, lookup) }),
};

/** Whether a mention is `moveLists`' to move. */
export const standsInList = (holder: Kind, { kind, path }: Reference): boolean =>
  kind === 'pageSlug' || (holder === 'page' && path[0] === 'terms');

/** A record's data with those of its mentions moved that do not move value by value. */
export function moveLists(holder: Kind, data: unknown, moves: Moves, lookup: Lookup): unknown {
  // The table's row is picked by the kind, which is what the data is of.
  const move = LISTS[holder] as MoveList<unknown> | undefined;
  return move ? move(data, moves, lookup) : data;
}

function moveTerms(terms: Page['terms'], moves: Moves): Page['terms'] {
  const keys = Object.entries(terms).flatMap(([vocabulary, slugs]) => slugs.map((slug) => `${vocabulary}/${slug}`));
  if (!keys.some((key) => moves.has(nameOf({ kind: 'term', key })))) return terms;
  const moved = new Map<string, Set<string>>();
  for (const key of keys) {
    const move = moves.get(nameOf({ kind: 'term', key }));
    const [vocabulary, slug] = (move ? move.to : key)?.split('/') ?? [];
    if (vocabulary === undefined || slug === undefined) continue;
    moved.set(vocabulary, (moved.get(vocabulary) ?? new Set()).add(slug));
  }
  return Object.fromEntries([...moved].map(([vocabulary, slugs]) => [vocabulary, [...slugs]]));
}

/** The slugs that a script stands on: the new one beside the old one where another locale goes on under that. */
function moveTargets(slugs: readonly string[], moves: Moves, lookup: Lookup): readonly string[] {
  const moved = slugs.flatMap((slug) => {
    const move = moves.get(nameOf({ kind: 'pageSlug', key: slug }));
    if (!move?.to) return [slug];
    return staysElsewhere(move, lookup) ? [slug, move.to] : [move.to];
  });
  return [...new Set(moved)];
}

/** All locales share the slug of the front page; the one of the default locale takes it along. */
function moveHome(slug: string, moves: Moves, lookup: Lookup): string {
  const move = moves.get(nameOf({ kind: 'pageSlug', key: slug }));
  if (!move?.to) return slug;
  const isKept = move.locale !== settingsOf(lookup).defaultLocale && staysElsewhere(move, lookup);
  return isKept ? slug : move.to;
}

/** Whether all that is new in a page is how it mentions what was renamed; a term that is gone is missing from the page. */
export function isRewriting(before: Page, after: Page, moves: Moves): boolean {
  // Pages do not mention bare slugs: the one that stands in a page is its own.
  const renames: Moves = new Map([...moves].filter(([, { kind, to }]) => kind !== 'pageSlug' && to !== null));
  if (renames.size === 0) return false;
  const followed = { ...before, terms: moveTerms(before.terms, renames) };
  return differences(followed, after).every((one) =>
    [...renames.values()].some((move) => renamed(one.before, move) === one.after),
  );
}
