import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { debounce } from '../../../src/lib/turn/debounce.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const times = { quietMs: 100, maxMs: 500 };

it('works once when it is quiet', async () => {
  const work = vi.fn(async () => undefined);
  const { touch } = debounce({ ...times, work });
  touch();
  await vi.advanceTimersByTimeAsync(60);
  touch();
  await vi.advanceTimersByTimeAsync(60);
  expect(work).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('does not wait forever if it never becomes quiet', async () => {
  const work = vi.fn(async () => undefined);
  const { touch } = debounce({ ...times, work });
  for (let n = 0; n < 15; n += 1) {
    touch();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(work).toHaveBeenCalledTimes(1);
});

it('works once more for touches during a run, and never twice at once', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const { touch } = debounce({ ...times, work });
  touch();
  await vi.advanceTimersByTimeAsync(100);
  touch();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
});

it('waits for the current run when it is closed, and starts no more', async () => {
  let end: () => void = () => undefined;
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { touch, close } = debounce({ ...times, work });
  touch();
  await vi.advanceTimersByTimeAsync(100);
  touch();
  let isClosed = false;
  const closing = close().then(() => (isClosed = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isClosed).toBe(false);
  end();
  await closing;
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(1);
});
