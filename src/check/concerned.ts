import { sameJson } from '../lib/json/sameJson.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import { flattenTerms } from '../model/entities/taxonomy.ts';
import type { Entry, EntryChange } from '../model/entry.ts';
import { findOtherSingles } from '../model/page/pagePath.ts';
import type { Records } from '../model/records.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import type { Store } from '../store/store.ts';
import { answeredAddress, answeredName } from './links.ts';
import { namesRead, readingAnything, sharingValues } from './ruleReads.ts';

interface NameIndex {
  readonly store: Store;
  /** The files whose records use a name: see `namesOf`. */
  naming(name: string): Iterable<string>;
  /** Whether `naming` knows what rules have read. If not, rules that may read anything are concerned by every change. */
  readonly knowsReads: boolean;
}

const entryPaths = (entries: Iterable<Entry>): readonly string[] => [...entries].map(({ path }) => path);

/** The files whose findings a change may affect. The store's references must be prepared. */
export function concernedBy(change: EntryChange, known: NameIndex): readonly string[] {
  const own = [change.before, change.after].flatMap((entry) => entry ?? []);
  return [...entryPaths(own), ...othersOf(change, own, known), ...readersOf(change, own, known)];
}

/** The files whose rules read what has changed. */
function readersOf(
  change: EntryChange,
  own: readonly Entry[],
  { store, naming, knowsReads }: NameIndex,
): readonly string[] {
  const sharing = sharingValues(change, store);
  if (store.code.rules.isEmpty) return sharing;
  return [
    ...sharing,
    ...(knowsReads ? [...namesRead(own)].flatMap((name) => [...naming(name)]) : readingAnything(store)),
  ];
}

function othersOf(change: EntryChange, own: readonly Entry[], { store, naming }: NameIndex): readonly string[] {
  if (change.kind === 'settings') return everything(store);
  if (!mattersToOthers(change)) return [];
  const mentioning = own.flatMap(({ kind, key }) => entryPaths(store.referring(kind, key)));
  return [...mentioning, ...own.flatMap((entry) => besides(entry, { store, naming }))];
}

/** The files that depend on a record without mentioning it. */
function besides(entry: Entry, { store, naming }: Omit<NameIndex, 'knowsReads'>): readonly string[] {
  const { kind, key } = entry;
  // The entry's kind says what its data is.
  if (kind === 'page') {
    const page = entry.data as Records['page'];
    return [
      ...naming(`link:${key}`),
      ...entryPaths(store.find('page', 'byTranslationGroup', page.translationGroup ?? '')),
      ...entryPaths(findOtherSingles(page, entry.id, store)),
    ];
  }
  const answered = answeredAddress(kind, entry.data);
  if (answered.length > 0) return answered.flatMap((path) => [...naming(answeredName(path))]);
  if (kind === 'taxonomy') return termKeysOf(entry).flatMap((term) => entryPaths(store.referring('term', term)));
  // What a type is called in GraphQL depends on the others.
  if (kind === 'contentType') return entryPaths(store.all('contentType'));
  if (kind !== 'blockType') return [];
  const blocks = store.find('block', 'byType', key);
  return [...entryPaths(blocks), ...blocks.flatMap((block) => entryPaths(store.referring('block', block.key)))];
}

const termKeysOf = ({ key, data }: Entry): readonly string[] =>
  flattenTerms((data as Records['taxonomy']).terms).map(({ slug }) => `${key}/${slug}`);

/** Whether a change may affect the findings about other files. */
export function mattersToOthers({ kind, before, after }: EntryChange): boolean {
  if (kind !== 'page' || !before || !after || before.key !== after.key || before.path !== after.path) return true;
  const [was, is] = [before.data as Records['page'], after.data as Records['page']];
  const maySharedDiffer = is.translationGroup !== undefined && !sameJson(was.fields, is.fields);
  return maySharedDiffer || (['status', 'type', 'translationGroup'] as const).some((name) => was[name] !== is[name]);
}

const everything = (store: Store): readonly string[] =>
  KINDS.filter((kind) => entityOf(kind).home === 'content').flatMap((kind) => entryPaths(store.all(kind)));

/** The files whose findings depend on whether this one can be read. */
export function concernedByFile(path: string, known: NameIndex): readonly string[] {
  const located = locateFile('content', path);
  if (!located) return [path];
  const { kind, key } = located;
  const entry = known.store.byKey(kind, key);
  if (entry) return [path, ...concernedBy({ kind, before: null, after: entry }, known)];
  return [path, ...entryPaths(known.store.referring(kind, key)), ...known.naming(`link:${key}`)];
}
