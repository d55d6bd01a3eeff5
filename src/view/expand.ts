import type { Lookup } from '../model/entry.ts';
import type { ShownAs } from '../model/fields/kind.ts';
import { findTermById } from '../model/term.ts';
import { showPageItem } from './page.ts';
import { showFoundTerm } from './taxonomy.ts';

type Show = (id: number, lookup: Lookup) => object | null;

function showPageById(id: number, lookup: Lookup): object | null {
  const page = lookup.get('page', id);
  return page ? showPageItem(page, { lookup }) : null;
}

function showTermById(id: number, lookup: Lookup): object | null {
  const term = findTermById(lookup, id);
  return term ? showFoundTerm(term) : null;
}

/** What can be shown in place of an id, by the kind of field. */
const OBJECTS = { reference: showPageById, page: showPageById, term: showTermById } satisfies Record<string, Show>;

export type Expansion = keyof typeof OBJECTS;
export const EXPANSIONS = Object.keys(OBJECTS) as readonly Expansion[];

/** Shows the objects that fields of these kinds point at, one level deep, in place of their ids. */
export function expandIds(expansions: readonly Expansion[], lookup: Lookup): ShownAs {
  const rows = expansions.map((kind) => {
    const show: Show = OBJECTS[kind];
    return [kind, (id: unknown) => (typeof id === 'number' ? show(id, lookup) : id)] as const;
  });
  return new Map(rows);
}
