import { expect, it } from 'vitest';
import { effort } from '../effort.ts';
import { runBeside } from './besideRun.ts';

it('loses no acknowledged write without a report while a developer works in the same folder', {
  timeout: 120_000,
}, async () => {
  const report = await runBeside({ seconds: effort(60, 3) });
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.commandsRun).toBeGreaterThan(0);
});
