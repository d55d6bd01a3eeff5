import type { Page, PageEntry } from '../../model/entities/page.ts';
import { hasTimeAhead, isPublic } from '../../model/page/isPublic.ts';
import type { AdminView } from './showAdminPage.ts';

/** What decides the states of pages, besides the pages. */
export interface PageStateScope extends Pick<AdminView, 'hasDraft' | 'translations'> {
  readonly now: Date;
  /** The pages that a scheduled change will alter. */
  readonly inScheduledChange: ReadonlySet<number>;
}

type StateTest = (page: PageEntry, scope: PageStateScope) => boolean;

const isLive: StateTest = ({ data }, { now }) => isPublic(data, now);

const isOffline: StateTest = (page, scope) => !isLive(page, scope) && hasBeenLive(page.data, scope.now);

/** A published page that is not live waits for its time, unless its time is over. */
function hasBeenLive({ status, publishedAt, unpublishAt }: Page, now: Date): boolean {
  if (status === 'archived') return true;
  const at = status === 'published' ? unpublishAt : publishedAt;
  return at !== undefined && at <= now.toISOString();
}

/**
 * What a list of pages can be narrowed to. Each page is `live`, `offline` (archived, or it was live once) or a `draft`;
 * it may also be `scheduled` (a time or a scheduled change lies ahead), `waiting` (live, with a draft that is newer) or
 * `outdated` (a translation whose source has changed since).
 */
const STATES = {
  live: isLive,
  draft: (page, scope) => !isLive(page, scope) && !isOffline(page, scope),
  scheduled: ({ id, data }, { now, inScheduledChange }) => hasTimeAhead(data, now) || inScheduledChange.has(id),
  waiting: (page, scope) => isLive(page, scope) && scope.hasDraft(page),
  offline: isOffline,
  outdated: (page, { translations }) => translations.stateOf(page) === 'outdated',
} satisfies Record<string, StateTest>;

export type PageState = keyof typeof STATES;
export const PAGE_STATES = Object.keys(STATES) as readonly PageState[];

/** Whether a page is in a state. */
export const isInState = (state: PageState, page: PageEntry, scope: PageStateScope): boolean =>
  STATES[state](page, scope);
