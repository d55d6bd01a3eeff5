import { differences } from '../../lib/json/differences.ts';
import type { Page } from '../../model/entities/page.ts';
import { moveTerms } from './moveLists.ts';
import type { Moves } from './moves.ts';
import { renamed } from './references.ts';

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
