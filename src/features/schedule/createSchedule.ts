import { createAlarm } from '../../job/createAlarm.ts';
import { isPageChange, type Page } from '../../model/entities/page.ts';
import type { Entry, EntryChange, Lookup, Problem } from '../../model/entry.ts';
import { CmsError, describeDetail } from '../../model/errors.ts';
import { dueChange, isTimeDependent, nextPublicChange, timedPages } from '../../model/page/isPublic.ts';
import type { StorePart } from '../../store/storePart.ts';
import type { RecordWriter } from '../../write/action.ts';
import { applySchedule, SCHEDULER } from '../../write/page/pageSchedule.ts';

/** Publishes and unpublishes pages at their times. */
export interface Schedule {
  /** A problem for each page whose time has come but that could not be changed. */
  problems(): readonly Problem[];
  /** Stops; resolves when nothing is running. */
  close(): Promise<void>;
}

interface Parts {
  readonly store: Pick<Lookup, 'find'> & { add(part: StorePart): void };
  readonly writer: Pick<RecordWriter, 'write'>;
  readonly clock: () => Date;
  onError(error: unknown): void;
}

/** How many pages to give to the writer at once, so that other writes need not wait for all of them. */
const GROUP = 50;
/** A failure is tried again after this long, and when the page changes. */
const RETRY_MS = 10_000;

interface PageRefusal {
  readonly page: Entry<Page>;
  readonly message: string;
  readonly retryAt: number;
}

export function createSchedule({ store, writer, clock, onError }: Parts): Schedule {
  const timed = new Map<number, Entry<Page>>();
  const refused = new Map<number, PageRefusal>();
  const alarm = createAlarm(clock, run);
  /** When the alarm rings: never later than the next page is due. */
  let ringsAt: number | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  /** When a page needs something done, in milliseconds since 1970; null: never. */
  function wakeTime(page: Entry<Page>): number | null {
    const now = clock();
    const retryAt = refused.get(page.id)?.retryAt;
    if (dueChange(page.data, now) !== null) return retryAt ?? now.getTime();
    const next = nextPublicChange(page.data, now);
    return next === undefined ? null : Date.parse(next);
  }

  function setAlarm(): void {
    ringsAt = null;
    alarm.set(null);
    for (const page of timed.values()) ringFor(page);
  }

  function ringFor(page: Entry<Page>): void {
    const at = wakeTime(page);
    if (isClosed || at === null || (ringsAt !== null && ringsAt <= at)) return;
    ringsAt = at;
    alarm.set(at);
  }

  function run(): void {
    running ??= applyDue()
      .catch(onError)
      .finally(() => {
        running = null;
        setAlarm();
      });
  }

  async function applyDue(): Promise<void> {
    for (let due = findDue(); due.length > 0 && !isClosed; due = findDue()) await Promise.all(due.map(apply));
  }

  function findDue(): readonly Entry<Page>[] {
    const now = clock();
    const isDue = (page: Entry<Page>): boolean =>
      dueChange(page.data, now) !== null && (refused.get(page.id)?.retryAt ?? 0) <= now.getTime();
    return [...timed.values()].filter(isDue).slice(0, GROUP);
  }

  async function apply(page: Entry<Page>): Promise<void> {
    const change = dueChange(page.data, clock());
    if (change === null) return;
    try {
      await writer.write(applySchedule(page.id, change), SCHEDULER);
      refused.delete(page.id);
    } catch (error) {
      if (!(error instanceof CmsError)) onError(error);
      // If the page has changed meanwhile, the new version decides.
      if (timed.get(page.id) !== page) return;
      const message = error instanceof CmsError ? error.details.map(describeDetail).join('; ') : 'something went wrong';
      refused.set(page.id, { page, message, retryAt: clock().getTime() + RETRY_MS });
    }
  }

  /** Follows a change of a page. An alarm for a time that no longer counts finds nothing to do. */
  function follow({ before, after }: EntryChange<Page>): void {
    if (before) {
      timed.delete(before.id);
      refused.delete(before.id);
    }
    if (!after || !isTimeDependent(after.data)) return;
    timed.set(after.id, after);
    ringFor(after);
  }

  const take = (changes: readonly EntryChange[]): void => changes.filter(isPageChange).forEach(follow);

  for (const after of timedPages(store)) follow({ kind: 'page', before: null, after });
  store.add({ apply: take });

  return {
    problems: () =>
      [...refused.values()].map(({ page, message }) => ({
        path: page.path,
        code: 'SCHEDULE',
        message: `The scheduled time has come, but the page cannot be changed: ${message}`,
      })),
    async close() {
      isClosed = true;
      alarm.set(null);
      await running;
    },
  };
}
