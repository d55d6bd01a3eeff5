import { createHash } from 'node:crypto';
import { compareText } from '../lib/compareText.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Counter } from '../model/entity.ts';
import type { FileRecord } from './fileRecord.ts';

/** Ids from here on are not given by the server: records without an id of their own are served under them. */
export const FIRST_HASHED_ID = 1_000_000_000;
const HASHED_IDS = 2 ** 31 - 1 - FIRST_HASHED_ID;

/** A record, or a record nested in one (`pointer`), that says an id is its own. */
interface Claim {
  readonly record: FileRecord;
  readonly pointer: string;
}

/** A record's ids as they are served; `lost` are those that an older file has. */
export interface Settled {
  readonly id: number;
  readonly data: object;
  readonly lost: readonly number[];
}

/** The ids that the served files give, and whose each is. */
export interface Claims {
  add(record: FileRecord): void;
  remove(record: FileRecord): void;
  /** The ids of `record` as they are served: its own data with every id filled in. */
  settle(record: FileRecord): Settled;
  /** The other records that claim one of the ids of `record`. */
  rivals(record: FileRecord): readonly FileRecord[];
  /** The highest id below `FIRST_HASHED_ID` that was ever claimed. */
  highest(counter: Counter): number;
}

/** Two files with one id: the smaller createdAt, then path, keeps it (DESIGN, "Ids"). */
const before = (a: Claim, b: Claim): number =>
  compareText(a.record.createdAt, b.record.createdAt) || compareText(a.record.path, b.record.path);

/** What a record without an id is served under: a function of its path within the content, so it outlives restarts. */
export const hashedId = (counter: Counter, path: string, pointer: string): number =>
  FIRST_HASHED_ID + (createHash('sha1').update(`${counter}:${path}#${pointer}`).digest().readUInt32BE(0) % HASHED_IDS);

type Visit = (counter: Counter, pointer: string, id: number | undefined) => void;

/** Every place of an id in a file, nested ones too. */
function forEachId(record: FileRecord, visit: Visit): void {
  const { counter, withIds } = entityOf(record.kind);
  visit(counter, '', record.id);
  withIds?.(record.data, (nested, pointer, id) => {
    visit(nested, pointer, id);
    return id ?? 0;
  });
}

const pointersOf = (record: FileRecord, counter: Counter, id: number): readonly string[] => {
  const pointers: string[] = [];
  forEachId(record, (nested, pointer, given) => {
    if (nested === counter && given === id) pointers.push(pointer);
  });
  return pointers;
};

export function createClaims(): Claims {
  /** By counter and id: the file that gives it, or all claims where several do. */
  const given = new Map<Counter, Map<number, FileRecord | readonly Claim[]>>();
  const highest = new Map<Counter, number>();
  const hashed = new Map<string, string>();
  /** Records with an id that is missing or that others claim too: all others are served as they are. */
  const unsettled = new Set<FileRecord>();
  const idsOf = (counter: Counter): Map<number, FileRecord | readonly Claim[]> => {
    const ids = given.get(counter) ?? new Map<number, FileRecord | readonly Claim[]>();
    given.set(counter, ids);
    return ids;
  };
  const isContest = (claim: FileRecord | readonly Claim[] | undefined): claim is readonly Claim[] =>
    Array.isArray(claim);

  function claim(record: FileRecord, counter: Counter, pointer: string, id: number): void {
    const ids = idsOf(counter);
    const present = ids.get(id);
    if (id < FIRST_HASHED_ID && id > (highest.get(counter) ?? 0)) highest.set(counter, id);
    if (present === undefined) ids.set(id, record);
    else contest(counter, id, [...claimsOf(present, counter, id), { record, pointer }]);
  }

  const claimsOf = (present: FileRecord | readonly Claim[], counter: Counter, id: number): readonly Claim[] =>
    isContest(present) ? present : [{ record: present, pointer: pointersOf(present, counter, id)[0] ?? '' }];

  function contest(counter: Counter, id: number, claims: readonly Claim[]): void {
    idsOf(counter).set(id, claims.toSorted(before));
    for (const { record } of claims) unsettled.add(record);
  }

  function add(record: FileRecord): void {
    forEachId(record, (counter, pointer, id) => {
      if (id === undefined) unsettled.add(record);
      else claim(record, counter, pointer, id);
    });
  }

  function remove(record: FileRecord): void {
    unsettled.delete(record);
    forEachId(record, (counter, _, id) => {
      if (id === undefined) return;
      const present = idsOf(counter).get(id);
      const left = isContest(present) ? present.filter((one) => one.record !== record) : [];
      if (left.length > 1) idsOf(counter).set(id, left);
      else if (left[0]) idsOf(counter).set(id, left[0].record);
      else idsOf(counter).delete(id);
    });
  }

  function owns(record: FileRecord, counter: Counter, pointer: string, id: number): boolean {
    const present = idsOf(counter).get(id);
    return isContest(present) ? present[0]?.record === record && present[0].pointer === pointer : present === record;
  }

  /** The next free one on a clash with another place's hash or with an id that a file gives. */
  function freeHashedId(counter: Counter, path: string, pointer: string): number {
    const place = `${path}#${pointer}`;
    let id = hashedId(counter, path, pointer);
    const isTaken = (): boolean => idsOf(counter).has(id) || (hashed.get(`${counter}:${id}`) ?? place) !== place;
    while (isTaken()) id = id === FIRST_HASHED_ID + HASHED_IDS - 1 ? FIRST_HASHED_ID : id + 1;
    hashed.set(`${counter}:${id}`, place);
    return id;
  }

  function settle(record: FileRecord): Settled {
    if (!unsettled.has(record) && record.id !== undefined) return { id: record.id, data: record.data, lost: [] };
    const { counter, withIds } = entityOf(record.kind);
    const lost: number[] = [];
    const assign = (nested: Counter, pointer: string, stored: number | undefined): number => {
      if (stored !== undefined && owns(record, nested, pointer, stored)) return stored;
      if (stored !== undefined) lost.push(stored);
      return freeHashedId(nested, record.path, pointer);
    };
    // `withIds` gives data of the kind it is given.
    return {
      id: assign(counter, '', record.id),
      data: (withIds?.(record.data, assign) ?? record.data) as object,
      lost,
    };
  }

  function rivals(record: FileRecord): readonly FileRecord[] {
    const found = new Set<FileRecord>();
    if (!unsettled.has(record)) return [];
    forEachId(record, (counter, _, id) => {
      const claims = id === undefined ? undefined : idsOf(counter).get(id);
      if (isContest(claims)) for (const one of claims) found.add(one.record);
    });
    found.delete(record);
    return [...found];
  }

  return { add, remove, settle, rivals, highest: (counter) => highest.get(counter) ?? 0 };
}
