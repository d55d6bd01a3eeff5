import { entityOf } from '../model/entities/index.ts';
import type { Entry } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import { locateFile } from '../store/file/scan.ts';
import { referencesOf } from '../store/referrers.ts';
import type { Store } from '../store/store.ts';

/** The files whose findings a change may affect; null: any file. */
export type Scope = ReadonlySet<string> | null;

/** Kinds that the findings of many other files depend on. */
const WIDE: ReadonlySet<Kind> = new Set(['settings', 'contentType', 'blockType', 'block', 'taxonomy']);

/** The changed files, those that mention their records, and those that their records mention. */
export function scopeOf(store: Store, changed: Iterable<string>): Scope {
  const scope = new Set<string>();
  for (const path of changed) {
    const located = locateFile('content', path);
    if (!located) continue;
    if (WIDE.has(located.kind)) return null;
    scope.add(path);
    const entry = store.byKey(located.kind, located.key);
    for (const other of entry ? neighboursOf(entry, store) : store.referring(located.kind, located.key))
      scope.add(other.path);
  }
  return scope;
}

const neighboursOf = (entry: Entry, store: Store): readonly Entry[] => [
  ...store.referring(entry.kind, entry.key),
  ...referencesOf(entry, store).flatMap(({ kind, key }) =>
    kind === 'term' || kind === 'pageSlug' || entityOf(kind).home !== 'content' ? [] : (store.byKey(kind, key) ?? []),
  ),
];

/** The link targets among the changed files, as text: equal if the same pages and redirects exist and are shown. */
export const addressesOf = (store: Store, changed: Iterable<string>): string =>
  [...changed]
    .map((path) => {
      const located = locateFile('content', path);
      const entry = located && store.byKey(located.kind, located.key);
      if (located?.kind === 'page') return `${path} ${(entry?.data as Records['page'] | undefined)?.status}`;
      if (located?.kind !== 'redirect') return '';
      const redirect = entry?.data as Records['redirect'] | undefined;
      return `${path} ${redirect?.isActive} ${redirect?.fromPath}`;
    })
    .join('\n');
