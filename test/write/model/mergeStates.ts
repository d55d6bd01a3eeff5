import { isDeepStrictEqual } from 'node:util';
import { copyState, flatten, keyOf, type State } from './state.ts';

interface Merging {
  readonly base: State;
  readonly ours: State;
  readonly theirs: State;
  /** Whether the result must be sound, as it must to be published. */
  readonly isChecked?: boolean;
}

/**
 * The merge of two versions of a site by values, or its refusal; null if the model does not know, which is the case when
 * both have done more than edit values of existing records or add pages.
 */
export function mergeStates({ base, ours, theirs, isChecked = true }: Merging): State | 'refused' | null {
  const merged = merge(base, ours, theirs);
  if (merged === null || merged === 'refused') return merged;
  return isChecked && !isSound(merged, ours) ? 'refused' : merged;
}

function merge(base: State, ours: State, theirs: State): State | 'refused' | null {
  if (isSame(ours, theirs) || isSame(base, theirs)) return copyState(ours);
  if (isSame(base, ours)) return copyState(theirs);
  return mergeValues(base, ours, theirs);
}

const isSame = (a: State, b: State): boolean => isDeepStrictEqual({ ...a, given: null }, { ...b, given: null });

/** Values of pages that are merged on their own and appear in nothing else. */
const VALUES = ['title', 'summary', 'status'] as const;

function mergeValues(base: State, ours: State, theirs: State): State | 'refused' | null {
  const others = ({ pages: _, given: __, ...rest }: State): object => rest;
  if ([ours, theirs].some((side) => !isDeepStrictEqual(others(side), others(base)))) return null;
  const merged = copyState(ours);
  for (const [id, was] of base.pages) {
    const [our, their] = [ours.pages.get(id), theirs.pages.get(id)];
    if (!our || !their || [our, their].some((page) => !isDeepStrictEqual(bare(page), bare(was)))) return null;
    for (const name of VALUES) {
      if (their[name] === was[name]) continue;
      if (our[name] !== was[name] && our[name] !== their[name]) return 'refused';
      Object.assign(merged.pages.get(id)!, { [name]: their[name] });
    }
  }
  const taken = new Set([...ours.pages.values()].map(nameOf));
  for (const [id, page] of theirs.pages) {
    if (base.pages.has(id)) continue;
    if (taken.has(nameOf(page))) return null;
    merged.pages.set(id, structuredClone(page));
  }
  return merged;
}

const bare = (page: object): object => ({ ...page, title: '', summary: '', status: '' });
/** Names that differ only in case cannot exist side by side. */
const nameOf = (page: { locale: string; slug: string }): string => keyOf(page).normalize('NFC').toLowerCase();

/** Whether it has no problem that the live content does not have. */
function isSound(merged: State, live: State): boolean {
  const known = new Set(faults(live));
  return faults(merged).every((fault) => known.has(fault));
}

function faults({ pages, menus, contentTypes }: State): readonly string[] {
  const keys = new Set([...pages.values()].map(keyOf));
  return [
    ...[...pages.values()].flatMap(({ related, ...page }) =>
      related !== null && !keys.has(related) ? [`${keyOf(page)} mentions ${related}`] : [],
    ),
    ...[...pages.values()].flatMap((page) =>
      page.status === 'published' && page.summary === null && contentTypes.get(page.typeId)!.requiresSummary
        ? [`${keyOf(page)} lacks a summary`]
        : [],
    ),
    ...[...menus.values()].flatMap(({ slug, items }) =>
      flatten(items).flatMap(({ id, page }) => (page !== null && !keys.has(page) ? [`${slug} ${id} ${page}`] : [])),
    ),
  ];
}
