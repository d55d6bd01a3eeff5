import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPresence, type PresentField, type PresentRecord } from '../../../src/features/presence/presence.ts';

const PAGE: PresentRecord = { kind: 'page', id: 7, change: null };
const ADA = { type: 'user', id: 1, name: 'Ada' } as const;
const BOB = { type: 'user', id: 2, name: 'Bob' } as const;
const SUMMARY: PresentField = { path: 'fields/summary', block: null };

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-02-01T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

const wait = (seconds: number): unknown => vi.advanceTimersByTime(seconds * 1000);

const at = (record: PresentRecord) => ({ record, field: null, isWriting: false, isGone: false });

function make() {
  const told: string[] = [];
  const presence = createPresence({
    clock: () => new Date(),
    announce: ({ kind, id, change }, people) =>
      told.push(
        `${kind}/${id} ${change ?? 'live'}: ${people
          .map(({ name, field, isWriting }) => [name, field?.path, field?.block, isWriting && 'writes'])
          .map((parts) => parts.filter(Boolean).join(' '))
          .join(', ')}`,
      ),
  });
  return { presence, told };
}

it('reports who else has a record open when somebody comes or leaves, not at each heartbeat', () => {
  const { presence, told } = make();
  expect(presence.note(at(PAGE), ADA)).toEqual([]);
  expect(presence.note(at(PAGE), BOB)).toEqual([expect.objectContaining({ name: 'Ada' })]);
  wait(20);
  expect(presence.note(at(PAGE), ADA)).toEqual([
    {
      ...{ ...BOB, since: '2026-02-01T12:00:00.000Z', seenAt: '2026-02-01T12:00:00.000Z' },
      ...{ field: null, isWriting: false },
    },
  ]);
  expect(presence.note(at({ ...PAGE, change: 'menu' }), BOB)).toEqual([]);
  wait(1);
  expect(presence.note({ ...at(PAGE), isGone: true }, BOB)).toEqual([expect.objectContaining({ name: 'Ada' })]);
  expect(told).toEqual(['page/7 live: Ada', 'page/7 live: Ada, Bob', 'page/7 menu: Bob', 'page/7 live: Ada']);
});

it('says in which field somebody is, and once a second at most', () => {
  const { presence, told } = make();
  presence.note(at(PAGE), ADA);
  wait(1);
  presence.note({ ...at(PAGE), field: SUMMARY }, ADA);
  for (let typed = 0; typed < 5; typed += 1) {
    wait(0.1);
    presence.note({ ...at(PAGE), field: { path: 'fields/body', block: 31 }, isWriting: typed < 4 }, ADA);
  }
  expect(told).toEqual(['page/7 live: Ada', 'page/7 live: Ada fields/summary']);
  wait(0.5);
  expect(told.slice(2)).toEqual(['page/7 live: Ada fields/body 31']);
  presence.note({ ...at(PAGE), isGone: true }, ADA);
  wait(1);
  expect(told.slice(3)).toEqual(['page/7 live: ']);
  wait(10);
  expect(told).toHaveLength(4);
});

it('says no more than once a second where one person is, however many records they go through', () => {
  const { presence, told } = make();
  for (const id of [1, 2, 3, 4]) presence.note(at({ ...PAGE, id }), ADA);
  presence.note(at({ ...PAGE, id: 2 }), BOB);
  expect(told).toEqual(['page/1 live: Ada']);
  for (const since of [2, 3, 4]) {
    wait(1);
    expect(told).toHaveLength(since);
  }
  expect(told[1]).toBe('page/2 live: Ada, Bob');
  for (let id = 1; id <= 500; id += 1) {
    presence.note(at({ ...PAGE, id }), ADA);
    presence.note({ ...at({ ...PAGE, id }), isGone: true }, ADA);
  }
  wait(500);
  expect(told.length).toBeLessThan(60);
});

it('forgets people who no longer report', () => {
  const { presence, told } = make();
  presence.note(at(PAGE), ADA);
  wait(30);
  presence.note(at(PAGE), BOB);
  wait(30);
  expect(presence.list()).toEqual([{ ...PAGE, people: [expect.objectContaining({ name: 'Bob' })] }]);
  wait(46);
  expect(presence.list()).toEqual([]);
  expect(told.at(-1)).toBe('page/7 live: ');
});

it('SEC-36 keeps at most a few thousand notes, and few of one person', () => {
  const { presence } = make();
  const openAll = (): void => {
    for (let id = 1; id <= 60; id += 1) presence.note(at({ ...PAGE, id }), ADA);
  };
  openAll();
  expect(presence.list()).toHaveLength(50);
  presence.note({ ...at({ ...PAGE, id: 1 }), isGone: true }, ADA);
  presence.note(at({ ...PAGE, id: 60 }), ADA);
  presence.note(at({ ...PAGE, id: 59 }), ADA);
  expect(presence.list().map(({ id }) => id)).toEqual([...Array.from({ length: 49 }, (_, from) => from + 2), 60]);
  wait(46);
  openAll();
  expect(presence.list()).toHaveLength(50);
  for (let id = 1; id <= 6_000; id += 1) presence.note(at({ ...PAGE, id }), { ...BOB, id: id + 1 });
  expect(presence.list()).toHaveLength(4_950);
});
