import { isFolderMode } from '../../git/format/tree.ts';
import { diffEntries, findAtPath } from '../../git/read/treeDiff.ts';
import type { Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { ReferenceRename } from '../../model/record/referenceRename.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { RecordDraft } from '../action.ts';
import { movesOf } from '../follow/referenceRenames.ts';
import type { LocatedUnit } from './locateMergeUnits.ts';
import type { MergeSource, TreeVersion } from './treeVersion.ts';

export const SIDES = ['base', 'ours', 'theirs'] as const;
export type MergeSide = (typeof SIDES)[number];

/** The renames between each version and the merge, for mentions in files of that version. */
export type SideMoves = Readonly<Record<MergeSide, Map<string, ReferenceRename>>>;

/** The moves of all records except terms, whose moves are known once their vocabularies are merged. */
export function movesOfUnits(units: readonly LocatedUnit[]): SideMoves {
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

/** Adds the moves of terms between one version of their vocabulary and the merged one. */
export const addTermMoves = (moves: Map<string, ReferenceRename>, before: Taxonomy, after: Taxonomy): void =>
  addMoves(moves, 'taxonomy', { key: before.slug, data: before }, after);

function addMoves(
  moves: Map<string, ReferenceRename>,
  kind: Entry['kind'],
  before: { readonly key: string; readonly data: object },
  after: object,
): void {
  // `movesOf` reads only the names of a draft's record.
  const draft = { kind, before, after: { data: after } } as RecordDraft;
  for (const [name, move] of movesOf([draft])) if (move.to !== null) moves.set(name, move);
}

/** A lookup with just what rewriting mentions needs. */
export const createMentionLookup = (
  { byKey, code }: Pick<Lookup, 'byKey' | 'code'>,
  pages: Iterable<Entry>,
): Lookup => ({
  byKey,
  code,
  // Only the slugs and locales of pages are read.
  all: (kind) => (kind === 'page' ? pages : []) as Iterable<never>,
  get: () => undefined,
  find: () => [],
  referring: () => [],
});

/** The places of all pages after the merge. */
export async function listMergedPages(
  units: readonly LocatedUnit[],
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
