import { expect, it } from 'vitest';
import { runCrashRounds } from './crashRounds.ts';

const ROUNDS = 50;

it('loses no acknowledged write, and leaves a clean repository, however often it is killed', {
  timeout: 600_000,
}, async () => {
  const report = await runCrashRounds({ rounds: ROUNDS });
  expect(report.rounds).toBe(ROUNDS);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS);
});
