import { createListeners, type Listeners } from '../lib/turn/createListeners.ts';
import { runStepsInSlices } from '../lib/turn/runSteps.ts';
import { isPageChange, type Page } from '../model/entities/page.ts';
import type { Entry, EntryChange, Lookup } from '../model/entry.ts';
import { isTimeDependent, nextPublicChange, timedPages } from '../model/page/isPublic.ts';
import { latest } from '../model/text/timestamp.ts';
import type { AnnouncedCommit, Announcements } from '../site/announcements.ts';
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

/** How far events have been sent: the commit, and the time up to which scheduled pages have been handled. */
export interface EventCursor {
  readonly commit: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Where a listener has stopped; a commit alone means the moment it was made. */
export type Since = EventCursor | { readonly commit: string; readonly at: null };

/** What has happened between two cursors: usually one commit, or the time of a scheduled page. */
export interface EventBatch {
  readonly from: EventCursor;
  readonly to: EventCursor;
  readonly happenings: readonly Happening[];
  /** Whether somebody else has moved HEAD, possibly back to where it was. */
  readonly isMove: boolean;
}

/** Events as they happen. */
export interface Bus {
  /** How far events have been sent: a listener that has followed up to here has missed nothing. */
  position(): EventCursor;
  /** Sends each batch from now on, in order. @returns the function that unsubscribes */
  subscribe(listener: (batch: EventBatch) => void): () => void;
  close(): void;
}

interface Parts {
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly lookup: Pick<Lookup, 'find'>;
  readonly clock: () => Date;
  /** The commit of the records. */
  readonly head: string | null;
  commitOf(path: string): string | null;
  findReach: FindReach;
  readonly findClashes: FindClashes;
  onError(error: unknown): void;
}

/** More changes than this are worked through in slices, and sent afterwards. */
const MAX_AT_ONCE = 200;

type FoundHappenings = readonly Happening[] | Promise<readonly Happening[]>;

/** The state of the bus, and the pages with times. */
interface State {
  readonly parts: Parts;
  readonly listeners: Listeners<[EventBatch]>;
  /** The pages with times, as they were at `position`. */
  readonly timed: Map<number, Entry<Page>>;
  /** The next of their times. */
  nextAt: string | undefined;
  position: EventCursor;
  /** The position once everything that has happened is sent. */
  ahead: EventCursor;
  /** Resolves when that is reached. */
  telling: Promise<void> | undefined;
  readonly alarm: Alarm;
}

/** Derives events from announcements (DESIGN, rule 5) and from the clock. */
export function createBus(parts: Parts): Bus {
  const { clock, announcements } = parts;
  const position: EventCursor = { commit: parts.head, at: clock().toISOString() };
  const bus: State = {
    parts,
    listeners: createListeners(parts.onError),
    timed: new Map(timedPages(parts.lookup).map((entry) => [entry.id, entry])),
    nextAt: undefined,
    position,
    ahead: position,
    telling: undefined,
    alarm: createAlarm(clock, () => handleAnnouncement(bus, [], { commit: bus.ahead.commit })),
  };
  setBusAlarm(bus);
  const leave = announcements.subscribe((changes, announced) => {
    if (announced.commit !== null) handleAnnouncement(bus, changes, announced);
  });
  return {
    position: () => bus.position,
    subscribe: bus.listeners.add,
    close() {
      leave();
      bus.alarm.set(null);
      bus.listeners.clear();
    },
  };
}

type ReceivedCommit = Partial<AnnouncedCommit> & Pick<AnnouncedCommit, 'commit'>;

function handleAnnouncement(bus: State, changes: readonly EntryChange[], { commit, origin }: ReceivedCommit): void {
  const [from, to] = [bus.ahead, { commit, at: busTime(bus) }];
  const wasDue = isDueBy(bus, to);
  const isHeard = !bus.listeners.isEmpty() || bus.telling !== undefined;
  const found = isHeard ? withClashes(bus, happeningsIn(bus, changes, { from, to }), { from, to, origin }) : [];
  bus.ahead = to;
  const moved = changes.filter(isPageChange).filter((change) => trackTimedPage(bus, change));
  if (wasDue || moved.length > 0) setBusAlarm(bus);
  sendInOrder(bus, { from, to, isMove: origin === 'outside' }, found);
}

/** If the clock is put back, time stands still until it has caught up. */
const busTime = ({ parts, ahead }: State): string => latest(parts.clock().toISOString(), ahead.at);

const isDueBy = ({ nextAt }: State, { at }: EventCursor): boolean => nextAt !== undefined && nextAt <= at;

/** From one cursor to another. */
interface CursorSpan {
  readonly from: EventCursor;
  readonly to: EventCursor;
}

function happeningsIn(bus: State, changes: readonly EntryChange[], { from, to }: CursorSpan): FoundHappenings {
  const { findReach } = bus.parts;
  const passed = timesPassed(bus, { from, to });
  const all = [...passed, ...timedContentHappenings(passed, findReach)];
  if (to.commit === null) return all;
  const when = { from: from.commit, commit: to.commit, at: to.at };
  // Must run now: it reads the present content. The others read only the changes.
  const ofContent = contentHappenings(changes, when, findReach);
  const withOthers = (ofRecords: readonly Happening[]) => [...all, ...ofRecords, ...ofContent];
  if (changes.length <= MAX_AT_ONCE) return withOthers(happeningsOf(changes, when));
  return runStepsInSlices(happeningSteps(changes, when)).then(withOthers);
}

function timesPassed(bus: State, { from, to }: CursorSpan): readonly RecordHappening[] {
  if (!isDueBy(bus, to)) return [];
  const { commitOf } = bus.parts;
  return [...bus.timed.values()].flatMap((entry) =>
    timedHappenings(entry, { from: from.at, to: to.at }, commitOf(entry.path)),
  );
}

/** Adds the clashes of merges, which only commits from outside can bring. */
function withClashes(
  { parts }: State,
  found: FoundHappenings,
  { from, to, origin }: CursorSpan & { readonly origin: ReceivedCommit['origin'] | undefined },
): FoundHappenings {
  if (origin !== 'outside' || to.commit === null) return found;
  const clashed = clashHappenings({ from: from.commit, commit: to.commit, at: to.at }, parts.findClashes);
  return Promise.all([found, resolveOrReport(clashed, parts)]).then((all) => all.flat());
}

/** Remembers a page with times. @returns whether the change affects the next time */
function trackTimedPage({ timed }: State, { before, after }: EntryChange<Page>): boolean {
  const wasTimed = before !== null && timed.delete(before.id);
  if (!after || !isTimeDependent(after.data)) return wasTimed;
  timed.set(after.id, after);
  return true;
}

function setBusAlarm(bus: State): void {
  const at = new Date(bus.ahead.at);
  [bus.nextAt] = [...bus.timed.values()].flatMap(({ data }) => nextPublicChange(data, at) ?? []).sort();
  bus.alarm.set(bus.nextAt === undefined ? null : Date.parse(bus.nextAt));
}

/** Sends a batch after the ones before it. */
function sendInOrder(bus: State, batch: Omit<EventBatch, 'happenings'>, found: FoundHappenings): void {
  if (!bus.telling && !(found instanceof Promise)) {
    sendBatch(bus, { happenings: found, ...batch });
    return;
  }
  const told = Promise.all([resolveOrReport(found, bus.parts), bus.telling]).then(([happenings]) => {
    sendBatch(bus, { happenings, ...batch });
    if (bus.telling === told) bus.telling = undefined;
  });
  bus.telling = told;
}

async function resolveOrReport<T>(
  found: T | Promise<T>,
  { onError }: Pick<Parts, 'onError'>,
): Promise<T | readonly []> {
  try {
    return await found;
  } catch (error) {
    onError(error);
    return [];
  }
}

function sendBatch(bus: State, batch: EventBatch): void {
  bus.position = batch.to;
  bus.listeners.tell(batch);
}
