import type { Page } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { Reference } from '../../model/reference.ts';
import { settingsOf } from '../../model/siteSettings.ts';
import { type Moves, nameOf, staysElsewhere } from './moves.ts';

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

export function moveTerms(terms: Page['terms'], moves: Moves): Page['terms'] {
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
