import type { Entry } from '../../model/entry.ts';
import type { PublicContent } from '../publicContent.ts';
import type { PublicChange } from './publicChange.ts';
import { createReach, tellSite } from './reach.ts';
import { RULES } from './rules.ts';

/** What the public sees differently, as it is told (contract, "Events"). */
export interface ShownReach {
  readonly records: readonly ShownChange[];
  /** How many records there are, told or not. */
  readonly recordCount: number;
  readonly urls: readonly string[];
}

interface ShownChange {
  readonly kind: string;
  readonly key: string;
  readonly id: number;
  readonly change: 'created' | 'updated' | 'deleted';
}

/** Of more records it is told only how many there are. */
export const MAX_RECORDS = 200;

/** More changes than these reach the whole site. */
const MAX_CHANGES = 500;

interface Options {
  readonly content: PublicContent;
  /** Whether what mentions what can be answered at once. */
  readonly knowsMentions: boolean;
}

/**
 * What changes reach; null where nobody sees anything of them. The addresses are at least those whose answers differ,
 * and the work is bounded: of a folder of which much differs everything is told. A reusable block is named only where it
 * is known that a public page shows it.
 */
export function showReach(changes: readonly PublicChange[], { content, knowsMentions }: Options): ShownReach | null {
  const reach = createReach(content, knowsMentions);
  const records: ShownChange[] = [];
  let recordCount = 0;
  const isMany = changes.length > MAX_CHANGES;
  if (isMany) tellSite(reach);
  for (const change of changes) {
    const before = reach.addresses.told;
    // The row is that of the records' own kind.
    if (isMany) reach.addresses.tell('');
    else (RULES[change.kind] as (typeof RULES)['page'] | undefined)?.(change as PublicChange<never>, reach);
    if (reach.addresses.told === before || (change.kind === 'block' && (isMany || !knowsMentions))) continue;
    recordCount += 1;
    if (records.length < MAX_RECORDS) records.push(showChange(change));
  }
  reach.lists.settle();
  return reach.addresses.told === 0 ? null : { records, recordCount, urls: reach.addresses.list() };
}

function showChange({ kind, before, after }: PublicChange): ShownChange {
  // One of them is there.
  const { key, id } = (after ?? before) as Entry;
  const whatHappened = before === null ? 'created' : 'updated';
  return { kind, key, id, change: after === null ? 'deleted' : whatHappened };
}
