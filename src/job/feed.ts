import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import type { Bus, EventBatch, EventCursor, Since } from './bus.ts';
import type { EventReplay } from './replay.ts';

/** A listener that must receive everything since some moment. */
export interface FeedSubscriber {
  /** Takes a whole batch; false if there is no room for it now, see `resume`. */
  take(batch: EventBatch): boolean;
  /** Called when the events since the cursor cannot be found; the follower goes on from `position`. */
  lose(error: unknown, position: EventCursor): void;
}

export interface FeedSubscription {
  /** Goes on after `take` has returned false. */
  resume(): void;
  stop(): void;
}

/** Gives followers every batch once and in order: live, or from history if they have fallen behind. */
export interface EventFeed {
  position(): EventCursor;
  follow(since: Since, follower: FeedSubscriber): FeedSubscription;
}

/** One follower, and how far it has come. */
interface FeedMember {
  readonly follower: FeedSubscriber;
  cursor: Since;
  /** Whether it waits for a replay or receives one. */
  isReplaying: boolean;
  isFull: boolean;
  isStopped: boolean;
}

interface State {
  readonly bus: Bus;
  readonly replay: EventReplay;
  /** The members that need a replay, the one that has waited longest first. */
  readonly waiting: Set<FeedMember>;
  /** The cursors that replays under way began at, as text. */
  readonly running: Set<string>;
}

/** How many replays run at once. Each serves all members that have stopped at the same cursor. */
const MAX_REPLAYS = 2;

export function createFeed(bus: Bus, replay: EventReplay): EventFeed {
  const state: State = { bus, replay, waiting: new Set(), running: new Set() };
  return {
    position: bus.position,
    follow(since, follower) {
      const member: FeedMember = { follower, cursor: since, isReplaying: false, isFull: false, isStopped: false };
      const leave = bus.subscribe((batch) => receive(state, member, batch));
      catchUpMember(state, member);
      return {
        resume() {
          member.isFull = false;
          catchUpMember(state, member);
        },
        stop() {
          member.isStopped = true;
          state.waiting.delete(member);
          leave();
        },
      };
    },
  };
}

function receive(state: State, member: FeedMember, batch: EventBatch): void {
  if (member.isReplaying || !isReady(member)) return;
  if (isSameCursor(member.cursor, batch.from)) offer(member, batch);
  else catchUpMember(state, member);
}

const isReady = ({ isFull, isStopped }: FeedMember): boolean => !isFull && !isStopped;

function offer(member: FeedMember, batch: EventBatch): boolean {
  member.isFull = !member.follower.take(batch);
  if (!member.isFull) member.cursor = batch.to;
  return !member.isFull;
}

function catchUpMember(state: State, member: FeedMember): void {
  if (member.isReplaying || !isReady(member) || isSameCursor(member.cursor, state.bus.position())) return;
  member.isReplaying = true;
  state.waiting.add(member);
  startReplays(state);
}

function startReplays(state: State): void {
  for (const { cursor } of state.waiting) {
    if (state.running.size >= MAX_REPLAYS) return;
    if (!state.running.has(cursorName(cursor))) void serveAt(state, cursor);
  }
}

/** Replays to all members that wait at a cursor, then lets those go on that have fallen behind since. */
async function serveAt(state: State, cursor: Since): Promise<void> {
  const name = cursorName(cursor);
  const group = [...state.waiting].filter((member) => cursorName(member.cursor) === name);
  for (const member of group) state.waiting.delete(member);
  state.running.add(name);
  await replayTo(group, cursor, state);
  state.running.delete(name);
  for (const member of group) {
    member.isReplaying = false;
    catchUpMember(state, member);
  }
  startReplays(state);
}

/** A member that has no room leaves the replay, and gets another one when it has room. */
async function replayTo(group: readonly FeedMember[], from: Since, state: State): Promise<void> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  let members = group;
  try {
    for await (const batch of state.replay(from, state.bus.position())) {
      const ready: FeedMember[] = [];
      for (const member of members) {
        if (isReady(member) && offerOrLose(member, batch, state)) ready.push(member);
        const turn = yieldIfBusy();
        if (turn) await turn;
      }
      members = ready;
      if (members.length === 0) break;
    }
  } catch (error) {
    for (const member of members.filter(isReady)) skipToPresent(member, error, state);
  }
}

/** A member that fails goes on from now; the others of its group do not notice. */
function offerOrLose(member: FeedMember, batch: EventBatch, state: State): boolean {
  try {
    return offer(member, batch);
  } catch (error) {
    skipToPresent(member, error, state);
    return false;
  }
}

function skipToPresent(member: FeedMember, error: unknown, { bus }: State): void {
  member.cursor = bus.position();
  member.follower.lose(error, member.cursor);
}

const cursorName = ({ commit, at }: Since): string => `${commit} ${at}`;
const isSameCursor = (a: Since, b: EventCursor): boolean => a.commit === b.commit && a.at === b.at;
