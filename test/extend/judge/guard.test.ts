import { expect, it } from 'vitest';
import { defineExtension } from '../../../src/extend/extension.ts';
import { type FieldDefinition, field } from '../../../src/extend/field.ts';
import { createGuard, type FailingPart } from '../../../src/extend/judge/guard.ts';
import { readJson } from '../../../src/extend/judge/readResult.ts';
import { makeSite } from '../../makeSite.ts';

const PART = { extension: 'maps', part: 'field place: toPublic' };
const keep = (value: unknown): unknown => value;

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const newGuard = (onFailure?: (part: FailingPart) => void) =>
  createGuard({ clock: () => new Date(0), ...(onFailure && { onFailure }) });

/** A guard whose clocks stand still until `pass` moves them. */
function guardInStoppedTime() {
  const time = { wall: 0, cpu: 0 };
  const pass = (wall: number, cpu = wall): void => {
    time.wall += wall;
    time.cpu += cpu;
  };
  const stopwatch = { wall: () => time.wall, cpu: () => time.cpu };
  return { pass, guard: createGuard({ clock: () => new Date(0), stopwatch }) };
}

it('hands on a result, and says why there is none', () => {
  const guard = newGuard();
  expect(guard.run(PART, () => 5, keep)).toEqual({ value: 5 });
  const fail = () => {
    throw new Error('line\u0000 break\n');
  };
  expect(guard.run(PART, fail, keep)).toEqual({ failure: 'line break' });
  const odd = {
    toString() {
      throw new Error('again');
    },
  };
  expect(
    guard.run(
      PART,
      () => {
        throw odd;
      },
      keep,
    ),
  ).toEqual({ failure: 'has failed' });
});

it('takes for slow only what is slow twice, and not because others had the processor', () => {
  const { guard, pass } = guardInStoppedTime();
  const taking = (...times: readonly (readonly number[])[]) => {
    let calls = 0;
    return () => {
      const [wall = 0, cpu = 0] = times[calls] ?? [];
      pass(wall, cpu);
      calls += 1;
      return calls;
    };
  };
  const slow = { failure: 'has taken more than 20 ms' };
  expect(guard.run(PART, taking([19, 19]), keep)).toEqual({ value: 1 });
  expect(guard.run(PART, taking([25, 25], [5, 5]), keep)).toEqual({ value: 2 });
  expect(guard.run(PART, taking([25, 2], [25, 2]), keep)).toEqual({ value: 2 });
  expect(guard.run(PART, taking([50, 50], [50, 50]), keep)).toEqual(slow);
});

it('switches a function off that fails ten times in a row, and tells so once', () => {
  const told: FailingPart[] = [];
  const guard = newGuard((part) => told.push(part));
  let calls = 0;
  const fail = () => {
    calls += 1;
    throw new Error('Oops');
  };
  for (let times = 0; times < 9; times += 1) guard.run(PART, fail, keep);
  expect(guard.run(PART, () => 1, keep)).toEqual({ value: 1 });
  for (let times = 0; times < 20; times += 1) guard.run(PART, fail, keep);
  expect(calls).toBe(19);
  expect(told.map(({ isOff }) => isOff)).toEqual([false, false, true]);
  expect(guard.list()).toEqual([
    { ...PART, failures: 19, isOff: true, reason: 'Oops', at: '1970-01-01T00:00:00.000Z' },
  ]);
  expect(guard.problems()).toMatchObject([{ code: 'EXTENSION', path: 'quire.config' }]);
  expect(guard.run({ ...PART, part: 'other' }, () => 1, keep)).toEqual({ value: 1 });
});

it('bounds what all functions together take for one request', () => {
  const { guard, pass } = guardInStoppedTime();
  const takesLong = () => pass(15);
  const called = guard.withinRequest(() => {
    let count = 0;
    while (count < 100 && 'value' in guard.runInRequest(PART, takesLong, keep)) count += 1;
    return count;
  });
  expect(called).toBe(14);
  expect(guard.runInRequest(PART, takesLong, keep)).toEqual({ value: undefined });
});

it('accepts only JSON of a bounded size, and copies it', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  let deep: unknown = 1;
  for (let level = 0; level < 100; level += 1) deep = [deep];
  let deepest: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deepest = [deepest];
  const wrong = [undefined, () => 1, circle, deep, deepest, Promise.resolve(1), 'x'.repeat(10 * 1024 * 1024), 5n];
  for (const result of wrong) expect(() => readJson(result)).toThrow();
  expect(() => readJson(JSON.parse('{"__proto__":{"a":1}}'))).toThrow();
  const given = { a: [1, undefined], at: new Date(0) };
  const read = readJson(given);
  expect(read).toEqual({ a: [1, null], at: '1970-01-01T00:00:00.000Z' });
  expect(Object.isFrozen(read)).toBe(true);
  expect(Object.isFrozen(given)).toBe(false);
});

/** What a kind of field does that is not as it should be. */
const HOSTILE: readonly (readonly [what: string, wrong: Partial<FieldDefinition>])[] = [
  [
    'throws',
    {
      toPublic() {
        throw new Error('Oops');
      },
      check() {
        throw new Error('Oops');
      },
    },
  ],
  ['takes 50 ms', { toPublic: () => spin(50), check: () => spin(50) ?? [] }],
  ['returns garbage', { toPublic: () => () => 1, check: () => 'wrong' as never, summary: () => 5 as never }],
  [
    'changes what it is given',
    {
      toPublic: (value) => Object.assign(value as object, { lat: 0 }),
      check: (value) => Object.values(Object.assign(value as object, { lat: 0 })).slice(9) as [],
    },
  ],
  ['never ends to be asked', { toPublic: () => Promise.resolve(1), check: (async () => []) as never }],
];

it.each(HOSTILE)('shows the base value of a kind that %s, and saves what editors write', async (_, wrong) => {
  const hostile = defineExtension({
    ...{ name: 'hostile', version: '1.0.0' },
    fields: { place: field({ base: 'object', fields: [{ name: 'lat', type: 'number' }], ...wrong }) },
  });
  const site = await makeSite(
    {
      'content-types/shop.yaml': 'id: 1\nname: Shop\nfieldsSchema:\n  - { name: place, type: place }\n',
      'pages/en/a.yaml': 'id: 1\ntype: shop\ntitle: A\nstatus: published\nfields:\n  place:\n    lat: 1\n',
    },
    { extensions: () => [hostile] },
  );
  const shown = await site.ask('GET /content/pages/a');
  expect([shown.status, shown.body]).toMatchObject([200, { data: { fields: { place: { lat: 1 } } } }]);
  const saved = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { fields: { place: { lat: 2 } } } });
  expect(saved.status).toBe(200);
  expect((await site.ask('GET /content/pages/a')).body).toMatchObject({ data: { fields: { place: { lat: 2 } } } });
  const problems = await site.ask('GET /admin/problems', { as: 'admin' });
  const own = (problems.body as { data: readonly { code: string; path: string; message: string }[] }).data.filter(
    ({ code }) => code === 'EXTENSION',
  );
  expect(own[0]).toMatchObject({
    path: 'pages/en/a.yaml',
    message: expect.stringContaining('cannot be judged by "hostile/place": '),
  });
});
