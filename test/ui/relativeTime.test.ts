import { expect, it } from 'vitest';
import { dayOf, relativeTime } from '../../src/ui/parts/relativeTime.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

it.each([
  ['2026-11-23T11:59:57Z', 'vor 3 Sekunden'],
  ['2026-11-23T09:00:00Z', 'vor 3 Stunden'],
  ['2026-11-24T12:00:00Z', 'morgen'],
  ['2026-05-12T12:00:00Z', '12. Mai'],
  ['2025-05-12T12:00:00Z', '12. Mai 2025'],
  ['2099-08-01T12:00:00Z', '1. Aug. 2099'],
])('says of %s what people say: %s', (value, words) => {
  expect(relativeTime(value, 'de', NOW)).toBe(words);
});

it.each([
  ['2026-11-23T23:30:00', 'heute'],
  ['2026-11-24T00:30:00', 'morgen'],
  ['2026-11-25T12:00:00', '25. Nov.'],
])('names the day of %s: %s', (value, words) => {
  expect(dayOf(value, 'de', Date.parse('2026-11-23T12:00:00'))).toBe(words);
});
