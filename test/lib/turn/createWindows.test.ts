import { expect, test } from 'vitest';
import { createWindows } from '../../../src/lib/turn/createWindows.ts';

test('a window begins with the first count and ends for all its counts at once', () => {
  let now = 1_000.7;
  const windows = createWindows(60, () => now);
  expect(windows.count('a')).toEqual({ count: 1, seconds: 60 });
  now += 59_000;
  expect(windows.count('a')).toEqual({ count: 2, seconds: 1 });
  expect(windows.count('b')).toEqual({ count: 1, seconds: 60 });
  now += 1_000;
  expect(windows.count('a')).toEqual({ count: 1, seconds: 60 });
});

test('one count can be taken back, or all of them', () => {
  const windows = createWindows(60, () => 0);
  windows.takeBack('a');
  windows.count('a');
  windows.takeBack('a');
  windows.takeBack('a');
  expect(windows.count('a').count).toBe(1);
  windows.count('a');
  windows.forget('a');
  expect(windows.count('a').count).toBe(1);
});

test('SEC-32 at most 64 K callers are remembered, the latest for longest', () => {
  const windows = createWindows(60, () => 0);
  windows.count('first');
  for (let n = 0; n < 64 * 1024 - 1; n += 1) windows.count(`other ${n}`);
  expect(windows.count('first').count).toBe(2);
  windows.count('one more');
  expect(windows.count('other 0').count).toBe(1);
  expect(windows.count('first').count).toBe(3);
});
