import type { Entry } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { PublicContent } from '../publicContent.ts';
import type { PublicChange, ReachRule, ReachRules } from './publicChange.ts';
import { addSite, createReach, type Reach, translationsIn } from './reach.ts';
import { RULES } from './rules.ts';

/** What has changed for the public, as events report it (contract, "Events"). */
export interface ShownReach {
  readonly records: readonly ReachedRecord[];
  /** The number of changed records, including those beyond `MAX_RECORDS`. */
  readonly recordCount: number;
  readonly urls: readonly string[];
}

interface ReachedRecord {
  readonly kind: string;
  readonly key: string;
  readonly id: number;
  readonly change: 'created' | 'updated' | 'deleted';
}

/** The most records that are listed. */
export const MAX_RECORDS = 200;

/** More changes than this count as reaching the whole site. */
const MAX_CHANGES = 500;

interface Options {
  readonly content: PublicContent;
  /** Whether mentions can be looked up at once. */
  readonly knowsMentions: boolean;
  /** The folders of answers that a site's own code makes, of whatever it reads. */
  readonly ownFolders?: readonly string[];
  /** Those of features. */
  readonly rules?: readonly ReachRules[];
}

/** The kinds of records that code of a site reads for public answers. */
const READ_BY_CODE: ReadonlySet<Kind> = new Set<Kind>([
  ...(['page', 'block', 'media', 'menu', 'taxonomy', 'settings'] as const),
  ...(['contentType', 'blockType'] as const),
]);

/**
 * What changes reach; null if the public sees nothing of them. The addresses include at least all whose answers differ.
 * The work is bounded: a folder with many changes is listed as a whole. A reusable block is listed only if a public page is
 * known to show it.
 */
export function showReach(
  changes: readonly PublicChange[],
  { content, knowsMentions, ownFolders = [], rules = [] }: Options,
): ShownReach | null {
  const all = [RULES, ...rules];
  const reach = createReach(content, {
    isKnown: knowsMentions,
    wasTranslated: changes.some(({ before }) => before !== null && translationsIn(before).length > 0),
  });
  const records: ReachedRecord[] = [];
  let recordCount = 0;
  const isMany = changes.length > MAX_CHANGES;
  if (isMany) addSite(reach);
  for (const change of changes) {
    const before = reach.addresses.added;
    if (isMany) reach.addresses.add('');
    else applyRules(all, change, reach);
    if (reach.addresses.added === before || (change.kind === 'block' && (isMany || !knowsMentions))) continue;
    recordCount += 1;
    if (records.length < MAX_RECORDS) records.push(showReachedRecord(change));
  }
  reach.lists.settle();
  if (changes.some(({ kind }) => READ_BY_CODE.has(kind))) for (const one of ownFolders) reach.addresses.addAll(one);
  return reach.addresses.added === 0 ? null : { records, recordCount, urls: reach.addresses.list() };
}

/** Applies the rules for the kind of the records that have changed. */
function applyRules(all: readonly ReachRules[], change: PublicChange, reach: Reach): void {
  // The row is that of the records' own kind.
  for (const rules of all) (rules[change.kind] as ReachRule<unknown> | undefined)?.(change, reach);
}

function showReachedRecord({ kind, before, after }: PublicChange): ReachedRecord {
  // One of them is not null.
  const { key, id } = (after ?? before) as Entry;
  const whatHappened = before === null ? 'created' : 'updated';
  return { kind, key, id, change: after === null ? 'deleted' : whatHappened };
}
