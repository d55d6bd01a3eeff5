import { isDeepStrictEqual } from 'node:util';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import { changedParts } from '../../model/rights/changedParts.ts';
import type { Action, PlanContext, RecordDraft } from '../action.ts';
import { withReferences } from '../follow/references.ts';
import type { PlanParts } from '../queue/planWrite.ts';

interface WholeWrite {
  /** What somebody may do. */
  readonly allowed: readonly RecordDraft[];
  /** What they may not do by itself. */
  readonly refused: readonly RecordDraft[];
}

/** What the writer would add by itself to what is allowed: mentions of a new key, redirects, the group of a translation. */
export async function findConsequences(
  { allowed, refused }: WholeWrite,
  context: PlanContext,
  { consequences, prepareReferences }: Pick<PlanParts, 'consequences' | 'prepareReferences'>,
): Promise<ReadonlySet<RecordDraft>> {
  const yieldIfBusy = createYieldIfBusy();
  const followed = await withReferences(allowed, context.lookup, { yieldIfBusy, prepare: prepareReferences });
  const following = consequences.flatMap((plan) => plan(followed, context, PUBLISHING));
  const planned = [...followed, ...following].filter(({ follows }) => follows);
  return new Set(
    refused.filter((draft) => planned.some((one) => isSameWrite(one, draft)) || joinsOnly(draft, allowed)),
  );
}

const PUBLISHING: Action = { name: 'change.publish', plan: () => [] };

/** Whether two drafts leave the same; the key of a record that comes only keeps it apart from others. */
function isSameWrite(planned: RecordDraft, draft: RecordDraft): boolean {
  if (planned.kind !== draft.kind || planned.before?.id !== draft.before?.id) return false;
  const isMade = planned.before === null && entityOf(planned.kind).followsPages === true;
  const [one, other] = [planned, draft].map(({ after }) => after && (isMade ? { ...after.data, key: '' } : after.data));
  return isDeepStrictEqual(one, other);
}

/** Whether a page only becomes one of a group with a translation that is allowed. */
function joinsOnly({ kind, before, after }: RecordDraft, allowed: readonly RecordDraft[]): boolean {
  if (kind !== 'page' || !before || !after) return false;
  const [was, is] = [before.data as Page, after.data as Page];
  if (was.translationGroup !== undefined || !isDeepStrictEqual(changedParts(was, is), ['translation'])) return false;
  return allowed.some(
    (draft) => draft.kind === 'page' && !draft.before && draft.after?.data.translationGroup === is.translationGroup,
  );
}
