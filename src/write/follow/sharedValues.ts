import type { Page } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { isMissing, ownValue } from '../../model/fields/values.ts';
import { differingNames, sharedNames, translationsOfType, withValuesOf } from '../../model/page/sharedValues.ts';
import type { RecordDraft } from '../action.ts';
import { updateDraft } from '../records.ts';

/**
 * The drafts with those of the translations that get the same shared values: what a draft changes goes into all pages of
 * its group. A page that joins a group takes the values that it lacks from there. Each of these drafts is judged like any
 * other.
 *
 * @param lookup all records, also those that the actor may not read
 */
export function withSharedValues(drafts: readonly RecordDraft[], lookup: Lookup): readonly RecordDraft[] {
  const joined = drafts.map((draft) => completeDraft(draft, lookup));
  const own = new Set(drafts.flatMap(({ kind, before }) => (kind === 'page' && before ? [before.id] : [])));
  const others = new Map<number, RecordDraft>();
  for (const { kind, before, after } of joined) {
    if (kind !== 'page' || !after) continue;
    const [data, present] = [after.data as Page, before?.data as Page | undefined];
    const isThere = present?.translationGroup === data.translationGroup && present?.type === data.type;
    const names = changedNames(data, isThere ? present : undefined, lookup);
    for (const other of names.length === 0 ? [] : translationsOfType(data, before?.id, lookup)) {
      // What the same write says of a translation itself counts there.
      if (own.has(other.id)) continue;
      const planned = others.get(other.id)?.after?.data as Page | undefined;
      const differing = differingNames(names, planned ?? other.data, data);
      if (differing.length === 0) continue;
      const shared = updateDraft('page', other, withValuesOf(planned ?? other.data, differing, data));
      others.set(other.id, { ...shared, place: ['translations', other.data.locale] });
    }
  }
  return others.size === 0 ? joined : [...joined, ...others.values()];
}

/** The shared fields that a draft gives another value; in a page that is new in its group, all that have one. */
function changedNames(data: Page, present: Page | undefined, lookup: Lookup): readonly string[] {
  if (data.translationGroup === undefined) return [];
  const names = sharedNames(data.type, lookup);
  return present
    ? differingNames(names, present, data)
    : names.filter((name) => !isMissing(ownValue(data.fields, name)));
}

function completeDraft(draft: RecordDraft, lookup: Lookup): RecordDraft {
  if (draft.kind !== 'page' || !draft.after) return draft;
  const { before, after } = draft;
  const [data, present] = [after.data as Page, before?.data as Page | undefined];
  if (data.translationGroup === undefined || present?.translationGroup === data.translationGroup) return draft;
  const [other] = translationsOfType(data, before?.id, lookup);
  const lacking = sharedNames(data.type, lookup).filter((name) => isMissing(ownValue(data.fields, name)));
  if (!other || lacking.length === 0) return draft;
  return { ...draft, after: { ...after, data: withValuesOf(data, lacking, other.data) } };
}
