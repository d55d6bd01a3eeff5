import { sameJson } from '../lib/json/sameJson.ts';
import { entityOf } from '../model/entities/index.ts';
import type { IdCounter } from '../model/entity.ts';
import { type Age, ageOf, byAge, type FindSince } from './byAge.ts';
import type { FileRecord } from './file/fileRecord.ts';
import { FIRST_HASHED_ID, hashedId, nextHashedId } from './id/randomId.ts';
import { SortedList } from './SortedList.ts';

/** The file that served a key until now, and the one that serves it from now on. */
export interface Swap {
  readonly from: FileRecord | undefined;
  readonly to: FileRecord | undefined;
}

/** The ids that a record is served with. */
interface ServedIds {
  readonly id: number;
  /** Its data with every id filled in; absent if the file's own data needs no change. */
  readonly data?: object;
  /** Whether an older file has an id that this one gives. */
  readonly hasLost: boolean;
}

/** The place of an id: a record, or one nested in it (`pointer`). */
export interface IdPlace {
  readonly record: FileRecord;
  readonly counter: IdCounter;
  readonly pointer: string;
}

/** An id that a file gives but another place has; this place is served under `served` instead. */
export interface LostId extends IdPlace {
  readonly id: number;
  readonly served: number;
  readonly owner: IdPlace;
}

/**
 * Decides who has each id. Each place claims the id it gives, then its hashed id, then the following ones, until it
 * gets one; of several claimants of one id, the first by `compareAt` has it. So the outcome depends only on the files,
 * not on the order in which they came. Deciding all ids of a counter again would take 70 ms at 10,000 pages, on every
 * write to a site where one file has no id; a write should take 6 ms.
 */
interface IdClaims {
  /** Replaces served files. Returns the records whose ids must be settled: the new ones and those whose ids change. */
  replace(swaps: readonly Swap[]): Set<FileRecord>;
  /** The ids that `record` is served with, and its data with every id filled in. */
  settle(record: FileRecord): ServedIds;
  /** The ids that `record` gives but does not have, in order. */
  lostBy(record: FileRecord): readonly LostId[];
  /** The file that an id is served from, for itself or for a record nested in it. */
  ownerOf(counter: IdCounter, id: number): FileRecord | undefined;
  /** Notes the ids of a file that is not served: the server must not give them to new records. */
  see(record: FileRecord): void;
  /** The highest id below `FIRST_HASHED_ID` that a file ever gave. */
  highest(counter: IdCounter): number;
}

interface IdPosition extends Omit<IdPlace, 'record'> {
  /** Its position among the places of its record. */
  readonly order: number;
  readonly stored: number | undefined;
}

/** A place that had to compete. It has the last of the ids it has `claimed`; the others were refused. */
interface Claimant extends IdPosition {
  readonly record: FileRecord;
  readonly age: Age;
  readonly claimed: number[];
}

/** Visits the ids that a file gives, its own and those of nested records; 0 if a place gives none. */
export function forEachId(
  { kind, id = 0, outline }: FileRecord,
  visit: (counter: IdCounter, id: number) => void,
): void {
  visit(entityOf(kind).counter, id);
  for (const counter in outline.nested) {
    // The keys are those that `outlineOf` has found.
    for (const nested of outline.nested[counter as IdCounter]!) visit(counter as IdCounter, nested);
  }
}

const givesSameIds = (a: FileRecord, b: FileRecord): boolean =>
  a.kind === b.kind && a.id === b.id && sameJson(a.outline.nested, b.outline.nested);

/** All places of ids in a file, nested ones too. */
function listIdPositions(record: FileRecord): readonly IdPosition[] {
  const { counter, withIds } = entityOf(record.kind);
  const places: IdPosition[] = [{ counter, pointer: '', order: 0, stored: record.id }];
  withIds?.(record.data, (nested, pointer, stored) => {
    places.push({ counter: nested, pointer, order: places.length, stored });
    return stored ?? 0;
  });
  return places;
}

/** Orders the claimants of an id: those that give it first, then the older file. */
const compareAt =
  (id: number) =>
  (a: Claimant, b: Claimant): number =>
    Number(b.stored === id) - Number(a.stored === id) || byAge(a.age, b.age) || a.order - b.order;

