import { isFolderMode } from '../../git/format/tree.ts';
import { diffEntries, findAtPath } from '../../git/read/treeDiff.ts';
import type { Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { locateFile } from '../../store/file/scan.ts';
import type { Draft } from '../action.ts';
import { type Move, movesOf } from '../follow/moves.ts';
import type { PlacedUnit } from './placeUnits.ts';
import type { MergeSource, TreeVersion } from './treeVersion.ts';

export const SIDES = ['base', 'ours', 'theirs'] as const;
export type Side = (typeof SIDES)[number];

/** What records that a version mentions are called after the merge, where that is otherwise. */
export type SideMoves = Readonly<Record<Side, Map<string, Move>>>;

/** The moves of all records but of terms, which are known when their vocabularies are merged. */
export function movesOfUnits(units: readonly PlacedUnit[]): SideMoves {
  const moves: SideMoves = { base: new Map(), ours: new Map(), theirs: new Map() };
  for (const unit of units) {
    const to = unit.place?.located;
    if (!to || to.kind === 'taxonomy') continue;
    for (const side of SIDES) {
      const from = unit[side]?.located;
      if (from) addMoves(moves[side], from.kind, { key: from.key, data: from.values }, to.values);
    }
  }
  return moves;
}

/** Adds what has become of terms from one version of their vocabulary to the merged one. */
export const addTermMoves = (moves: Map<string, Move>, before: Taxonomy, after: Taxonomy): void =>
  addMoves(moves, 'taxonomy', { key: before.slug, data: before }, after);

function addMoves(
  moves: Map<string, Move>,
  kind: Entry['kind'],
  before: { readonly key: string; readonly data: object },
  after: object,
): void {
  // Of a draft nothing else is asked than what its record is called.
  const draft = { kind, before, after: { data: after } } as Draft;
  for (const [name, move] of movesOf([draft])) if (move.to !== null) moves.set(name, move);
}

/** What is asked of records to rewrite mentions of them. */
export const lookupOf = (byKey: Lookup['byKey'], pages: Iterable<Entry>): Lookup => ({
  byKey,
  // Pages are asked for their slugs and locales alone.
  all: (kind) => (kind === 'page' ? pages : []) as Iterable<never>,
  get: () => undefined,
  find: () => [],
  referring: () => [],
});

/** The places of all pages after the merge. */
export async function listPages(
  units: readonly PlacedUnit[],
  { tree }: TreeVersion,
  { objects, prefix }: MergeSource,
): Promise<readonly Entry[]> {
  const root = tree === null ? null : await findAtPath(objects.readTree, tree, `${prefix}pages`);
  const found = root && isFolderMode(root.mode) ? await diffEntries(objects.readTree, null, root.id) : [];
  const paths = new Set(found.map(({ path }) => `${prefix}pages/${path}`));
  for (const { ours } of units) if (ours) paths.delete(ours.path);
  for (const { place } of units) if (place) paths.add(place.path);
  return [...paths].flatMap((path) => {
    const located = path.startsWith(prefix) ? locateFile('content', path.slice(prefix.length)) : null;
    return located?.kind === 'page' ? [{ ...located, data: located.values } as unknown as Entry] : [];
  });
}
