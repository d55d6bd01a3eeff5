import { takeSteps } from '../lib/turn/takeTurns.ts';
import type { Page } from '../model/entities/page.ts';
import type { Change, Entry, Lookup } from '../model/entry.ts';
import { isTimed, nextPublicChange, timedPages } from '../model/page/isPublic.ts';
import { latest } from '../model/text/timestamp.ts';
import type { Announced, Announcements } from '../sync/announcements.ts';
import { type Alarm, createAlarm } from './createAlarm.ts';
import {
  clashHappenings,
  contentHappenings,
  type FindClashes,
  type FindReach,
  type Happening,
  happeningSteps,
  happeningsOf,
  type RecordHappening,
  timedContentHappenings,
  timedHappenings,
} from './happening.ts';

/** How far events have been told: the commit, and the time up to which scheduled pages have been looked at. */
export interface Cursor {
  readonly commit: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Where somebody has stopped; a commit alone stands for the moment it was made. */
export type Since = Cursor | { readonly commit: string; readonly at: null };

/** What has happened between two cursors; mostly one commit, or the time of a scheduled page. */
export interface Batch {
  readonly from: Cursor;
  readonly to: Cursor;
  readonly happenings: readonly Happening[];
  /** Whether somebody else has moved HEAD, perhaps back to where it was before. */
  readonly isMove: boolean;
}

/** Everything that happens, as it happens. */
export interface Bus {
  /** Where it stands: whoever has followed up to here has missed nothing. */
  position(): Cursor;
  /** Tells each batch from now on, in order; gives what ends it. */
  subscribe(listener: (batch: Batch) => void): () => void;
  close(): void;
}

interface Parts {
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly lookup: Pick<Lookup, 'find'>;
  readonly clock: () => Date;
  /** The commit that the records are of. */
  readonly head: string | null;
  commitOf(path: string): string | null;
  findReach: FindReach;
  readonly findClashes: FindClashes;
  onError(error: unknown): void;
}

/** Of more changes at once it is found out in slices what they mean, and told afterwards. */
const MAX_AT_ONCE = 200;

type Found = readonly Happening[] | Promise<readonly Happening[]>;

/** Derives events from what is announced (DESIGN, rule 5) and from the clock. */
export function createBus(parts: Parts): Bus {
  const { announcements, lookup, clock, head, commitOf, findReach, findClashes, onError } = parts;
  const listeners = new Set<(batch: Batch) => void>();
  /** The pages with times, as they were at `position`. */
  const timed = new Map<number, Entry<Page>>();
  /** When the next of their times comes. */
  let nextAt: string | undefined;
  let position: Cursor = { commit: head, at: clock().toISOString() };
  /** Where it will stand when all is told that has happened. */
  let ahead = position;
  /** Ends when it stands there. */
  let telling: Promise<void> | undefined;
  const alarm: Alarm = createAlarm(clock, () => take([], { commit: ahead.commit }));

  /** A clock that was put back stands still until it has caught up. */
  function now(): string {
    const at = clock().toISOString();
    return latest(at, ahead.at);
  }

  const isDueBy = ({ at }: Cursor): boolean => nextAt !== undefined && nextAt <= at;

  function take(changes: readonly Change[], { commit, origin }: Partial<Announced> & Pick<Announced, 'commit'>): void {
    const [from, to] = [ahead, { commit, at: now() }];
    const wasDue = isDueBy(to);
    const found = listeners.size > 0 || telling ? withClashes(happeningsIn(changes, from, to), from, to, origin) : [];
    ahead = to;
    const moved = changes.filter(isOfPage).filter(remember);
    if (wasDue || moved.length > 0) setAlarm();
    tellNext({ from, to, isMove: origin === 'outside' }, found);
  }

  function happeningsIn(changes: readonly Change[], from: Cursor, to: Cursor): Found {
    const passed = isDueBy(to) ? [...timed.values()].flatMap((entry) => timePassed(entry, from, to)) : [];
    const all = [...passed, ...timedContentHappenings(passed, findReach)];
    if (to.commit === null) return all;
    const when = { from: from.commit, commit: to.commit, at: to.at };
    // Of the content as it is now: the rest is said by the changes alone.
    const ofContent = contentHappenings(changes, when, findReach);
    const withOthers = (ofRecords: readonly Happening[]) => [...all, ...ofRecords, ...ofContent];
    if (changes.length <= MAX_AT_ONCE) return withOthers(happeningsOf(changes, when));
    return takeSteps(happeningSteps(changes, when)).then(withOthers);
  }

  /** What others have brought may be merges. */
  function withClashes(found: Found, from: Cursor, to: Cursor, origin: Announced['origin'] | undefined): Found {
    if (origin !== 'outside' || to.commit === null) return found;
    const clashed = clashHappenings({ from: from.commit, commit: to.commit, at: to.at }, findClashes);
    return Promise.all([found, clashed]).then((all) => all.flat());
  }

  const timePassed = (entry: Entry<Page>, from: Cursor, to: Cursor): readonly RecordHappening[] =>
    timedHappenings(entry, { from: from.at, to: to.at }, commitOf(entry.path));

  /** Whether the change plays a part for what comes with the time. */
  function remember({ before, after }: Change<Page>): boolean {
    const wasTimed = before !== null && timed.delete(before.id);
    if (!after || !isTimed(after.data)) return wasTimed;
    timed.set(after.id, after);
    return true;
  }

  function setAlarm(): void {
    const now = new Date(ahead.at);
    [nextAt] = [...timed.values()].flatMap(({ data }) => nextPublicChange(data, now) ?? []).sort();
    alarm.set(nextAt === undefined ? null : Date.parse(nextAt));
  }

  /** Tells a batch after those before it. */
  function tellNext(batch: Omit<Batch, 'happenings'>, found: Found): void {
    if (!telling && !(found instanceof Promise)) {
      tell({ happenings: found, ...batch });
      return;
    }
    const orNone = Promise.resolve(found).catch((error: unknown) => {
      onError(error);
      return [];
    });
    const told = Promise.all([orNone, telling]).then(([happenings]) => {
      tell({ happenings, ...batch });
      if (telling === told) telling = undefined;
    });
    telling = told;
  }

  function tell(batch: Batch): void {
    position = batch.to;
    for (const listener of listeners) {
      try {
        listener(batch);
      } catch (error) {
        onError(error);
      }
    }
  }

  for (const entry of timedPages(lookup)) timed.set(entry.id, entry);
  setAlarm();
  const leave = announcements.subscribe((changes, announced) => {
    if (announced.commit !== null) take(changes, announced);
  });
  return {
    position: () => position,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      leave();
      alarm.set(null);
      listeners.clear();
    },
  };
}

export const isOfPage = (change: Change): change is Change<Page> => change.kind === 'page';
