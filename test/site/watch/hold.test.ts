import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHold } from '../../../src/site/watch/hold.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A hold of ten seconds, asked at a given second with an operation under way. */
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

it('holds a batch while git works, and releases it when git is done', async () => {
  const ask = makeHold();
  expect(await ask(0, null)).toBe(false);
  expect(await ask(1, 'index.lock')).toBe(true);
  expect(await ask(5, 'index.lock')).toBe(true);
  expect(await ask(6, null)).toBe(false);
});

it('holds no batch longer than ten seconds, whatever operations follow each other', async () => {
  const ask = makeHold();
  expect(await ask(0, 'index.lock')).toBe(true);
  expect(await ask(6, 'A rebase')).toBe(true);
  expect(await ask(9, 'index.lock')).toBe(true);
  expect(await ask(10, 'A rebase')).toBe(false);
});

it('holds no batch for an operation that is older than that, but for a new one', async () => {
  const ask = makeHold();
  expect(await ask(0, 'A merge')).toBe(true);
  expect(await ask(11, 'A merge')).toBe(false);
  expect(await ask(60, 'A merge')).toBe(false);
  expect(await ask(61, 'index.lock')).toBe(true);
  expect(await ask(62, null)).toBe(false);
});
