import { isDeepStrictEqual } from 'node:util';
import { replaceMarkdownNames } from '../../fields/markdown/markdownNames.ts';
import { diffJson } from '../../lib/json/diffJson.ts';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { inUse } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Kind, Records } from '../../model/records.ts';
import { type Reference, referenceName } from '../../model/reference.ts';
import { mediaKey, storedSource } from '../../model/richText/imageSource.ts';
import { readPageAddress, writePageAddress } from '../../model/richText/pageAddress.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { referencesOf } from '../../store/referrers.ts';
import type { RecordDraft } from '../action.ts';
import { kindLabel } from '../records.ts';
import { movesOf, type ReferenceRename, type ReferenceRenames, staysElsewhere } from './referenceRenames.ts';

/** @throws CmsError IN_USE naming some of the records that mention this one; a record that mentions itself does not count */
export function requireUnused(lookup: Lookup, { kind, key, path: own }: Entry): void {
  const mentions = lookup.referring(kind, key).map(({ path }) => path);
  const paths = [...new Set(mentions)].filter((path) => path !== own).sort();
  if (paths.length === 0) return;
  const count = paths.length;
  const names = [...paths.slice(0, 5), ...(count > 5 ? ['…'] : [])].join(', ');
  const message = `${kindLabel(kind)} is used by ${count} record${count > 1 ? 's' : ''}: ${names}`;
  throw inUse(because('used', message, { names }));
}

/** What to await while looking at thousands of records. */
interface Waits {
  readonly yieldIfBusy: YieldIfBusy;
  /** Finds out what mentions what. */
  prepare(): Promise<void>;
}

/**
 * Adds the drafts that these make necessary: every record that mentions a renamed record or term mentions the new key in
 * the same commit, and pages lose removed terms. Other mentions of removed records stay, so that they work again if the
 * record comes back. There may be thousands: others run in between, and the content must not change until it resolves.
 */
export async function withReferences(
  drafts: readonly RecordDraft[],
  lookup: Lookup,
  { yieldIfBusy, prepare }: Waits,
): Promise<readonly RecordDraft[]> {
  const moves = movesOf(drafts);
  if (moves.size === 0) return drafts;
  await prepare();
  const named = new Set(drafts.map(({ kind, before }) => before && `${kind}:${before.id}`));
  const mentioning = new Set([...moves.values()].flatMap(({ kind, from }) => lookup.referring(kind, from)));
  const others = [...mentioning].filter(({ kind, id }) => !named.has(`${kind}:${id}`)).map(unchangedDraft);
  const followed = drafts.map((draft) => renameReferences(draft, moves, lookup));
  for (const draft of others) {
    const one = renameReferences(draft, moves, lookup);
    if (!isDeepStrictEqual(one.before?.data, one.after?.data)) followed.push(one);
    await yieldIfBusy();
  }
  return followed;
}

// The draft has the entry's own kind and data.
const unchangedDraft = (entry: Entry): RecordDraft =>
  ({
    kind: entry.kind,
    before: entry,
    after: { id: entry.id, createdAt: entry.createdAt, data: entry.data },
    follows: true,
  }) as RecordDraft;

/** The draft with new keys in place of old ones, even where the request itself has just set an old one. */
function renameReferences(draft: RecordDraft, moves: ReferenceRenames, lookup: Lookup): RecordDraft {
  const { kind, after } = draft;
  if (after === null) return draft;
  const data = referencesOf({ kind, data: after.data }, lookup)
    .filter((reference) => !isListReference(kind, reference))
    .reduce<unknown>((value, reference) => {
      const move = moves.get(referenceName(reference));
      return move && move.to !== null ? replaceAt(value, reference.path, (now) => renamed(now, move)) : value;
    }, after.data);
  return { ...draft, after: { ...after, data: moveLists(kind, data, moves, lookup) } } as RecordDraft;
}

/** A value that mentions what moves, with the new name. */
export function renamed(value: unknown, move: ReferenceRename): unknown {
  if (value === move.from) return move.to ?? undefined;
  if (typeof value !== 'string') return value;
  return renamedAddress(value, move) ?? replaceMarkdownNames(value, (name) => renamedAddress(name, move));
}

