import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { ownValue, type Values } from '../../model/fields/values.ts';
import { merge } from '../../model/merge/merge.ts';
import type { Action, Draft, PlanContext } from '../action.ts';
import { StaleRecord } from '../records.ts';
import { clashed, mergeSchemasIn, toRecordClash } from './clashes.ts';
import type { LateSave } from './lateSave.ts';
import { overlay } from './overlay.ts';

/**
 * What an action drafts. One that was made from an older version of its record, and asks for it, is planned on that, as
 * it would have been at the time, and what comes of it is merged onto the present.
 *
 * @throws CmsError CONFLICT with `clashes` for what both sides have changed
 */
export async function planLate(action: Action, context: PlanContext): Promise<readonly Draft[]> {
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
): Promise<readonly Draft[]> {
  const { entry: present } = stale;
  // The version that the action asks for, whatever it calls it.
  const base = { ...(await lateSave.baseOf(present)), rev: stale.seen };
  const lookup = overlay(context.lookup, [{ kind: present.kind, before: present, after: base }]);
  const [draft, ...others] = await action.plan({ ...context, lookup });
  // What makes another record of it, or takes it away, is not to be merged with anything.
  if (draft?.before !== base || draft.after === null) throw stale;
  const data = mergeData({ base, present, theirs: draft.after.data }, context.lookup);
  lateSave.noteMerged(changedPaths(base.data, present.data));
  // The present record and the merged data are of the draft's kind, as the base is.
  return [{ ...draft, before: present, after: { ...draft.after, data } } as Draft, ...others];
}

interface Sides {
  readonly base: Entry;
  readonly present: Entry;
  readonly theirs: object;
}

function mergeData({ base, present, theirs }: Sides, lookup: Lookup): object {
  const { kind } = present;
  // What records hold are objects.
  const versions = { base: base.data as object, ours: present.data as object, theirs };
  const { value, clashes } = merge(versions, { kind, schemas: mergeSchemasIn(lookup) });
  if (clashes.length > 0) throw clashed(clashes.map((clash) => toRecordClash(clash, present)));
  return value;
}

/** More than this are not told one by one. */
const MAX_PATHS = 1_000;

/** The values that are different: of objects by their keys; lists and rich text are one. */
function changedPaths(before: unknown, after: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  function compare(path: readonly string[], old: unknown, fresh: unknown): void {
    if (found.length >= MAX_PATHS || sameJson(old ?? null, fresh ?? null)) return;
    if (!isGroup(old) || !isGroup(fresh)) {
      found.push(path);
      return;
    }
    for (const key of new Set([...Object.keys(old), ...Object.keys(fresh)]))
      compare([...path, key], ownValue(old, key), ownValue(fresh, key));
  }
  compare([], before, after);
  return found;
}

const isGroup = (value: unknown): value is Values => isPlainObject(value) && value['type'] !== 'doc';
