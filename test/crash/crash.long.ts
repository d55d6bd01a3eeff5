import { expect, it } from 'vitest';
import { effort } from '../effort.ts';
import { runCrashRounds } from './crashRounds.ts';

const ROUNDS = effort(50, 1);

it('loses no acknowledged write, and leaves a clean repository, however often it is killed', {
  timeout: 600_000,
}, async () => {
  const report = await runCrashRounds({ rounds: ROUNDS });
  expect(report.rounds).toBe(ROUNDS);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS);
});
