import type { ReferenceRenames } from '../record/referenceRename.ts';
import type { Records } from '../records.ts';
import { referenceName } from '../reference.ts';

type PageTerms = Records['page']['terms'];

/** The terms of a page with new keys: one may become one that the page already has. */
export function moveTerms(terms: PageTerms, moves: ReferenceRenames): PageTerms {
  const keys = Object.entries(terms).flatMap(([vocabulary, slugs]) => slugs.map((slug) => `${vocabulary}/${slug}`));
  if (!keys.some((key) => moves.has(referenceName({ kind: 'term', key })))) return terms;
  const moved = new Map<string, Set<string>>();
  for (const key of keys) {
    const move = moves.get(referenceName({ kind: 'term', key }));
    const [vocabulary, slug] = (move ? move.to : key)?.split('/') ?? [];
    if (vocabulary === undefined || slug === undefined) continue;
    moved.set(vocabulary, (moved.get(vocabulary) ?? new Set()).add(slug));
  }
  return Object.fromEntries([...moved].map(([vocabulary, slugs]) => [vocabulary, [...slugs]]));
}
