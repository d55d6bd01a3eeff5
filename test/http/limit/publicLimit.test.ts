import { expect, test } from 'vitest';
import { createPublicLimit } from '../../../src/http/limit/publicLimit.ts';

function makeLimit(perMinute: number) {
  const time = { now: 1000 };
  return { time, limit: createPublicLimit(perMinute, () => time.now) };
}

const standingOf = (remaining: number, reset: number, retryAfterSeconds?: number) => ({
  lines: ['RateLimit-Limit', '2', 'RateLimit-Remaining', String(remaining), 'RateLimit-Reset', String(reset)],
  retryAfterSeconds,
});

test('a minute begins with the first request, and the next with the first request after it', () => {
  const { limit, time } = makeLimit(2);
  const rows = [
    { at: 1000, standing: standingOf(1, 60) },
    { at: 31_500, standing: standingOf(0, 30) },
    { at: 60_999, standing: standingOf(0, 1, 1) },
    { at: 61_000, standing: standingOf(1, 60) },
  ];
  for (const { at, standing } of rows) {
    time.now = at;
    expect([at, limit.count('192.0.2.1')]).toEqual([at, standing]);
  }
});

test('no minute is longer than sixty seconds', () => {
  const { limit, time } = makeLimit(2);
  // Adding sixty thousand to this and subtracting it again does not give sixty thousand in floating point.
  time.now = 44650.254569087956;
  expect(limit.count('192.0.2.1')).toEqual(standingOf(1, 60));
});

test('callers are counted separately, each IPv6 subscriber as one', () => {
  const { limit } = makeLimit(2);
  const remaining = (address: string) => limit.count(address).lines[3];
  expect(['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.1'].map(remaining)).toEqual(['1', '1', '0']);
  expect(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:3::1'].map(remaining)).toEqual(['1', '0', '1']);
});
