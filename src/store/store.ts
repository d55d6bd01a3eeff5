import { isDeepStrictEqual } from 'node:util';
import { deepFreeze } from '../lib/json/deepFreeze.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Counter } from '../model/entity.ts';
import type { Change, Entry, Lookup, Problem } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import type { FindSince } from './byAge.ts';
import { createCandidates, type Slot, slotOf } from './candidates.ts';
import { createClaims, duplicateId, forEachId } from './claims.ts';
import type { FileRecord } from './file/fileRecord.ts';
import { counterOf, type Outline, outlineOf } from './outline.ts';
import { identity, pairChanges } from './pairChanges.ts';
import { createBodies, type SchemaOf } from './record/placeBody.ts';
import { createReferrers } from './referrers.ts';
import type { StorePart } from './storePart.ts';
import { createTable, type Table } from './table.ts';
import { withData } from './withData.ts';

/** What became of a file. */
export interface FileUpdate {
  readonly path: string;
  /** null: the file is gone. undefined: it is there and broken; its last good record stays. */
  readonly record: FileRecord | null | undefined;
  readonly problems: readonly Problem[];
}

/** An entry as the store keeps it: a file's own record, where that is served as it was read. */
interface Served extends Entry {
  readonly outline: Outline;
}

interface Changed {
  readonly changes: readonly Change[];
  readonly went: Iterable<Served>;
  readonly came: readonly Served[];
}

/** All records in memory. Reading is synchronous: one tick sees one version of the content. */
export interface Store extends Lookup {
  /** Counts up with every `apply` that changed a record. */
  readonly version: number;
  /**
   * The only way in (DESIGN, rule 2): takes what became of files, settles keys and ids among all files and answers what
   * changed. The result is the same as reading all files anew.
   */
  apply(updates: readonly FileUpdate[]): readonly Change[];
  /**
   * Serves files with values that they leave out, until they change; called in the queue of writes, and told nobody.
   */
  fill(filled: ReadonlyMap<FileRecord, object>): void;
  /** The record that a path holds, served or not. */
  fileAt(path: string): FileRecord | undefined;
  paths(): Iterable<string>;
  /** The files for this key or for one that differs from it only by case. */
  filesFor(kind: Kind, key: string): readonly FileRecord[];
  /** How many record files lie directly in a folder. */
  countIn(folder: string): number;
  /** What is wrong with files and their ids, keys and unique values. */
  problems(): readonly Problem[];
  /** What is wrong with the files that could not be read, by their paths. */
  readonly broken: ReadonlyMap<string, readonly Problem[]>;
  /** Makes `referring` ready to answer at once, in slices; it does what is left to do otherwise. */
  prepareReferences(): Promise<void>;
  /** Whether they answer at once. */
  knowsReferences(): boolean;
  /** Whether a file gives an id of a counter, served or not, or is served under it. */
  hasId(counter: Counter, id: number): boolean;
  /** The highest id of a counter that a file gives or has given, served or not; hashed ids do not count. */
  highestId(counter: Counter): number;
  count(kind: Kind): number;
  add(part: StorePart): void;
  /** Lets files that want one key or id be told apart by how long git has had them. */
  tellAges(findSince: FindSince): void;
}

