import type { WorkSteps } from '../lib/turn/runSteps.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Entry, EntryChange } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import { referencesOf } from '../store/referrers.ts';
import type { Store } from '../store/store.ts';
import { concernedBy } from './concerned.ts';

/** The files whose findings a change may affect; null: any file. */
export type CheckScope = ReadonlySet<string> | null;

/** Kinds that the findings of many other files depend on. */
const WIDE: ReadonlySet<Kind> = new Set(['settings', 'contentType', 'blockType', 'block', 'taxonomy']);

/** The records in changed files, in one state of a folder. */
export interface ChangedRecords {
  /** By file; undefined if it holds none that is served. */
  readonly entries: ReadonlyMap<string, Entry | undefined>;
  /** The keys of the media items that each of them mentions. */
  readonly media: ReadonlyMap<string, ReadonlySet<string>>;
  /** The link targets among them, as text: equal if the same pages and redirects exist and are shown. */
  readonly addresses: string;
}

/** Null if the findings of any file may depend on one of these. In steps of one record each: any of them may be long. */
export function* readChangedRecords(store: Store, changed: Iterable<string>): WorkSteps<ChangedRecords | null> {
  const entries = new Map<string, Entry | undefined>();
  for (const path of changed) {
    const located = locateFile('content', path);
    if (located && WIDE.has(located.kind)) return null;
    if (located) entries.set(path, store.byKey(located.kind, located.key));
  }
  const media = new Map<string, ReadonlySet<string>>();
  for (const [path, entry] of entries) {
    media.set(path, mediaOf(entry, store));
    yield;
  }
  return { entries, media, addresses: [...entries].map(addressFingerprint).join('\n') };
}

const mediaOf = (entry: Entry | undefined, store: Store): ReadonlySet<string> =>
  new Set(entry && referencesOf(entry, store).flatMap(({ kind, key }) => (kind === 'media' ? key : [])));

function addressFingerprint([path, entry]: readonly [string, Entry | undefined]): string {
  const kind = locateFile('content', path)?.kind;
  if (kind === 'page') return `${path} ${(entry?.data as Records['page'] | undefined)?.status}`;
  const answers = kind && entityOf(kind).answers;
  if (!answers) return '';
  return entry ? `${path} ${answers.isActive(entry.data)} ${answers.path(entry.data)}` : path;
}

/** The changed files, and those of `store` whose findings depend on what has changed in them. */
export function scopeOf(store: Store, before: ChangedRecords | null, after: ChangedRecords | null): CheckScope {
  // Any file may hold a link to an address that has changed.
  if (!before || !after || before.addresses !== after.addresses) return null;
  const scope = new Set(before.entries.keys());
  // No address has changed, so no link matters.
  const known = { store, naming: () => [], knowsReads: false };
  for (const change of changesBetween(before, after)) for (const path of concernedBy(change, known)) scope.add(path);
  for (const path of before.entries.keys())
    for (const key of differing(before.media.get(path)!, after.media.get(path)!)) {
      const item = store.byKey('media', key);
      if (item) scope.add(item.path);
    }
  return scope;
}

function changesBetween(before: ChangedRecords, after: ChangedRecords): readonly EntryChange[] {
  return [...before.entries].flatMap(([path, was]) => {
    const is = after.entries.get(path);
    const kind = (is ?? was)?.kind;
    return kind === undefined ? [] : [{ kind, before: was ?? null, after: is ?? null }];
  });
}

/** The files in one of two scopes. */
export const joinScopes = (a: CheckScope, b: CheckScope): CheckScope => a && b && new Set([...a, ...b]);

const differing = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): readonly T[] => [
  ...[...a].filter((one) => !b.has(one)),
  ...[...b].filter((one) => !a.has(one)),
];