/** The new address of what moves; undefined for any other address. */
function renamedAddress(text: string, { from, to }: ReferenceRename): string | undefined {
  if (to === null) return undefined;
  if (mediaKey(text) === from) return storedSource(to);
  const address = readPageAddress(text);
  return address?.key === from ? writePageAddress({ ...address, key: to }) : undefined;
}

type MoveList<T> = (data: T, moves: ReferenceRenames, lookup: Lookup) => T;

/** References that do not move one by one: a term may become one that the page already has, and locales share a slug. */
const LISTS: { readonly [K in Kind]?: MoveList<Records[K]> } = {
  page: (page, moves) => ({ ...page, terms: moveTerms(page.terms, moves) }),
  trackingScript: (script, moves, lookup) => ({
    ...script,
    targetPages: moveTargets(script.targetPages, moves, lookup),
  }),
  settings: (settings, moves, lookup) => ({ ...settings, homeSlug: moveHome(settings.homeSlug, moves, lookup) }),
};

/** Whether `moveLists` moves this reference. */
export const isListReference = (holder: Kind, { kind, path }: Reference): boolean =>
  kind === 'pageSlug' || (holder === 'page' && path[0] === 'terms');

/** A record's data with the references moved that do not move one by one. */
export function moveLists(holder: Kind, data: unknown, moves: ReferenceRenames, lookup: Lookup): unknown {
  // The data is of the kind that picks the row.
  const move = LISTS[holder] as MoveList<unknown> | undefined;
  return move ? move(data, moves, lookup) : data;
}

function moveTerms(terms: Page['terms'], moves: ReferenceRenames): Page['terms'] {
  const keys = Object.entries(terms).flatMap(([vocabulary, slugs]) => slugs.map((slug) => `${vocabulary}/${slug}`));
  if (!keys.some((key) => moves.has(referenceName({ kind: 'term', key })))) return terms;
  const moved = new Map<string, Set<string>>();
  for (const key of keys) {
    const move = moves.get(referenceName({ kind: 'term', key }));
    const [vocabulary, slug] = (move ? move.to : key)?.split('/') ?? [];
    if (vocabulary === undefined || slug === undefined) continue;
    moved.set(vocabulary, (moved.get(vocabulary) ?? new Set()).add(slug));
  }
  return Object.fromEntries([...moved].map(([vocabulary, slugs]) => [vocabulary, [...slugs]]));
}

/** The target slugs of a script: the new slug, beside the old one if another locale keeps that. */
function moveTargets(slugs: readonly string[], moves: ReferenceRenames, lookup: Lookup): readonly string[] {
  const moved = slugs.flatMap((slug) => {
    const move = moves.get(referenceName({ kind: 'pageSlug', key: slug }));
    if (!move?.to) return [slug];
    return staysElsewhere(move, lookup) ? [slug, move.to] : [move.to];
  });
  return [...new Set(moved)];
}

/** All locales share the slug of the home page; the default locale's page takes it along. */
function moveHome(slug: string, moves: ReferenceRenames, lookup: Lookup): string {
  const move = moves.get(referenceName({ kind: 'pageSlug', key: slug }));
  if (!move?.to) return slug;
  const isKept = move.locale !== siteSettings(lookup).defaultLocale && staysElsewhere(move, lookup);
  return isKept ? slug : move.to;
}

/** Whether a page differs only in its references to renamed records. Losing a removed term counts as a real change. */
export function isRewriting(before: Page, after: Page, moves: ReferenceRenames): boolean {
  // Pages do not mention bare slugs: the slug in a page is its own.
  const renames: ReferenceRenames = new Map(
    [...moves].filter(([, { kind, to }]) => kind !== 'pageSlug' && to !== null),
  );
  if (renames.size === 0) return false;
  const followed = { ...before, terms: moveTerms(before.terms, renames) };
  return diffJson(followed, after).every((one) =>
    [...renames.values()].some((move) => renamed(one.before, move) === one.after),
  );
}
