import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { because } from '../../model/reason.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import type { PlanContext } from '../action.ts';
import type { PageInput } from './pageInput.ts';
import type { ReadContext } from './pageRegions.ts';

/** The page with the schedule that a body gives it; null clears. */
export function withTimes(
  { scheduledAt, unpublishAt, ...page }: Page,
  input: PageInput,
  { problems }: ReadContext,
): Page {
  const times = {
    scheduledAt: given(scheduledAt, input.scheduledAt),
    unpublishAt: given(unpublishAt, input.unpublishAt),
  };
  if (times.scheduledAt && times.unpublishAt && times.unpublishAt <= times.scheduledAt)
    problems.add(['unpublishAt'], because('afterStart', 'must be after scheduledAt', {}));
  return {
    ...page,
    ...(times.scheduledAt && { scheduledAt: times.scheduledAt }),
    ...(times.unpublishAt && { unpublishAt: times.unpublishAt }),
  };
}

const given = (present: string | undefined, input: string | null | undefined): string | null | undefined =>
  typeof input === 'string' ? toTimestamp(input) : input === null ? null : present;

/** Sets `publishedAt` when a page is first published and keeps it afterwards; a file without it counts its createdAt. */
export function stampPublished(page: Page, before: Entry<Page> | null, { now }: PlanContext): Page {
  if (page.publishedAt !== undefined) return page;
  const [was, is] = [before?.data.status === 'published', page.status === 'published'];
  if (was === is) return page;
  return { ...page, publishedAt: was ? before!.createdAt : now.toISOString() };
}

/** The page without the times that have passed. */
export function withoutPast({ scheduledAt, unpublishAt, ...page }: Page, now: Date): Page {
  const time = now.toISOString();
  return {
    ...page,
    ...(scheduledAt !== undefined && scheduledAt > time && { scheduledAt }),
    ...(unpublishAt !== undefined && unpublishAt > time && { unpublishAt }),
  };
}

/**
 * Clears times that have passed when somebody changes the status: otherwise the schedule would undo the change. Times
 * that a body gives are set afterwards.
 */
export const dropSpentTimes = (page: Page, before: Page, { now }: Pick<PlanContext, 'now'>): Page =>
  page.status === before.status ? page : withoutPast(page, now);

/** The page with another status, and the times that follow from it. */
export const withStatus = (before: Entry<Page>, status: Page['status'], context: PlanContext): Page =>
  stampPublished(dropSpentTimes({ ...before.data, status }, before.data, context), before, context);
