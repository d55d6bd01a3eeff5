import { sameJson } from '../../lib/json/sameJson.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { ownValue } from '../../model/fields/values.ts';
import { isKeyedValue } from '../../model/merge/diffData.ts';
import { applyMigration } from '../../model/migration/migrateRecord.ts';
import { allStepsByName } from '../../model/migration/migrations.ts';
import type { Action, PlanContext, RecordDraft } from '../action.ts';
import { StaleRecord } from '../records.ts';
import { clashed, mergeRecords, mergeSchemasIn, toRecordClash } from './clashes.ts';
import type { LateSave } from './lateSave.ts';
import { overlayChanges } from './overlayChanges.ts';

/**
 * The drafts of an action. If it is based on an older version of its record and may be merged, it is planned against that
 * version, and the result is merged onto the present one.
 *
 * @throws CmsError CONFLICT with `clashes` for values that both sides have changed
 */
export async function planLate(action: Action, context: PlanContext): Promise<readonly RecordDraft[]> {
  const { lateSave } = context.actor;
  if (!lateSave) return action.plan(context);
  try {
    return await action.plan(context);
  } catch (error) {
    if (!(error instanceof StaleRecord)) throw error;
    return planMerged(action, context, { stale: error, lateSave });
  }
}

interface Lateness {
  readonly stale: StaleRecord;
  readonly lateSave: LateSave;
}

async function planMerged(
  action: Action,
  context: PlanContext,
  { stale, lateSave }: Lateness,
): Promise<readonly RecordDraft[]> {
  const { entry: present } = stale;
  // Keeps the caller's name for the version, so that the action's own check passes.
  const base = { ...(await lateSave.baseOf(present)), rev: stale.seen };
  const lookup = overlayChanges(context.lookup, [{ kind: present.kind, before: present, after: base }]);
  const [draft, ...others] = await action.plan({ ...context, lookup });
  // An action that drafts another record, or removes this one, cannot be merged.
  if (draft?.before !== base || draft.after === null) throw stale;
  const data = await mergeLateData({ base, present, theirs: draft.after.data }, context.lookup);
  lateSave.noteMerged(changedPaths(base.data, present.data));
  // Base, present record and merged data are all of the draft's kind.
  return [{ ...draft, before: present, after: { ...draft.after, data } } as RecordDraft, ...others];
}

interface LateVersions {
  readonly base: Entry;
  readonly present: Entry;
  readonly theirs: object;
}

async function mergeLateData({ base, present, theirs }: LateVersions, lookup: Lookup): Promise<object> {
  const { kind } = present;
  // A save that was begun before a migration has the names of then.
  const steps = allStepsByName(lookup);
  const findBlock = (key: string) => lookup.byKey('block', key)?.data;
  const migrated = (data: object): object =>
    steps.length === 0 ? data : applyMigration({ kind, data }, steps, { findBlock }).data;
  // The data of records is always an object.
  const versions = {
    base: { data: migrated(base.data as object) },
    ours: { data: present.data as object },
    theirs: { data: migrated(theirs) },
  };
  const schemas = mergeSchemasIn(lookup);
  const { value, clashes } = await mergeRecords(versions, { kind, schemas });
  const merged = { ...present, data: value?.data };
  if (clashes.length > 0) throw clashed(clashes.map((clash) => toRecordClash(clash, merged, schemas)));
  // A record that both sides have is there.
  return value!.data;
}

/** The most paths to list. */
const MAX_PATHS = 1_000;

/** The paths of values that differ. Objects are compared by key; a list or a rich text is one value. */
function changedPaths(before: unknown, after: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  function compare(path: readonly string[], old: unknown, fresh: unknown): void {
    if (found.length >= MAX_PATHS || sameJson(old ?? null, fresh ?? null)) return;
    if (!isKeyedValue(old) || !isKeyedValue(fresh)) {
      found.push(path);
      return;
    }
    for (const key of new Set([...Object.keys(old), ...Object.keys(fresh)]))
      compare([...path, key], ownValue(old, key), ownValue(fresh, key));
  }
  compare([], before, after);
  return found;
}
