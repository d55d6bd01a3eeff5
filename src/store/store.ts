import { isDeepStrictEqual } from 'node:util';
import { deepFreeze } from '../lib/json/deepFreeze.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Counter } from '../model/entity.ts';
import type { Change, Entry, Lookup, Problem } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import type { FindSince } from './byAge.ts';
import { createCandidates, type Slot, slotOf } from './candidates.ts';
import { createClaims, duplicateId, forEachId, type Swap } from './claims.ts';
import type { FileRecord } from './file/fileRecord.ts';
import { counterOf, outlineOf } from './outline.ts';
import { identity, type Pair, pairChanges } from './pairChanges.ts';
import { createBodies, type SchemaOf } from './record/placeBody.ts';
import { createReferrers } from './referrers.ts';
import type { StorePart } from './storePart.ts';
import { createTable, type Served, type Table } from './table.ts';
import { withData } from './withData.ts';

/** What became of a file. */
export interface FileUpdate {
  readonly path: string;
  /** null: the file is gone. undefined: it is there and broken; its last good record stays. */
  readonly record: FileRecord | null | undefined;
  readonly problems: readonly Problem[];
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
  const held = hold(schemaElsewhere);
  const store: Store = {
    get version() {
      return held.version;
    },
    apply: (updates) => apply(held, updates),
    fill: (filled) => fill(held, filled),
    // The tables hold entries of all kinds; `kind` picks the one whose records K names.
    get: <K extends Kind>(kind: K, id: number) => tableOf(held, kind).get(id) as Entry<Records[K]> | undefined,
    byKey: <K extends Kind>(kind: K, key: string) => tableOf(held, kind).byKey(key) as Entry<Records[K]> | undefined,
    find: <K extends Kind>(kind: K, index: string, key: string) =>
      find(held, kind, index, key) as readonly Entry<Records[K]>[],
    all: <K extends Kind>(kind: K) => tableOf(held, kind).all() as Iterable<Entry<Records[K]>>,
    referring: (kind, key) => referrers.find(kind, key),
    fileAt: held.candidates.at,
    paths: held.candidates.paths,
    countIn: held.candidates.countIn,
    filesFor: (kind, key) => held.candidates.all(slotOf(kind, key)),
    problems: () => [
      ...[...held.fileProblems.values()].flat(),
      ...[...held.deprived].flatMap(held.claims.lostBy).map(duplicateId),
      ...held.bodies.problems(),
      ...held.candidates.problems(),
      ...[...held.tables.values()].flatMap((table) => table.problems()),
    ],
    broken: held.fileProblems,
    prepareReferences: () => referrers.prepare(),
    knowsReferences: () => referrers.isPrepared(),
    hasId: (counter, id) => held.claims.ownerOf(counter, id) !== undefined || idsInVain(held).has(`${counter} ${id}`),
    highestId: held.claims.highest,
    count: (kind) => tableOf(held, kind).size,
    add: (part) => {
      held.parts.push(part);
    },
    tellAges: (find) => {
      held.findSince = find;
    },
  };
  // References are updated first: the other parts read them.
  const referrers = createReferrers(store);
  held.parts.push(referrers);
  return store;
}

/** What a store holds. */
interface Held {
  readonly tables: ReadonlyMap<Kind, Table>;
  readonly candidates: ReturnType<typeof createCandidates>;
  readonly claims: ReturnType<typeof createClaims>;
  /** The file that serves each slot. */
  readonly servedIn: Map<Slot, FileRecord>;
  readonly entries: Map<FileRecord, Served>;
  readonly fileProblems: Map<string, readonly Problem[]>;
  /** Values that files leave out and are served with. */
  readonly leftOut: WeakMap<FileRecord, object>;
  /** Files that give an id which an older one has. */
  readonly deprived: Set<FileRecord>;
  readonly bodies: ReturnType<typeof createBodies>;
  readonly parts: StorePart[];
  /** The ids of files that are there in vain, once somebody has asked. */
  inVain: ReadonlySet<string> | null;
  version: number;
  findSince: FindSince;
}

function hold(schemaElsewhere: SchemaOf): Held {
  const servedIn = new Map<Slot, FileRecord>();
  const findSince: FindSince = (record) => held.findSince(record);
  const held: Held = {
    tables: new Map(KINDS.map((kind) => [kind, createTable(kind)])),
    candidates: createCandidates(findSince),
    claims: createClaims(findSince),
    servedIn,
    entries: new Map(),
    fileProblems: new Map(),
    leftOut: new WeakMap(),
    deprived: new Set(),
    bodies: createBodies((type) => {
      const record = servedIn.get(slotOf('contentType', type));
      // A slot of this kind holds content types.
      return record?.key === type ? (record.data as Records['contentType']).fieldsSchema : schemaElsewhere(type);
    }),
    parts: [],
    inVain: null,
    version: 0,
    findSince: () => undefined,
  };
  return held;
}

const tableOf = ({ tables }: Held, kind: Kind): Table => tables.get(kind)!;

