import { expect, test } from 'vitest';
import { createDoorkeeper } from '../../../src/http/public/replies.ts';

test('recognizes a text that it got before', () => {
  const isMet = createDoorkeeper(1024);
  expect(['a', 'b', 'a', 'b', '', ''].map(isMet)).toEqual([false, false, true, true, false, true]);
});

test('forgets texts that others pushed out, and rarely mistakes one for another', () => {
  const isMet = createDoorkeeper(64);
  const texts = Array.from({ length: 10_000 }, (_, index) => `/x?${index}`);
  expect(texts.filter(isMet).length).toBeLessThan(10);
  expect(texts.slice(0, 5000).filter(isMet).length).toBeLessThan(10);
});
