import { isDeepStrictEqual } from 'node:util';
import { BUILT_IN_CODE } from '../fields/kinds.ts';
import { deepFreeze } from '../lib/json/deepFreeze.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Entry, EntryChange, Problem, SiteCode } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import { comparedPlaces } from '../model/rules/compileTypeRules.ts';
import type { FindSince } from './byAge.ts';
import { createCandidates, type Slot, slotOf } from './candidates.ts';
import { duplicateId } from './duplicateId.ts';
import type { FileRecord } from './file/fileRecord.ts';
import { createClaims, forEachId, type Swap } from './idClaims.ts';
import { withData } from './lazyData.ts';
import { indexCounter, outlineOf } from './outline.ts';
import { identity, pairChanges, type TypedChange } from './pairChanges.ts';
import { createBodies, type SchemaOf } from './record/insertBody.ts';
import { createReferrers } from './referrers.ts';
import type { FileUpdate, Store } from './store.ts';
import type { StorePart } from './storePart.ts';
import { createTable, type RecordTable, type ServedEntry } from './table.ts';
import { createValueIndexes } from './valueIndexes.ts';

interface StoreOptions {
  /** Built-in code by default. */
  readonly code?: SiteCode | undefined;
  /** Looks up the schema of a content type that is not in this store. */
  readonly schemaElsewhere?: SchemaOf;
}

export function createStore({ code = BUILT_IN_CODE, schemaElsewhere = () => undefined }: StoreOptions = {}): Store {
  const held = createStoreState(schemaElsewhere);
  const store: Store = {
    code,
    get version() {
      return held.version;
    },
    apply: (updates) => applyToStore(held, updates),
    fillMissing: (values) => fillMissing(held, values),
    // The tables hold entries of all kinds; `kind` picks the one whose records K names.
    get: <K extends Kind>(kind: K, id: number) => tableOf(held, kind).get(id) as Entry<Records[K]> | undefined,
    byKey: <K extends Kind>(kind: K, key: string) => tableOf(held, kind).byKey(key) as Entry<Records[K]> | undefined,
    find: <K extends Kind>(kind: K, index: string, key: string) =>
      findEntries(held, kind, index, key) as readonly Entry<Records[K]>[],
    all: <K extends Kind>(kind: K) => tableOf(held, kind).all() as Iterable<Entry<Records[K]>>,
    referring: (kind, key) => referrers.find(kind, key),
    byValue: (place, value) => values.find(place, value),
    fileAt: held.candidates.at,
    paths: held.candidates.paths,
    countIn: held.candidates.countIn,
    filesFor: (kind, key) => held.candidates.all(slotOf(kind, key)),
    problems: () => [
      ...[...held.fileProblems.values()].flat(),
      ...[...held.withLostIds].flatMap(held.claims.lostBy).map(duplicateId),
      ...held.bodies.problems(),
      ...held.candidates.problems(),
      ...[...held.tables.values()].flatMap((table) => table.problems()),
    ],
    broken: held.fileProblems,
    async prepareReferences() {
      await referrers.prepare();
      await values.prepare(comparedPlaces(store));
    },
    holdersOf: (place, value) => values.holders(place, value),
    prepareValues: (places) => values.prepare(places),
    knowsReferences: () => referrers.isPrepared(),
    hasId: (counter, id) => held.claims.ownerOf(counter, id) !== undefined || unservedIds(held).has(`${counter} ${id}`),
    highestId: held.claims.highest,
    count: (kind) => tableOf(held, kind).size,
    add: (part) => {
      held.parts.push(part);
    },
    tellAges: (find) => {
      held.findSince = find;
    },
  };
  // The first parts, because the others read references and values.
  const referrers = createReferrers(store);
  const values = createValueIndexes(store);
  held.parts.push(referrers, values);
  return store;
}

/** The state of a store. */
interface StoreState {
  readonly tables: ReadonlyMap<Kind, RecordTable>;
  readonly candidates: ReturnType<typeof createCandidates>;
  readonly claims: ReturnType<typeof createClaims>;
  /** The file that serves each slot. */
  readonly servedIn: Map<Slot, FileRecord>;
  readonly entries: Map<FileRecord, ServedEntry>;
  readonly fileProblems: Map<string, readonly Problem[]>;
  /** Values that files lack and are served with. */
  readonly missingValues: WeakMap<FileRecord, object>;
  /** Served files that give an id which an older file has. */
  readonly withLostIds: Set<FileRecord>;
  readonly bodies: ReturnType<typeof createBodies>;
  readonly parts: StorePart[];
  /** The ids in files that are not served, collected on first use after a change. */
  unservedIds: ReadonlySet<string> | null;
  version: number;
  findSince: FindSince;
}

