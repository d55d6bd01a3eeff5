import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { IdCounter } from '../../model/entity.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { singleIdOf } from '../../model/location.ts';
import type { ReservedIds } from '../../store/id/ids.ts';
import { FIRST_HASHED_ID } from '../../store/id/randomId.ts';
import { allRecordsIn, type PlanContext } from '../action.ts';
import type { ImportRecord } from './importDocument.ts';

/** A record to import with its final ids, nested ones too, and the present record of its key. */
export interface RecordWithIds {
  readonly record: ImportRecord;
  readonly before: Entry | null;
  readonly id: number;
  readonly data: object;
}

type ClaimedRecord = Omit<RecordWithIds, 'id'> & { readonly id: number | undefined };

/**
 * Gives every record its ids. A present record keeps its own, and nested records keep the ids at their places in it; new
 * ones get those of the document if they are free, otherwise others.
 */
export async function assignRecordIds(
  records: readonly ImportRecord[],
  context: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<readonly RecordWithIds[]> {
  const taken = collectClaimedIds(allRecordsIn(context));
  const claimed: ClaimedRecord[] = [];
  for (const record of records) {
    claimed.push(claimIds(record, context.lookup.byKey(record.kind, record.key) ?? null, taken));
    await yieldIfBusy();
  }
  return claimed.map((one) => completeIds(one, taken, context));
}

/** The ids that are in use, and those claimed for the document. */
interface ClaimedIds extends ReservedIds {
  /** Takes an id. @returns whether it was free until now */
  claim(counter: IdCounter, id: number): boolean;
}

function collectClaimedIds(lookup: Lookup): ClaimedIds {
  const ids = new Map<IdCounter, Set<number>>();
  const highest = new Map<IdCounter, number>();
  function claim(counter: IdCounter, id: number): boolean {
    const of = ids.get(counter) ?? new Set<number>();
    ids.set(counter, of);
    if (of.has(id)) return false;
    of.add(id);
    if (id < FIRST_HASHED_ID && id > (highest.get(counter) ?? 0)) highest.set(counter, id);
    return true;
  }
  for (const kind of KINDS) {
    for (const entry of lookup.all(kind)) {
      claim(entityOf(kind).counter, entry.id);
      for (const [name, id] of nestedIds(entry)) claim(readCounter(name), id);
    }
  }
  return {
    claim,
    has: (counter, id) => ids.get(counter)?.has(id) ?? false,
    highest: (counter) => highest.get(counter) ?? 0,
  };
}

/** The ids of nested records, by counter and place: `block regions/content/0`. */
function nestedIds({ kind, data }: Entry): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  entityOf(kind).withIds?.(data, (counter, pointer, stored = 0) => {
    ids.set(`${counter} ${pointer}`, stored);
    return stored;
  });
  return ids;
}

// The name begins with a counter.
const readCounter = (name: string): IdCounter => name.slice(0, name.indexOf(' ')) as IdCounter;

/** Gives a record the ids that it may keep; 0 or undefined marks the others, which wait until all records have claimed theirs. */
function claimIds(record: ImportRecord, before: Entry | null, taken: ClaimedIds): ClaimedRecord {
  const { counter, withIds } = entityOf(record.kind);
  const present = before ? nestedIds(before) : new Map<string, number>();
  const own = new Set([...present].map(([name, id]) => `${readCounter(name)} ${id}`));
  const given = new Set<string>();
  const mayHave = (of: IdCounter, id: number): boolean =>
    !given.has(`${of} ${id}`) && (own.has(`${of} ${id}`) || taken.claim(of, id));
  const assign = (of: IdCounter, pointer: string, stored: number | undefined): number => {
    const id = [stored, present.get(`${of} ${pointer}`)].find((one) => one !== undefined && mayHave(of, one)) ?? 0;
    if (id > 0) given.add(`${of} ${id}`);
    return id;
  };
  const isFree = before === null && record.id !== undefined && taken.claim(counter, record.id);
  // `withIds` returns data of the kind that it is given.
  const data = (withIds?.(record.data, assign) ?? record.data) as object;
  return { record, before, id: before?.id ?? (isFree ? record.id : undefined), data };
}

function completeIds(
  { record, before, id, data }: ClaimedRecord,
  taken: ClaimedIds,
  { nextId }: PlanContext,
): RecordWithIds {
  const { counter, withIds } = entityOf(record.kind);
  const next = (of: IdCounter): number => {
    const made = nextId(of, taken);
    taken.claim(of, made);
    return made;
  };
  const complete = (of: IdCounter, _: string, stored: number | undefined): number => stored ?? next(of);
  return {
    record,
    before,
    id: singleIdOf(record.kind) ?? id ?? next(counter),
    data: (withIds?.(data, complete) ?? data) as object,
  };
}
