import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus, EventBatch, EventCursor } from '../../src/job/bus.ts';
import { createFeed, type EventFeed } from '../../src/job/feed.ts';
import { countTurns, workFor } from '../countTurns.ts';
import { until } from '../http/makeServer.ts';

const cursor = (number: number): EventCursor => ({ commit: `c${number}`, at: 't' });
const numberOf = ({ commit }: Pick<EventCursor, 'commit'>): number => Number(commit?.slice(1));
const batch = (number: number): EventBatch => ({
  from: cursor(number - 1),
  to: cursor(number),
  happenings: [],
  isMove: false,
});

let position: number;
let listeners: Set<(batch: EventBatch) => void>;
let replays: (readonly [number, number])[];
let failure: Error | null;
/** If set, replays wait for it. */
let gate: Promise<void> | null;
let feed: EventFeed;

const bus: Bus = {
  position: () => cursor(position),
  subscribe(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  close: () => undefined,
};

function happen(): void {
  position += 1;
  for (const listener of listeners) listener(batch(position));
}

beforeEach(() => {
  position = 10;
  listeners = new Set();
  replays = [];
  failure = null;
  gate = null;
  feed = createFeed(bus, async function* (from, to) {
    replays.push([numberOf(from), numberOf(to)]);
    if (failure) throw failure;
    for (let number = numberOf(from) + 1; number <= numberOf(to); number++) {
      await gate;
      yield batch(number);
    }
  });
});

/** Follows from a cursor; takes as many batches as there is room for. */
function follow(from: number, room = Number.POSITIVE_INFINITY) {
  const taken: number[] = [];
  const lost: unknown[] = [];
  const state = { room };
  const following = feed.follow(cursor(from), {
    take({ to }) {
      if (taken.length >= state.room) return false;
      taken.push(numberOf(to));
      return true;
    },
    lose: (error) => void lost.push(error),
  });
  return { taken, lost, state, ...following };
}

describe('a follower', () => {
  it('that is up to date receives everything live', () => {
    const { taken } = follow(10);
    happen();
    happen();
    expect([taken, replays]).toEqual([[11, 12], []]);
  });

  it('that was away first receives what it has missed, and what happens meanwhile once', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const { taken } = follow(7);
    happen();
    open();
    happen();
    await until(() => taken.length === 5);
    happen();
    expect(taken).toEqual([8, 9, 10, 11, 12, 13]);
  });

  it('without room goes on from where it stopped once it has room', async () => {
    const one = follow(10, 2);
    for (let count = 0; count < 5; count++) happen();
    expect(one.taken).toEqual([11, 12]);
    one.state.room = 4;
    one.resume();
    await until(() => one.taken.length === 4);
    happen();
    one.state.room = Number.POSITIVE_INFINITY;
    one.resume();
    await until(() => one.taken.length === 6);
    expect(one.taken).toEqual([11, 12, 13, 14, 15, 16]);
  });

  it('whose missed events cannot be found is informed, and goes on from now', async () => {
    failure = new Error('gone');
    const { taken, lost } = follow(7);
    await until(() => lost.length > 0);
    happen();
    expect([taken, lost, replays]).toEqual([[11], [failure], [[7, 10]]]);
  });

  it('that leaves receives nothing more', async () => {
    const live = follow(10);
    const late = follow(5);
    live.stop();
    late.stop();
    happen();
    await until(() => replays.length > 0);
    expect([live.taken, late.taken, listeners.size]).toEqual([[], [], 0]);
  });

  it('shares a replay with all that have stopped at the same place', async () => {
    const late = Array.from({ length: 150 }, () => follow(7));
    const others = Array.from({ length: 150 }, () => follow(9));
    await until(() => [...late, ...others].every(({ taken }) => taken.includes(10)));
    happen();
    expect(new Set(late.map(({ taken }) => taken.join()))).toEqual(new Set(['8,9,10,11']));
    expect(new Set(others.map(({ taken }) => taken.join()))).toEqual(new Set(['10,11']));
    expect(replays.toSorted()).toEqual([
      [7, 10],
      [7, 10],
      [9, 10],
      [9, 10],
    ]);
  });

  it('waits while others are replayed to, however many there are', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const late = [1, 2, 3, 4, 5].map((from) => follow(from));
    await new Promise(setImmediate);
    expect(replays).toHaveLength(2);
    open();
    await until(() => late.every(({ taken }) => taken.at(-1) === 10));
    expect(late.map(({ taken }) => taken.length)).toEqual([9, 8, 7, 6, 5]);
  });

  it('without room in the middle of a shared replay receives the rest later, and the others all at once', async () => {
    follow(7);
    const [narrow, wide] = [follow(7, 1), follow(7)];
    await until(() => wide.taken.length === 3);
    expect(narrow.taken).toEqual([8]);
    narrow.state.room = Number.POSITIVE_INFINITY;
    narrow.resume();
    await until(() => narrow.taken.length === 3);
    happen();
    expect([narrow.taken, wide.taken]).toEqual([
      [8, 9, 10, 11],
      [8, 9, 10, 11],
    ]);
  });

  it('that has room again before the others have taken a batch misses none', async () => {
    follow(7);
    const one = follow(7, 1);
    const two = follow(7);
    const taken = two.taken.push.bind(two.taken);
    two.taken.push = (...numbers) => {
      one.state.room = Number.POSITIVE_INFINITY;
      one.resume();
      return taken(...numbers);
    };
    await until(() => one.taken.length === 3 && two.taken.length === 3);
    expect(one.taken).toEqual([8, 9, 10]);
  });

  it('that fails in a shared replay loses its own events, and the others none', async () => {
    const [one, broken, two] = [follow(7), follow(7), follow(7)];
    const error = new Error('broken');
    broken.taken.push = () => {
      throw error;
    };
    await until(() => two.taken.length === 3);
    expect([one.taken, two.taken]).toEqual([
      [8, 9, 10],
      [8, 9, 10],
    ]);
    expect([one.lost, broken.lost, two.lost]).toEqual([[], [error], []]);
  });

  it('lets others have their turn while a batch is given to many', async () => {
    let taken = 0;
    const late = Array.from({ length: 20 }, () =>
      feed.follow(cursor(9), {
        take: () => {
          workFor(6);
          taken += 1;
          return true;
        },
        lose: () => undefined,
      }),
    );
    const { turns } = await countTurns(() => until(() => taken === late.length));
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});
