import type { Actor } from '../../model/access.ts';
import type { Page } from '../../model/entities/page.ts';
import { dueChange } from '../../model/page/isPublic.ts';
import { createActor } from '../../model/rights/createActor.ts';
import type { Action } from '../action.ts';
import { updateDraft } from '../records.ts';
import { stampPublished, withoutPast } from './pageTimes.ts';

/** Acts when a page's scheduled time has come. */
export const SCHEDULER: Actor = createActor({
  type: 'schedule',
  id: 0,
  name: 'Quire schedule',
  email: 'schedule@quire.invalid',
  role: 'editor',
});

/** Carries out a due change of a page's schedule and clears the past times; does nothing if it is no longer due. */
export const applySchedule = (id: number, change: NonNullable<ReturnType<typeof dueChange>>): Action => ({
  name: `page.${change}`,
  plan(context) {
    const page = context.lookup.get('page', id);
    if (!page || dueChange(page.data, context.now) !== change) return [];
    const { status, ...rest } = withoutPast(page.data, context.now);
    const data: Page = { ...rest, status: change === 'publish' ? 'published' : 'draft' };
    return [updateDraft('page', page, stampPublished(data, page, context))];
  },
});
