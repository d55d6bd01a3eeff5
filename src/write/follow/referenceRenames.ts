import { flattenTerms, type Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Lookup } from '../../model/entry.ts';
import { recordKey } from '../../model/location.ts';
import { type Reference, referenceName } from '../../model/reference.ts';
import type { DraftOf, RecordDraft } from '../action.ts';

/** A name that files mention, and its new name. */
export interface ReferenceRename {
  readonly kind: Reference['kind'];
  readonly from: string;
  /** Null if it is gone. */
  readonly to: string | null;
  /** For a page's slug: the locale of the page. */
  readonly locale?: string;
}

/** Moves by the name of the reference (`referenceName`). */
export type ReferenceRenames = ReadonlyMap<string, ReferenceRename>;

/** The keys, terms and page slugs that the drafts rename or remove. */
export const movesOf = (drafts: readonly RecordDraft[]): ReferenceRenames =>
  new Map(drafts.flatMap(movesOfOne).map((move) => [referenceName({ kind: move.kind, key: move.from }), move]));

function movesOfOne(draft: RecordDraft): readonly ReferenceRename[] {
  const { kind, before, after } = draft;
  if (before === null) return [];
  if (kind === 'taxonomy') return termMoves(before.data, after?.data);
  const to = after && recordKey(kind, after.data);
  const isMove = to !== null && to !== before.key;
  const moves = isMove ? [{ kind, from: before.key, to }] : [];
  return kind === 'page' ? [...moves, ...slugMoves(draft)] : moves;
}

function slugMoves({ before, after }: DraftOf<'page'>): readonly ReferenceRename[] {
  if (!before || !after || after.data.slug === before.data.slug) return [];
  return [{ kind: 'pageSlug', from: before.data.slug, to: after.data.slug, locale: before.data.locale }];
}

function termMoves(before: Taxonomy, after: Taxonomy | undefined): readonly ReferenceRename[] {
  const keys = after ? termKeys(after) : new Map<number, string>();
  return [...termKeys(before)].flatMap(([id, from]) => {
    const to = keys.get(id) ?? null;
    return to === from ? [] : [{ kind: 'term', from, to }];
  });
}

/** The keys of terms by id; a term without an id cannot be followed. */
const termKeys = ({ slug, terms }: Taxonomy): ReadonlyMap<number, string> =>
  new Map(flattenTerms(terms).flatMap((term) => (term.id ? [[term.id, `${slug}/${term.slug}`]] : [])));

/** Whether a page of another locale keeps the slug that moves. */
export function staysElsewhere({ from, locale }: ReferenceRename, lookup: Lookup): boolean {
  for (const { data } of lookup.all('page')) if (data.slug === from && data.locale !== locale) return true;
  return false;
}
