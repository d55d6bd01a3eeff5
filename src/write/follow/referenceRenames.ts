import { flattenTerms, type Taxonomy } from '../../model/entities/taxonomy.ts';
import { recordKey } from '../../model/location.ts';
import type { ReferenceRename, ReferenceRenames } from '../../model/record/referenceRename.ts';
import { referenceName } from '../../model/reference.ts';
import type { DraftOf, RecordDraft } from '../action.ts';

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