/** The next id for a place to claim, after all its claims so far were refused. */
function nextClaim({ record, counter, pointer, stored, claimed }: Claimant): number {
  if (stored !== undefined && claimed.length === 0) return stored;
  const hashed = claimed.filter((id) => id !== stored).at(-1);
  const id = hashed === undefined ? hashedId(counter, record.path, pointer) : nextHashedId(hashed);
  return id === stored ? nextHashedId(id) : id;
}

/** Who has each id, and who competes for it. */
interface State {
  readonly findSince: FindSince;
  /** By counter and id: the only file that gives it, or all places that compete for it, the owner first. */
  readonly byId: Map<IdCounter, Map<number, FileRecord | SortedList<Claimant>>>;
  readonly highest: Map<IdCounter, number>;
  /** The claimants in a record, by pointer. All its other places have the ids they give. */
  readonly competing: Map<FileRecord, Map<string, Claimant>>;
  /** The places in records that had to compete, by the id they give: a copied file may compete for thousands of ids. */
  readonly places: WeakMap<FileRecord, ReadonlyMap<string, IdPosition>>;
}

export function createClaims(findSince: FindSince): IdClaims {
  const state: State = { findSince, byId: new Map(), highest: new Map(), competing: new Map(), places: new WeakMap() };
  return {
    replace(swaps) {
      const changed = new Set(swaps.flatMap(({ to }) => to ?? []));
      const others = swaps.filter((swap) => !handOver(state, swap));
      for (const { from } of others) if (from) removeClaims(state, from, changed);
      for (const { to } of others) if (to) addClaims(state, to, changed);
      for (const { from } of swaps) if (from) changed.delete(from);
      return changed;
    },
    settle: (record) => resolveServedIds(state, record),
    lostBy: (record) => lostBy(state, record),
    ownerOf(counter, id) {
      const present = ownersById(state, counter).get(id);
      return present instanceof SortedList ? present.values[0]?.record : present;
    },
    see: (record) => forEachId(record, (counter, id) => noteHighestId(state, counter, id)),
    highest: (counter) => state.highest.get(counter) ?? 0,
  };
}

function resolveServedIds(state: State, record: FileRecord): ServedIds {
  const claimants = state.competing.get(record);
  if (!claimants && record.id !== undefined) return { id: record.id, hasLost: false };
  let hasLost = false;
  const assign = (_: IdCounter, pointer: string, stored: number | undefined): number => {
    const id = claimants?.get(pointer)?.claimed.at(-1) ?? stored!;
    if (stored !== undefined && stored !== id) hasLost = true;
    return id;
  };
  const { counter, withIds } = entityOf(record.kind);
  const id = assign(counter, '', record.id);
  // `withIds` returns data of the same kind.
  const data = withIds?.(record.data, assign) as object | undefined;
  return { id, ...(data && { data }), hasLost };
}

function lostBy(state: State, record: FileRecord): readonly LostId[] {
  const claimants = [...(state.competing.get(record)?.values() ?? [])].sort((a, b) => a.order - b.order);
  return claimants.flatMap(({ counter, pointer, stored: id, claimed }) => {
    const served = claimed.at(-1)!;
    if (id === undefined || id === served) return [];
    return [{ record, counter, pointer, id, served, owner: claimantsOf(state, counter, id).values[0]! }];
  });
}

function ownersById(state: State, counter: IdCounter): Map<number, FileRecord | SortedList<Claimant>> {
  const present = state.byId.get(counter);
  if (present) return present;
  const ids = new Map<number, FileRecord | SortedList<Claimant>>();
  state.byId.set(counter, ids);
  return ids;
}

function compete(state: State, record: FileRecord, place: IdPosition, claimed: number[]): Claimant {
  const own = state.competing.get(record) ?? new Map<string, Claimant>();
  const claimant = { ...place, record, claimed, age: ageOf(record, state.findSince) };
  state.competing.set(record, own.set(place.pointer, claimant));
  return claimant;
}

const nameOfId = (counter: IdCounter, id: number | undefined): string => `${counter}:${id}`;