function replaceFiles(held: Held, updates: readonly FileUpdate[]): ReadonlySet<Slot> {
  const touched = new Set<Slot>();
  for (const { path, record, problems } of updates) {
    if (problems.length > 0) held.fileProblems.set(path, problems);
    else held.fileProblems.delete(path);
    if (record === undefined) continue;
    for (const slot of held.candidates.replace(path, record)) touched.add(slot);
  }
  return touched;
}

/** Gives each slot to its first file. Answers the files that serve no longer, and those whose ids may have changed. */
function reassign(
  held: Held,
  slots: ReadonlySet<Slot>,
): { outgoing: readonly FileRecord[]; concerned: ReadonlySet<FileRecord> } {
  const swaps: Swap[] = [];
  for (const slot of slots) {
    const [from, to] = [held.servedIn.get(slot), held.candidates.first(slot)];
    if (from === to) continue;
    swaps.push({ from, to });
    if (to) held.servedIn.set(slot, to);
    else held.servedIn.delete(slot);
  }
  const outgoing = swaps.flatMap(({ from }) => from ?? []);
  const incoming = swaps.flatMap(({ to }) => to ?? []);
  const types = [...outgoing, ...incoming].filter(({ kind }) => kind === 'contentType').map(({ key }) => key);
  const concerned = held.claims.replace(swaps);
  for (const record of held.bodies.ofTypes(new Set(types))) concerned.add(record);
  for (const record of outgoing) concerned.delete(record);
  return { outgoing, concerned };
}

/** A record as it is served; its data is read when it is asked for where it is the file's own. */
function toServed(held: Held, record: FileRecord): Served {
  const { id, data: settled, hasLost } = held.claims.settle(record);
  if (hasLost) held.deprived.add(record);
  else held.deprived.delete(record);
  const { kind, key, path, rev, createdAt, updatedAt, body } = record;
  const values = held.leftOut.get(record);
  // It gives the id that it has.
  if (!settled && !body && !values && record.id === id) return record as Served;
  const data = deepFreeze({ ...values, ...held.bodies.place(record, settled ?? record.data) });
  const outline = outlineOf(kind, data);
  return withData({ kind, key, path, rev, id, createdAt, updatedAt, outline }, () => data);
}

/** Makes `entries` what `concerned` says. */
function changesOf(
  held: Held,
  outgoing: readonly FileRecord[],
  concerned: ReadonlySet<FileRecord>,
): readonly Pair<Served>[] {
  const gone = new Map<string, Served>();
  const came: Served[] = [];
  for (const record of outgoing) {
    const entry = held.entries.get(record)!;
    gone.set(identity(entry), entry);
    held.entries.delete(record);
    held.deprived.delete(record);
    held.bodies.drop(record);
  }
  for (const record of concerned) {
    const old = held.entries.get(record);
    const entry = toServed(held, record);
    if (old?.id === entry.id && isDeepStrictEqual(old.data, entry.data)) continue;
    if (old) gone.set(identity(old), old);
    held.entries.set(record, entry);
    came.push(entry);
  }
  return pairChanges(gone, came);
}

function apply(held: Held, updates: readonly FileUpdate[]): readonly Change[] {
  held.inVain = null;
  const differing = updates.filter(({ path, problems }) => problems.length > 0 || held.fileProblems.has(path));
  const { outgoing, concerned } = reassign(held, replaceFiles(held, updates));
  const changes = changesOf(held, outgoing, concerned);
  for (const { record } of updates) if (record && !held.entries.has(record)) held.claims.see(record);
  serve(held, changes);
  if (differing.length > 0) for (const part of held.parts) part.see?.(differing.map(({ path }) => path));
  return changes;
}

/** Brings the tables and every part up to date. */
function serve(held: Held, changes: readonly Pair<Served>[]): void {
  for (const { kind, before, after } of changes) tableOf(held, kind).replace(before, after);
  if (changes.length === 0) return;
  held.version += 1;
  for (const part of held.parts) part.apply(changes);
}

function fill(held: Held, filled: ReadonlyMap<FileRecord, object>): void {
  for (const [record, values] of filled) held.leftOut.set(record, values);
  serve(held, changesOf(held, [], new Set([...filled.keys()].filter((record) => held.entries.has(record)))));
}

function find(held: Held, kind: Kind, index: string, key: string): readonly Entry[] {
  const def = entityOf(kind).indexes[index];
  const counter = def && counterOf(def);
  if (counter === undefined) return tableOf(held, kind).find(index, key);
  const owner = held.claims.ownerOf(counter, Number(key));
  const entry = owner && held.entries.get(owner);
  return entry?.kind === kind ? [entry] : [];
}

/** The ids of files that are there in vain: there are few, so they are looked up when somebody asks. */
function idsInVain(held: Held): ReadonlySet<string> {
  if (held.inVain) return held.inVain;
  const ids = new Set<string>();
  for (const record of held.candidates.inVain()) forEachId(record, (counter, id) => ids.add(`${counter} ${id}`));
  held.inVain = ids;
  return ids;
}