/** @param schemaElsewhere the schema of a content type that is not in this store */
export function createStore(schemaElsewhere: SchemaOf = () => undefined): Store {
  const tables = new Map<Kind, Table>(KINDS.map((kind) => [kind, createTable(kind)]));
  const tableOf = (kind: Kind): Table => tables.get(kind)!;
  let findSince: FindSince = () => undefined;
  const candidates = createCandidates((record) => findSince(record));
  const claims = createClaims((record) => findSince(record));
  const servedIn = new Map<Slot, FileRecord>();
  const entries = new Map<FileRecord, Served>();
  const fileProblems = new Map<string, readonly Problem[]>();
  /** Values that files leave out and are served with. */
  const leftOut = new WeakMap<FileRecord, object>();
  /** Files that give an id which an older one has. */
  const deprived = new Set<FileRecord>();
  const bodies = createBodies((type) => {
    const record = servedIn.get(slotOf('contentType', type));
    // A slot of this kind holds content types.
    return record?.key === type ? (record.data as Records['contentType']).fieldsSchema : schemaElsewhere(type);
  });
  const parts: StorePart[] = [];
  let inVain: ReadonlySet<string> | null = null;
  let version = 0;

  function replaceFiles(updates: readonly FileUpdate[]): ReadonlySet<Slot> {
    const touched = new Set<Slot>();
    for (const { path, record, problems } of updates) {
      if (problems.length > 0) fileProblems.set(path, problems);
      else fileProblems.delete(path);
      if (record === undefined) continue;
      for (const slot of candidates.replace(path, record)) touched.add(slot);
    }
    return touched;
  }

  /** Gives each slot to its first file. Answers the files that serve no longer, and those whose ids may have changed. */
  function reassign(slots: ReadonlySet<Slot>): { outgoing: readonly FileRecord[]; concerned: ReadonlySet<FileRecord> } {
    const outgoing: FileRecord[] = [];
    const incoming: FileRecord[] = [];
    for (const slot of slots) {
      const [from, to] = [servedIn.get(slot), candidates.first(slot)];
      if (from === to) continue;
      if (from) outgoing.push(from);
      if (to) incoming.push(to);
      if (to) servedIn.set(slot, to);
      else servedIn.delete(slot);
    }
    const types = [...outgoing, ...incoming].filter(({ kind }) => kind === 'contentType').map(({ key }) => key);
    const concerned = claims.replace(outgoing, incoming);
    for (const record of bodies.ofTypes(new Set(types))) concerned.add(record);
    for (const record of outgoing) concerned.delete(record);
    return { outgoing, concerned };
  }

  /** A record as it is served; its data is read when it is asked for where it is the file's own. */
  function toServed(record: FileRecord): Served {
    const { id, data: settled, hasLost } = claims.settle(record);
    if (hasLost) deprived.add(record);
    else deprived.delete(record);
    const { kind, key, path, rev, createdAt, updatedAt, body } = record;
    const values = leftOut.get(record);
    // It gives the id that it has.
    if (!settled && !body && !values && record.id === id) return record as Served;
    const data = deepFreeze({ ...values, ...bodies.place(record, settled ?? record.data) });
    const outline = outlineOf(kind, data);
    return withData({ kind, key, path, rev, id, createdAt, updatedAt, outline }, () => data);
  }

  /** Makes `entries` what `concerned` says. */
  function changesOf(outgoing: readonly FileRecord[], concerned: ReadonlySet<FileRecord>): Changed {
    const gone = new Map<string, Served>();
    const came: Served[] = [];
    for (const record of outgoing) {
      const entry = entries.get(record)!;
      gone.set(identity(entry), entry);
      entries.delete(record);
      deprived.delete(record);
      bodies.drop(record);
    }
    for (const record of concerned) {
      const old = entries.get(record);
      const entry = toServed(record);
      if (old?.id === entry.id && isDeepStrictEqual(old.data, entry.data)) continue;
      if (old) gone.set(identity(old), old);
      entries.set(record, entry);
      came.push(entry);
    }
    return { changes: pairChanges(gone, came), went: gone.values(), came };
  }

  function apply(updates: readonly FileUpdate[]): readonly Change[] {
    inVain = null;
    const differing = updates.filter(({ path, problems }) => problems.length > 0 || fileProblems.has(path));
    const { outgoing, concerned } = reassign(replaceFiles(updates));
    const changed = changesOf(outgoing, concerned);
    for (const { record } of updates) if (record && !entries.has(record)) claims.see(record);
    take(changed);
    if (differing.length > 0) for (const part of parts) part.see?.(differing.map(({ path }) => path));
    return changed.changes;
  }

  function take({ changes, went, came }: Changed): void {
    // All that goes is out before anything goes in, so that records can trade slugs.
    for (const entry of went) tableOf(entry.kind).remove(entry, entry.outline.keys);
    for (const entry of came) tableOf(entry.kind).add(entry, entry.outline.keys);
    if (changes.length === 0) return;
    version += 1;
    referrers.apply(changes);
    for (const part of parts) part.apply(changes);
  }

  function fill(filled: ReadonlyMap<FileRecord, object>): void {
    for (const [record, values] of filled) leftOut.set(record, values);
    take(changesOf([], new Set([...filled.keys()].filter((record) => entries.has(record)))));
  }

  function find(kind: Kind, index: string, key: string): readonly Entry[] {
    const def = entityOf(kind).indexes[index];
    const counter = def && counterOf(def);
    if (counter === undefined) return tableOf(kind).find(index, key);
    const owner = claims.ownerOf(counter, Number(key));
    const entry = owner && entries.get(owner);
    return entry?.kind === kind ? [entry] : [];
  }

  /** The ids of files that are there in vain: there are few, so they are looked up when somebody asks. */
  function idsInVain(): ReadonlySet<string> {
    if (inVain) return inVain;
    const ids = new Set<string>();
    for (const record of candidates.inVain()) forEachId(record, (counter, id) => ids.add(`${counter} ${id}`));
    inVain = ids;
    return ids;
  }

  const store: Store = {
    get version() {
      return version;
    },
    apply,
    fill,
    // The tables hold entries of all kinds; `kind` picks the one whose records K names.
    get: <K extends Kind>(kind: K, id: number) => tableOf(kind).get(id) as Entry<Records[K]> | undefined,
    byKey: <K extends Kind>(kind: K, key: string) => tableOf(kind).byKey(key) as Entry<Records[K]> | undefined,
    find: <K extends Kind>(kind: K, index: string, key: string) =>
      find(kind, index, key) as readonly Entry<Records[K]>[],
    all: <K extends Kind>(kind: K) => tableOf(kind).all() as Iterable<Entry<Records[K]>>,
    referring: (kind, key) => referrers.find(kind, key),
    fileAt: candidates.at,
    paths: candidates.paths,
    countIn: candidates.countIn,
    filesFor: (kind, key) => candidates.all(slotOf(kind, key)),
    problems: () => [
      ...[...fileProblems.values()].flat(),
      ...[...deprived].flatMap(claims.lostBy).map(duplicateId),
      ...bodies.problems(),
      ...candidates.problems(),
      ...[...tables.values()].flatMap((table) => table.problems()),
    ],
    broken: fileProblems,
    prepareReferences: () => referrers.prepare(),
    knowsReferences: () => referrers.isPrepared(),
    hasId: (counter, id) => claims.ownerOf(counter, id) !== undefined || idsInVain().has(`${counter} ${id}`),
    highestId: claims.highest,
    count: (kind) => tableOf(kind).size,
    add: (part) => {
      parts.push(part);
    },
    tellAges: (find) => {
      findSince = find;
    },
  };
  const referrers = createReferrers(store);
  return store;
}
