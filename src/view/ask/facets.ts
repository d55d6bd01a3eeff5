import type { WorkSteps } from '../../lib/turn/runSteps.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import type { Detail } from '../../model/errors.ts';
import { isMapping, isMissing } from '../../model/fields/values.ts';
import { notAField } from '../filter.ts';
import { findPageValue, type PageValue } from './pageValue.ts';
import type { AskScope } from './valuePlaces.ts';

/** What is counted in a list, by the name that it was asked for under. */
export type AskedFacets = ReadonlyMap<string, PageValue>;

const MAX_FACETS = 5;
const MAX_VALUES = 100;
/** So many different values are counted; a list of titles is no facet. */
const MAX_COUNTED = 10_000;

/** Reads `terms.topics,type`, or says what is wrong with it. */
export function readFacets(given: string, scope: AskScope): AskedFacets | readonly Detail[] {
  const names = [...new Set(given.split(','))];
  if (names.length > MAX_FACETS) return [{ path: ['facets'], message: `must be at most ${MAX_FACETS} names` }];
  const found = names.map((name) => [name, findPageValue(name.split('.'), scope)] as const);
  const details = found.flatMap(([name, value]) =>
    'unknown' in value ? [{ path: ['facets'], message: `"${name}" ${notAField(value.unknown, value.known)}` }] : [],
  );
  return details.length > 0 ? details : new Map(found as readonly (readonly [string, PageValue])[]);
}

/** How many pages have each value, the most frequent first; of a list each item counts. */
export function* countFacets(
  pages: readonly PageEntry[],
  facets: AskedFacets,
): WorkSteps<Readonly<Record<string, readonly object[]>>> {
  const counts = new Map(Array.from(facets.keys(), (name) => [name, new Map<unknown, number>()]));
  for (const page of pages) {
    for (const [name, { read }] of facets) countValue(read(page), counts.get(name)!);
    yield;
  }
  return Object.fromEntries(Array.from(counts, ([name, count]) => [name, mostFrequent(count)]));
}

function countValue(value: unknown, counts: Map<unknown, number>): void {
  for (const one of new Set([value].flat()))
    if (!isMissing(one) && !isMapping(one) && (counts.has(one) || counts.size < MAX_COUNTED))
      counts.set(one, (counts.get(one) ?? 0) + 1);
}

const mostFrequent = (counts: ReadonlyMap<unknown, number>): readonly object[] =>
  [...counts]
    .sort(([a, many], [b, more]) => more - many || Number(String(a) > String(b)) - Number(String(a) < String(b)))
    .slice(0, MAX_VALUES)
    .map(([value, count]) => ({ value, count }));
