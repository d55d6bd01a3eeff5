import { differences } from '../lib/differences.ts';
import type { Page } from '../model/entities/page.ts';
import { moveTerms } from './moveLists.ts';
import type { Moves } from './moves.ts';
import { renamed } from './references.ts';

/** Whether all that is new in a page is how it mentions what moved. */
export function isRewriting(before: Page, after: Page, moves: Moves): boolean {
  if (moves.size === 0) return false;
  const followed = { ...before, terms: moveTerms(before.terms, moves) };
  // Pages do not mention bare slugs: the one that stands in a page is its own.
  const renames = [...moves.values()].filter(({ kind, to }) => kind !== 'pageSlug' && to !== null);
  return differences(followed, after).every((one) => renames.some((move) => renamed(one.before, move) === one.after));
}
