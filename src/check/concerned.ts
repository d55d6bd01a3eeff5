import { entityOf, KINDS } from '../model/entities/index.ts';
import { flattenTerms } from '../model/entities/taxonomy.ts';
import type { Change, Entry } from '../model/entry.ts';
import type { Records } from '../model/records.ts';
import { canonicalPath } from '../model/text/canonicalPath.ts';
import { locateFile } from '../store/file/scan.ts';
import type { Store } from '../store/store.ts';

interface Known {
  readonly store: Store;
  /** The files whose records use a name: see `namesOf`. */
  naming(name: string): Iterable<string>;
}

const pathsOf = (entries: Iterable<Entry>): readonly string[] => [...entries].map(({ path }) => path);

/** The files whose findings a change may affect. The store's references must be prepared. */
export function concernedBy(change: Change, known: Known): readonly string[] {
  const own = [change.before, change.after].flatMap((entry) => entry ?? []);
  return [...pathsOf(own), ...othersOf(change, own, known)];
}

function othersOf(change: Change, own: readonly Entry[], { store, naming }: Known): readonly string[] {
  if (change.kind === 'settings') return everything(store);
  if (!mattersToOthers(change)) return [];
  const mentioning = own.flatMap(({ kind, key }) => pathsOf(store.referring(kind, key)));
  return [...mentioning, ...own.flatMap((entry) => besides(entry, { store, naming }))];
}

/** The files that depend on a record without mentioning it. */
function besides(entry: Entry, { store, naming }: Known): readonly string[] {
  const { kind, key } = entry;
  // The entry's kind says what its data is.
  if (kind === 'page') {
    const { translationGroup = '' } = entry.data as Records['page'];
    return [...naming(`link:${key}`), ...pathsOf(store.find('page', 'byTranslationGroup', translationGroup))];
  }
  if (kind === 'redirect')
    return [...naming(`redirect:${canonicalPath((entry.data as Records['redirect']).fromPath)}`)];
  if (kind === 'taxonomy') return termKeysOf(entry).flatMap((term) => pathsOf(store.referring('term', term)));
  if (kind !== 'blockType') return [];
  const blocks = store.find('block', 'byType', key);
  return [...pathsOf(blocks), ...blocks.flatMap((block) => pathsOf(store.referring('block', block.key)))];
}

const termKeysOf = ({ key, data }: Entry): readonly string[] =>
  flattenTerms((data as Records['taxonomy']).terms).map(({ slug }) => `${key}/${slug}`);

/** Whether a change may affect the findings about other files. */
export function mattersToOthers({ kind, before, after }: Change): boolean {
  if (kind !== 'page' || !before || !after || before.key !== after.key || before.path !== after.path) return true;
  const [was, is] = [before.data as Records['page'], after.data as Records['page']];
  return (['status', 'type', 'translationGroup'] as const).some((name) => was[name] !== is[name]);
}

const everything = (store: Store): readonly string[] =>
  KINDS.filter((kind) => entityOf(kind).home === 'content').flatMap((kind) => pathsOf(store.all(kind)));

/** The files whose findings depend on whether this one can be read. */
export function concernedByFile(path: string, known: Known): readonly string[] {
  const located = locateFile('content', path);
  if (!located) return [path];
  const { kind, key } = located;
  const entry = known.store.byKey(kind, key);
  if (entry) return [path, ...concernedBy({ kind, before: null, after: entry }, known)];
  return [path, ...pathsOf(known.store.referring(kind, key)), ...known.naming(`link:${key}`)];
}
