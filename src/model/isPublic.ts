import type { Page } from './entities/page.ts';

/** Whether everybody may see a page at `now` (contract, "Conventions"). The one place where publicness is decided. */
export const isPublic = (page: Page, now: Date): boolean =>
  page.status === 'published' &&
  (page.scheduledAt === undefined || page.scheduledAt <= now.toISOString()) &&
  (page.unpublishAt === undefined || page.unpublishAt > now.toISOString());

/** The next time after `now` at which `isPublic` may answer otherwise without a change of the page. */
export function nextPublicChange(page: Page, now: Date): string | undefined {
  if (page.status !== 'published' || (page.scheduledAt ?? page.unpublishAt) === undefined) return undefined;
  const time = now.toISOString();
  return [page.scheduledAt, page.unpublishAt].filter((at): at is string => at !== undefined && at > time).sort()[0];
}
