import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimestamp, parseTimestamp, toTimestamp } from '../../../src/model/text/timestamp.ts';
import { runs } from '../../effort.ts';

describe('a timestamp', () => {
  it.each([
    ['2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T09:00', '2026-01-05T09:00:00.000Z'],
    ['2026-01-05 09:00:30', '2026-01-05T09:00:30.000Z'],
    ['2026-01-05T09:00:30.5', '2026-01-05T09:00:30.500Z'],
    ['2026-01-05t09:00:30.123z', '2026-01-05T09:00:30.123Z'],
    ['2026-01-05T09:00:30.123456789Z', '2026-01-05T09:00:30.123Z'],
    ['2026-01-05T09:00:00+01:00', '2026-01-05T08:00:00.000Z'],
    ['2026-01-05T09:00:00-0530', '2026-01-05T14:30:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, time) => {
    expect(isTimestamp(text)).toBe(true);
    expect(toTimestamp(text)).toBe(time);
  });

  it.each([
    '',
    'now',
    '2026',
    '2026-01',
    '2026-1-5',
    '26-01-05',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-02-29',
    '2026-02-30',
    '2026-02-31T09:00:00+05:00',
    '2026-04-31',
    '1900-02-29',
    '2100-02-29',
    '2026-01-05T',
    '2026-01-05T9:00',
    '2026-01-05T25:00',
    '2026-01-05T09:60',
    '2026-01-05T09:00:60',
    '2026-01-05T09:00:00+25:00',
    '2026-01-05T09:00:00+01:60',
    '2026-01-05T09:00:00 Z',
    '2026-01-05T09:00:00CET',
    '2026-01-05T09:00:00,5Z',
    '2026-01-05T09:00:00.Z',
    '2026-01-05T09:00:00.1234567890Z',
    ' 2026-01-05',
    '2026-01-05\n',
    '2026-W02-1',
    '２０２６-01-05',
    '+002026-01-05',
    '-002026-01-05T00:00:00Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('is not %j', (text) => {
    expect(isTimestamp(text)).toBe(false);
  });

  it('is accepted exactly for the days that exist', () => {
    const day = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(day, ([year, month, date]) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
        const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
        const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        const exists = date >= 1 && date <= (lengths[month - 1] ?? 0);
        const times = [text, `${text}T12:00:00Z`, `${text}T12:00:00.000Z`];
        expect(times.map(isTimestamp)).toEqual([exists, exists, exists]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('in its stored form is not changed, and can be compared as text', () => {
    const moment = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [first, second] = [a.toISOString(), b.toISOString()];
        expect(toTimestamp(first)).toBe(first);
        expect(isTimestamp(first)).toBe(true);
        expect(Math.sign(parseTimestamp(first) - parseTimestamp(second))).toBe(
          first < second ? -1 : Number(first > second),
        );
      }),
    );
  });

  it('is nothing where there is none', () => {
    expect(parseTimestamp('yesterday')).toBeNaN();
  });
});
