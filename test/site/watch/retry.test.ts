import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRetry } from '../../../src/site/watch/retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks at files once more after the delay, together', () => {
  const looked: (readonly string[])[] = [];
  const retry = createRetry(400, (paths) => looked.push(paths));
  retry.add(['a']);
  vi.advanceTimersByTime(200);
  retry.add(['a', 'b']);
  vi.advanceTimersByTime(1000);
  expect(looked).toEqual([['a', 'b']]);
});

it('looks at nothing after it was closed, not even at what is added then', () => {
  const looked: (readonly string[])[] = [];
  const retry = createRetry(400, (paths) => looked.push(paths));
  retry.add(['a']);
  retry.close();
  retry.add(['b']);
  vi.advanceTimersByTime(1000);
  expect(looked).toEqual([]);
});
