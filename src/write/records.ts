import { splitCamelCase } from '../lib/text/splitCamelCase.ts';
import { entityOf } from '../model/entities/index.ts';
import type { EntityDef } from '../model/entity.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { CmsError, notFound } from '../model/errors.ts';
import { singleIdOf } from '../model/location.ts';
import type { Kind, Records } from '../model/records.ts';
import type { Action, DraftOf, PlanContext, RecordDraft } from './action.ts';

/** The record with this id. @throws CmsError NOT_FOUND, naming its kind */
export function getRecord<K extends Kind>(lookup: Lookup, kind: K, id: number): Entry<Records[K]> {
  const entry = lookup.get(kind, id);
  if (!entry) throw notFound(kindLabel(kind));
  return entry;
}

/** "Content type", "API key": what a kind is called in a sentence. */
export const kindLabel = (kind: Kind): string => {
  const words = splitCamelCase(kind).replace(/^api /, 'API ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The caller has seen another version of the record than the present one. Callers that can merge read `entry` and `seen`. */
export class StaleRecord extends CmsError {
  readonly entry: Entry;
  /** The version that the caller has seen, as the caller named it. */
  readonly seen: string;

  constructor(entry: Entry, seen: string) {
    super('PRECONDITION_FAILED', `${kindLabel(entry.kind)} has been changed since it was read`);
    this.entry = entry;
    this.seen = seen;
  }
}

/** @throws StaleRecord when the caller has seen another version than the present one */
export function requireRev(entry: Entry, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== entry.rev) throw new StaleRecord(entry, ifMatch);
}

/** A draft whose versions are of the kind that it names, which TypeScript cannot follow. */
export const asRecordDraft = (draft: object): RecordDraft => draft as RecordDraft;

/** Gives new ids to nested records that come from a file without ids for them. */
export function withAllIds(kind: Kind, data: object, { nextId }: Pick<PlanContext, 'nextId'>): object {
  const { withIds } = entityOf(kind) as EntityDef<object>;
  return withIds?.(data, (counter, _, stored) => stored || nextId(counter)) ?? data;
}

/** A new record with the next id of its kind. */
export function createDraft<K extends Kind>(
  kind: K,
  context: PlanContext,
  make: (id: number) => Records[K],
): RecordDraft {
  const id = singleIdOf(kind) ?? context.nextId(entityOf(kind).counter);
  const after = { id, createdAt: context.now.toISOString(), data: make(id) };
  return asRecordDraft({ kind, before: null, after } satisfies DraftOf<K>);
}

/** The same record with other data. */
export const updateDraft = <K extends Kind>(kind: K, before: Entry<Records[K]>, data: Records[K]): RecordDraft =>
  asRecordDraft({ kind, before, after: { id: before.id, createdAt: before.createdAt, data } } satisfies DraftOf<K>);

export const removeDraft = <K extends Kind>(kind: K, before: Entry<Records[K]>): RecordDraft =>
  asRecordDraft({ kind, before, after: null } satisfies DraftOf<K>);

/** Creates one record from what `make` says. */
export const createRecord = <K extends Kind>(
  kind: K,
  make: (context: PlanContext, id: number) => Records[K],
): Action => ({
  name: `${kind}.create`,
  plan: (context) => [createDraft(kind, context, (id) => make(context, id))],
});

export interface RecordTarget {
  readonly id: number;
  readonly ifMatch?: string | undefined;
}

/** Changes one record to what `change` makes of it. */
export const updateRecord = <K extends Kind>(
  kind: K,
  { id, ifMatch }: RecordTarget,
  change: (before: Entry<Records[K]>, context: PlanContext) => Records[K],
): Action => ({
  name: `${kind}.update`,
  plan(context) {
    const before = getRecord(context.lookup, kind, id);
    requireRev(before, ifMatch);
    return [updateDraft(kind, before, change(before, context))];
  },
});

/** Removes one record, unless `check` throws. */
export const removeRecord = <K extends Kind>(
  kind: K,
  { id, ifMatch }: RecordTarget,
  check?: (before: Entry<Records[K]>, context: PlanContext) => void,
): Action => ({
  name: `${kind}.remove`,
  plan(context) {
    const before = getRecord(context.lookup, kind, id);
    requireRev(before, ifMatch);
    check?.(before, context);
    return [removeDraft(kind, before)];
  },
});
