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

/** The ids that the served files give, and whose each is. */
export interface Claims {
  add(record: FileRecord): void;
  remove(record: FileRecord): void;
  /** The ids of `record` as they are served: its own data with every id filled in. */
  settle(record: FileRecord): { readonly id: number; readonly data: object; readonly lost: readonly number[] };
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

/** Every id in a file, nested ones too, with where it stands. */
function forEachId(record: FileRecord, visit: (counter: Counter, pointer: string, id: number) => void): void {
  const { counter, withIds } = entityOf(record.kind);
  if (record.id !== undefined) visit(counter, '', record.id);
  withIds?.(record.data, (nested, pointer, id) => {
    if (id !== undefined) visit(nested, pointer, id);
    return id ?? 0;
  });
}

export function createClaims(): Claims {
  const byId = new Map<string, Claim | readonly Claim[]>();
  const highest = new Map<Counter, number>();
  const hashed = new Map<string, string>();
  const claimsOf = (key: string): readonly Claim[] => [byId.get(key) ?? []].flat() as readonly Claim[];
  const owns = (key: string, record: FileRecord, pointer: string): boolean => {
    const claim = byId.get(key);
    const owner = Array.isArray(claim) ? (claim as readonly Claim[])[0] : (claim as Claim | undefined);
    return owner?.record === record && owner.pointer === pointer;
  };

  function add(record: FileRecord): void {
    forEachId(record, (counter, pointer, id) => {
      const key = `${counter}:${id}`;
      const present = byId.get(key);
      const claim = { record, pointer };
      byId.set(key, present === undefined ? claim : [...claimsOf(key), claim].sort(before));
      if (id < FIRST_HASHED_ID) highest.set(counter, Math.max(highest.get(counter) ?? 0, id));
    });
  }

  function remove(record: FileRecord): void {
    forEachId(record, (counter, _, id) => {
      const key = `${counter}:${id}`;
      const left = claimsOf(key).filter((claim) => claim.record !== record);
      if (left.length === 0) byId.delete(key);
      else byId.set(key, left.length === 1 ? left[0]! : left);
    });
  }

  /** The next free one on a clash with another place's hash or with an id that a file gives. */
  function freeHashedId(counter: Counter, path: string, pointer: string): number {
    const place = `${path}#${pointer}`;
    let id = hashedId(counter, path, pointer);
    const isTaken = (key: string): boolean => byId.has(key) || (hashed.get(key) ?? place) !== place;
    while (isTaken(`${counter}:${id}`)) id = id === FIRST_HASHED_ID + HASHED_IDS - 1 ? FIRST_HASHED_ID : id + 1;
    hashed.set(`${counter}:${id}`, place);
    return id;
  }

  function settle(record: FileRecord): { id: number; data: object; lost: number[] } {
    const { counter, withIds } = entityOf(record.kind);
    const lost: number[] = [];
    let isSettled = true;
    const assign = (nested: Counter, pointer: string, stored: number | undefined): number => {
      if (stored !== undefined && owns(`${nested}:${stored}`, record, pointer)) return stored;
      if (stored !== undefined) lost.push(stored);
      isSettled = false;
      return freeHashedId(nested, record.path, pointer);
    };
    const id = assign(counter, '', record.id);
    isSettled = true;
    const data = withIds?.(record.data, assign) as object | undefined;
    return { id, data: data === undefined || isSettled ? record.data : data, lost };
  }

  function rivals(record: FileRecord): readonly FileRecord[] {
    const found = new Set<FileRecord>();
    forEachId(record, (counter, _, id) => {
      const claims = byId.get(`${counter}:${id}`);
      if (Array.isArray(claims)) for (const claim of claims as readonly Claim[]) found.add(claim.record);
    });
    found.delete(record);
    return [...found];
  }

  return { add, remove, settle, rivals, highest: (counter) => highest.get(counter) ?? 0 };
}
