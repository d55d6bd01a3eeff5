import { expect, it } from 'vitest';
import { createPresence, type PresentRecord } from '../../../src/http/stream/presence.ts';

const PAGE: PresentRecord = { kind: 'page', id: 7, change: null };
const ADA = { type: 'user', id: 1, name: 'Ada' } as const;
const BOB = { type: 'user', id: 2, name: 'Bob' } as const;

function make() {
  const told: string[] = [];
  let now = Date.parse('2026-02-01T12:00:00.000Z');
  const presence = createPresence({
    clock: () => new Date(now),
    tell: ({ kind, id, change }, people) =>
      told.push(`${kind}/${id} ${change ?? 'live'}: ${people.map(({ name }) => name).join(', ')}`),
  });
  const wait = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { presence, told, wait };
}

it('reports who else has a record open when somebody comes or leaves, not at each heartbeat', () => {
  const { presence, told, wait } = make();
  expect(presence.note(PAGE, ADA, false)).toEqual([]);
  expect(presence.note(PAGE, BOB, false)).toEqual([expect.objectContaining({ name: 'Ada' })]);
  wait(20);
  expect(presence.note(PAGE, ADA, false)).toEqual([
    { ...BOB, since: '2026-02-01T12:00:00.000Z', seenAt: '2026-02-01T12:00:00.000Z' },
  ]);
  expect(presence.note({ ...PAGE, change: 'menu' }, BOB, false)).toEqual([]);
  expect(presence.note(PAGE, BOB, true)).toEqual([expect.objectContaining({ name: 'Ada' })]);
  expect(told).toEqual(['page/7 live: Ada', 'page/7 live: Ada, Bob', 'page/7 menu: Bob', 'page/7 live: Ada']);
});

it('forgets people who no longer report', () => {
  const { presence, told, wait } = make();
  presence.note(PAGE, ADA, false);
  wait(30);
  presence.note(PAGE, BOB, false);
  wait(30);
  expect(presence.list()).toEqual([{ ...PAGE, people: [expect.objectContaining({ name: 'Bob' })] }]);
  wait(46);
  expect(presence.list()).toEqual([]);
  expect(told.at(-1)).toBe('page/7 live: ');
});

it('SEC-36 keeps at most a few thousand notes, and few of one person', () => {
  const { presence, wait } = make();
  const openAll = (): void => {
    for (let id = 1; id <= 60; id += 1) presence.note({ ...PAGE, id }, ADA, false);
  };
  openAll();
  expect(presence.list()).toHaveLength(50);
  presence.note({ ...PAGE, id: 1 }, ADA, true);
  presence.note({ ...PAGE, id: 60 }, ADA, false);
  presence.note({ ...PAGE, id: 59 }, ADA, false);
  expect(presence.list().map(({ id }) => id)).toEqual([...Array.from({ length: 49 }, (_, at) => at + 2), 60]);
  wait(46);
  openAll();
  expect(presence.list()).toHaveLength(50);
  for (let id = 1; id <= 6_000; id += 1) presence.note({ ...PAGE, id }, { ...BOB, id: id + 1 }, false);
  expect(presence.list()).toHaveLength(4_950);
});
