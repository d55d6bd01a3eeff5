import type { Page, PageRegions, Placement } from '../../model/entities/page.ts';
import { findTermBySlug } from '../../model/page/term.ts';
import type { PlanContext } from '../action.ts';

type Records = Pick<PlanContext, 'lookup' | 'everything'>;

/** The terms for a page after a write by somebody who may not read all of its present ones: those stay. */
export function keepHiddenTerms(present: Page['terms'], wanted: Page['terms'], records: Records): Page['terms'] {
  const { lookup, everything } = records;
  if (!everything) return wanted;
  const isHidden = (vocabulary: string, slug: string): boolean =>
    !findTermBySlug(lookup, vocabulary, slug) && findTermBySlug(everything, vocabulary, slug) !== undefined;
  const hidden = Object.entries(present).flatMap(([name, slugs]) => {
    const kept = slugs.filter((slug) => isHidden(name, slug));
    return kept.length > 0 ? [[name, [...(wanted[name] ?? []), ...kept]] as const] : [];
  });
  return { ...wanted, ...Object.fromEntries(hidden) };
}

/**
 * The regions of a page after a write by somebody who may not read all of the reusable blocks there: those stay behind
 * the blocks that they stood behind.
 */
export function keepHiddenPlacements(present: PageRegions, wanted: PageRegions, records: Records): PageRegions {
  const { lookup, everything } = records;
  if (!everything) return wanted;
  const isHidden = ({ block }: Placement): boolean =>
    block !== undefined && !lookup.byKey('block', block) && everything.byKey('block', block) !== undefined;
  const kept = Object.entries(present).flatMap(([name, placements]) =>
    placements.some(isHidden) ? [[name, insertHidden(placements, wanted[name] ?? [], isHidden)] as const] : [],
  );
  return { ...wanted, ...Object.fromEntries(kept) };
}

function insertHidden(
  present: readonly Placement[],
  wanted: readonly Placement[],
  isHidden: (placement: Placement) => boolean,
): readonly Placement[] {
  let found = wanted;
  for (const [index, one] of present.entries()) {
    if (!isHidden(one)) continue;
    const before = present.slice(0, index).findLast(({ id }) => found.some((other) => other.id === id));
    const at = before === undefined ? 0 : found.findIndex(({ id }) => id === before.id) + 1;
    found = found.toSpliced(at, 0, one);
  }
  return found;
}
