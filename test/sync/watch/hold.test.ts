import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHold } from '../../../src/sync/watch/hold.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A hold of ten seconds, and the question asked at a second with something under way. */
function makeHold() {
  let reason: string | null = null;
  const mustWait = createHold({ underWay: async () => reason, holdMs: 10_000 });
  const start = performance.now();
  return (second: number, present: string | null) => {
    vi.advanceTimersByTime(start + second * 1000 - performance.now());
    reason = present;
    return mustWait();
  };
}

it('lets a batch wait while git works, and go when it is done', async () => {
  const ask = makeHold();
  expect(await ask(0, null)).toBe(false);
  expect(await ask(1, 'index.lock')).toBe(true);
  expect(await ask(5, 'index.lock')).toBe(true);
  expect(await ask(6, null)).toBe(false);
});

it('lets no batch wait longer than ten seconds, whatever comes after what', async () => {
  const ask = makeHold();
  expect(await ask(0, 'index.lock')).toBe(true);
  expect(await ask(6, 'A rebase')).toBe(true);
  expect(await ask(9, 'index.lock')).toBe(true);
  expect(await ask(10, 'A rebase')).toBe(false);
});

it('lets none wait for what has been under way for longer, but for what is new', async () => {
  const ask = makeHold();
  expect(await ask(0, 'A merge')).toBe(true);
  expect(await ask(11, 'A merge')).toBe(false);
  expect(await ask(60, 'A merge')).toBe(false);
  expect(await ask(61, 'index.lock')).toBe(true);
  expect(await ask(62, null)).toBe(false);
});