function createStoreState(schemaElsewhere: SchemaOf): StoreState {
  const servedIn = new Map<Slot, FileRecord>();
  const findSince: FindSince = (record) => held.findSince(record);
  const held: StoreState = {
    tables: new Map(KINDS.map((kind) => [kind, createTable(kind, findSince)])),
    candidates: createCandidates(findSince),
    claims: createClaims(findSince),
    servedIn,
    entries: new Map(),
    fileProblems: new Map(),
    missingValues: new WeakMap(),
    withLostIds: new Set(),
    bodies: createBodies((type) => {
      const record = servedIn.get(slotOf('contentType', type));
      // A slot of this kind holds content types.
      return record?.key === type ? (record.data as Records['contentType']).fieldsSchema : schemaElsewhere(type);
    }),
    parts: [],
    unservedIds: null,
    version: 0,
    findSince: () => undefined,
  };
  return held;
}

const tableOf = ({ tables }: StoreState, kind: Kind): RecordTable => tables.get(kind)!;

function replaceFiles(held: StoreState, updates: readonly FileUpdate[]): ReadonlySet<Slot> {
  const touched = new Set<Slot>();
  for (const { path, record, problems } of updates) {
    if (problems.length > 0) held.fileProblems.set(path, problems);
    else held.fileProblems.delete(path);
    if (record === undefined) continue;
    for (const slot of held.candidates.replace(path, record)) touched.add(slot);
  }
  return touched;
}

/**
 * Gives each slot to its first file. Returns the files that are no longer served, and those whose entries may have
 * changed.
 */
function reassign(
  held: StoreState,
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

/** A record as it is served: the file's own record, with its data still unread, wherever that needs no change. */
function toServed(held: StoreState, record: FileRecord): ServedEntry {
  const { id, data: settled, hasLost } = held.claims.settle(record);
  if (hasLost) held.withLostIds.add(record);
  else held.withLostIds.delete(record);
  const { kind, key, path, rev, createdAt, updatedAt, body } = record;
  const values = held.missingValues.get(record);
  // The file gives the id that it is served under.
  if (!settled && !body && !values && record.id === id) return record as ServedEntry;
  const data = deepFreeze({ ...values, ...held.bodies.place(record, settled ?? record.data) });
  const outline = outlineOf(kind, data);
  return withData({ kind, key, path, rev, id, createdAt, updatedAt, outline }, () => data);
}

/** Updates the entries of the given records and returns what has changed. */
function updateEntries(
  held: StoreState,
  outgoing: readonly FileRecord[],
  concerned: ReadonlySet<FileRecord>,
): readonly TypedChange<ServedEntry>[] {
  const gone = new Map<string, ServedEntry>();
  const came: ServedEntry[] = [];
  for (const record of outgoing) {
    const entry = held.entries.get(record)!;
    gone.set(identity(entry), entry);
    held.entries.delete(record);
    held.withLostIds.delete(record);
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

function applyToStore(held: StoreState, updates: readonly FileUpdate[]): readonly EntryChange[] {
  held.unservedIds = null;
  const differing = updates.filter(({ path, problems }) => problems.length > 0 || held.fileProblems.has(path));
  const { outgoing, concerned } = reassign(held, replaceFiles(held, updates));
  const changes = updateEntries(held, outgoing, concerned);
  for (const { record } of updates) if (record && !held.entries.has(record)) held.claims.see(record);
  serve(held, changes);
  if (differing.length > 0) for (const part of held.parts) part.see?.(differing.map(({ path }) => path));
  return changes;
}

/** Updates the tables and every part. */
function serve(held: StoreState, changes: readonly TypedChange<ServedEntry>[]): void {
  for (const { kind, before, after } of changes) tableOf(held, kind).replace(before, after);
  if (changes.length === 0) return;
  held.version += 1;
  for (const part of held.parts) part.apply(changes);
}

function fillMissing(held: StoreState, missing: ReadonlyMap<FileRecord, object>): void {
  for (const [record, values] of missing) held.missingValues.set(record, values);
  serve(held, updateEntries(held, [], new Set([...missing.keys()].filter((record) => held.entries.has(record)))));
}

function findEntries(held: StoreState, kind: Kind, index: string, key: string): readonly Entry[] {
  const def = entityOf(kind).indexes[index];
  const counter = def && indexCounter(def);
  if (counter === undefined) return tableOf(held, kind).find(index, key);
  const owner = held.claims.ownerOf(counter, Number(key));
  const entry = owner && held.entries.get(owner);
  return entry?.kind === kind ? [entry] : [];
}

/** The ids in files that are not served. There are few such files, so the ids are collected on demand. */
function unservedIds(held: StoreState): ReadonlySet<string> {
  if (held.unservedIds) return held.unservedIds;
  const ids = new Set<string>();
  for (const record of held.candidates.unserved()) forEachId(record, (counter, id) => ids.add(`${counter} ${id}`));
  held.unservedIds = ids;
  return ids;
}
