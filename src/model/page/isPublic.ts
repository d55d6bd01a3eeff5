import type { Entry, Lookup } from '../entry.ts';
import type { Records } from '../records.ts';

type PublishablePage = Records['page'];

/** Whether everybody may see a page at `now` (contract, "Conventions"). Publicness is decided only here. */
export const isPublic = (page: PublishablePage, now: Date): boolean =>
  page.status === 'published' &&
  (page.scheduledAt === undefined || page.scheduledAt <= now.toISOString()) &&
  (page.unpublishAt === undefined || page.unpublishAt > now.toISOString());

/** Whether a page's publicness can depend on the time. */
export const isTimeDependent = ({
  scheduledAt,
  unpublishAt,
}: Pick<PublishablePage, 'scheduledAt' | 'unpublishAt'>): boolean => (scheduledAt ?? unpublishAt) !== undefined;

/** The pages for which that is true; no other page needs to be read for its times. */
export const timedPages = (lookup: Pick<Lookup, 'find'>): readonly Entry<PublishablePage>[] =>
  lookup.find('page', 'byTiming', TIMED);

/** The key of such pages in the index `byTiming`. */
export const TIMED = 'timed';

/** The next time after `now` at which a page becomes or stops being public without an edit. */
export function nextPublicChange(page: PublishablePage, now: Date): string | undefined {
  if (!isTimeDependent(page)) return undefined;
  const time = now.toISOString();
  return TIMES[page.status](page)
    .filter((at): at is string => at !== undefined && at > time)
    .sort()[0];
}

/** Whether a page will become or stop being public at a time. */
export const hasTimeAhead = (page: PublishablePage, now: Date): boolean => nextPublicChange(page, now) !== undefined;

/** The times that count for each status. A draft is published at its `scheduledAt` by a commit. */
const TIMES: Readonly<Record<PublishablePage['status'], (page: PublishablePage) => readonly (string | undefined)[]>> = {
  draft: ({ scheduledAt }) => [scheduledAt],
  published: ({ scheduledAt, unpublishAt }) => [scheduledAt, unpublishAt],
  archived: () => [],
};

/** The commit that a page's schedule asks for at `now`; null if none is due. */
export function dueChange(page: PublishablePage, now: Date): 'publish' | 'unpublish' | 'expire' | null {
  const isPast = (at: string | undefined): boolean => at !== undefined && at <= now.toISOString();
  const [isOver, isTime] = [isPast(page.unpublishAt), isPast(page.scheduledAt)];
  if (page.status === 'published') return isOver ? 'unpublish' : null;
  if (page.status !== 'draft' || !isTime) return null;
  return isOver ? 'expire' : 'publish';
}
