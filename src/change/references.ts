import { isDeepStrictEqual } from 'node:util';
import { replaceAt } from '../lib/replaceAt.ts';
import type { Page } from '../model/entities/page.ts';
import { flattenTerms, type Taxonomy } from '../model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { inUse } from '../model/errors.ts';
import { keyOf } from '../model/location.ts';
import type { Reference } from '../model/reference.ts';
import { referencesOf } from '../store/referrers.ts';
import type { Draft } from './action.ts';
import { nounOf } from './records.ts';

/** @throws CmsError IN_USE naming some of the records that mention this one */
export function requireUnused(lookup: Lookup, { kind, key }: Entry): void {
  const paths = [...new Set(lookup.referring(kind, key).map(({ path }) => path))].sort();
  if (paths.length === 0) return;
  const shown = paths.slice(0, 5).join(', ');
  throw inUse(
    `${nounOf(kind)} is used by ${paths.length} record${paths.length > 1 ? 's' : ''}: ${shown}${paths.length > 5 ? ', …' : ''}`,
  );
}

/**
 * The drafts, and those they make necessary: every record that mentions a renamed one, or a term, by its key mentions the
 * new key in the same commit; menu items to a removed page lose their page, pages lose removed terms.
 */
export function withReferences(drafts: readonly Draft[], lookup: Lookup): readonly Draft[] {
  const byRecord = new Map<string, Draft>(drafts.map((draft) => [`${draft.kind}:${idOf(draft)}`, draft]));
  for (const { entry, moves } of findMentions(drafts, lookup)) {
    const name = `${entry.kind}:${entry.id}`;
    const present = byRecord.get(name);
    const followed = follow(present ?? unchanged(entry), { entry, moves }, lookup);
    if (present || !isDeepStrictEqual(followed.after?.data, entry.data)) byRecord.set(name, followed);
  }
  return [...byRecord.values()];
}

interface Move {
  readonly kind: Reference['kind'];
  readonly from: string;
  /** null: gone. */
  readonly to: string | null;
}

function movesOf({ kind, before, after }: Draft): readonly Move[] {
  if (before === null) return [];
  if (kind === 'taxonomy') return termMoves(before.data, after?.data);
  const to = after && keyOf(kind, after.data);
  const isMove = to === null ? kind === 'page' : to !== before.key;
  return isMove ? [{ kind, from: before.key, to }] : [];
}

function termMoves(before: Taxonomy, after: Taxonomy | undefined): readonly Move[] {
  const keys = after ? termKeys(after) : new Map<number, string>();
  return [...termKeys(before)].flatMap(([id, from]) => {
    const to = keys.get(id) ?? null;
    return to === from ? [] : [{ kind: 'term', from, to }];
  });
}

const termKeys = ({ slug, terms }: Taxonomy): ReadonlyMap<number, string> =>
  new Map(flattenTerms(terms).map((term) => [term.id, `${slug}/${term.slug}`]));

/** A record that mentions what moves, and what of it moves, by the name of the reference. */
interface Mentions {
  readonly entry: Entry;
  readonly moves: Map<string, Move>;
}

const nameOf = ({ kind, key }: Pick<Reference, 'kind' | 'key'>): string => `${kind}:${key}`;

function findMentions(drafts: readonly Draft[], lookup: Lookup): Iterable<Mentions> {
  const found = new Map<Entry, Mentions>();
  for (const move of drafts.flatMap(movesOf)) {
    for (const entry of lookup.referring(move.kind, move.from)) {
      const mentions = found.get(entry) ?? { entry, moves: new Map<string, Move>() };
      mentions.moves.set(nameOf({ kind: move.kind, key: move.from }), move);
      found.set(entry, mentions);
    }
  }
  return found.values();
}

const idOf = ({ before, after }: Draft): number => (after ?? before)!.id;

// The draft has the entry's own kind and data.
const unchanged = (entry: Entry): Draft =>
  ({
    kind: entry.kind,
    before: entry,
    after: { id: entry.id, createdAt: entry.createdAt, data: entry.data },
    follows: true,
  }) as Draft;

/** Where the draft still holds the old key; a body that already says something else there is left alone. */
function follow(draft: Draft, { entry, moves }: Mentions, lookup: Lookup): Draft {
  if (draft.after === null) return draft;
  const isPage = entry.kind === 'page';
  const data = referencesOf(entry, lookup).reduce<unknown>((value, reference) => {
    const move = moves.get(nameOf(reference));
    // The terms of a page stand in lists by vocabulary: they move all at once.
    if (!move || (isPage && reference.path[0] === 'terms')) return value;
    return isFollowed(move, entry) ? replaceAt(value, reference.path, (present) => renamed(present, move)) : value;
  }, draft.after.data);
  // Pages hold pages' data.
  const next = isPage ? { ...(data as Page), terms: moveTerms((data as Page).terms, moves) } : data;
  return { ...draft, after: { ...draft.after, data: next } } as Draft;
}

/** Mentions of what is gone stay, and are reported, but for the pages of menu items. */
const isFollowed = ({ kind, to }: Move, { kind: holder }: Entry): boolean =>
  to !== null || (kind === 'page' && holder === 'menu');

function renamed(value: unknown, { from, to }: Move): unknown {
  if (typeof value !== 'string' || !value.endsWith(from)) return value;
  return to === null ? undefined : value.slice(0, value.length - from.length) + to;
}

function moveTerms(terms: Page['terms'], moves: ReadonlyMap<string, Move>): Page['terms'] {
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