/** The first place of a record that gives an id. */
function findIdPosition({ places }: State, record: FileRecord, name: string): IdPosition | undefined {
  const known = places.get(record);
  if (known) return known.get(name);
  const found = new Map<string, IdPosition>();
  // From the last to the first: the first place with an id counts.
  for (const place of listIdPositions(record).toReversed()) found.set(nameOfId(place.counter, place.stored), place);
  places.set(record, found);
  return found.get(name);
}

/** The places that compete for an id. A file that was the only one to give it now competes too. */
function claimantsOf(state: State, counter: IdCounter, id: number): SortedList<Claimant> {
  const present = ownersById(state, counter).get(id);
  if (present instanceof SortedList) return present;
  const place = present && findIdPosition(state, present, nameOfId(counter, id));
  const claimants = new SortedList(place ? [compete(state, present, place, [id])] : [], compareAt(id));
  ownersById(state, counter).set(id, claimants);
  return claimants;
}

/** Claims ids until every place has one: a place that loses its id claims the next. */
function enterClaimant(state: State, entering: Claimant, changed: Set<FileRecord>): void {
  let claimant: Claimant | undefined = entering;
  while (claimant) {
    const id = nextClaim(claimant);
    const claimants = claimantsOf(state, claimant.counter, id);
    const owner = claimants.values[0];
    claimant.claimed.push(id);
    claimants.add(claimant);
    changed.add(claimant.record);
    if (claimants.values[0] === claimant) claimant = owner;
  }
}

/** Withdraws a place's claims from index `first` on; returns the id that it had. */
function withdraw(state: State, claimant: Claimant, first: number): number {
  const withdrawn = claimant.claimed.splice(first);
  for (const id of withdrawn) claimantsOf(state, claimant.counter, id).remove(claimant);
  return withdrawn.at(-1)!;
}

/** Frees the id of a place. The next claimant gets it and frees another id in turn. */
function leave(state: State, leaving: Claimant, changed: Set<FileRecord>): void {
  let free = withdraw(state, leaving, 0);
  for (;;) {
    const [heir] = claimantsOf(state, leaving.counter, free).values;
    if (!heir) break;
    changed.add(heir.record);
    free = withdraw(state, heir, heir.claimed.indexOf(free) + 1);
  }
  ownersById(state, leaving.counter).delete(free);
}

function noteHighestId(state: State, counter: IdCounter, stored: number): void {
  if (stored < FIRST_HASHED_ID && stored > (state.highest.get(counter) ?? 0)) state.highest.set(counter, stored);
}

function addClaims(state: State, record: FileRecord, changed: Set<FileRecord>): void {
  let isRivalled = false;
  forEachId(record, (counter, id) => {
    noteHighestId(state, counter, id);
    const ids = ownersById(state, counter);
    if (id === 0 || ids.has(id)) isRivalled = true;
    else ids.set(id, record);
  });
  if (isRivalled)
    for (const place of rivalledIn(state, record)) enterClaimant(state, compete(state, record, place, []), changed);
}

/** The places in a file that give no id, or one that another place has. */
function rivalledIn(state: State, record: FileRecord): readonly IdPosition[] {
  const own = new Set<string>();
  return listIdPositions(record).filter(({ counter, stored }) => {
    const name = nameOfId(counter, stored);
    const isOwn = stored !== undefined && ownersById(state, counter).get(stored) === record && !own.has(name);
    if (isOwn) own.add(name);
    return !isOwn;
  });
}

function removeClaims(state: State, record: FileRecord, changed: Set<FileRecord>): void {
  for (const claimant of state.competing.get(record)?.values() ?? []) leave(state, claimant, changed);
  state.competing.delete(record);
  forEachId(record, (counter, id) => {
    if (ownersById(state, counter).get(id) === record) ownersById(state, counter).delete(id);
  });
}

/** Hands the ids of a file to its new version at the same path, if that gives the same ids; false if not. */
function handOver(state: State, { from, to }: Swap): boolean {
  if (!from || from.path !== to?.path || state.competing.has(from) || !givesSameIds(from, to)) return false;
  forEachId(to, (counter, id) => ownersById(state, counter).set(id, to));
  return true;
}
