import { expect, it } from 'vitest';
import { relativeTime } from '../../src/ui/parts/Time.tsx';

const NOW = Date.parse('2026-11-23T12:00:00Z');

it.each([
  ['2026-11-23T11:59:57Z', '3 seconds ago'],
  ['2026-11-23T09:00:00Z', '3 hours ago'],
  ['2026-11-25T12:00:00Z', 'in 2 days'],
  ['2026-05-12T12:00:00Z', 'May 12'],
  ['2025-05-12T12:00:00Z', 'May 12, 2025'],
  ['2099-08-01T12:00:00Z', 'Aug 1, 2099'],
])('says of %s what people say: %s', (value, words) => {
  expect(relativeTime(value, 'en', NOW)).toBe(words);
});
