import { expect, it } from 'vitest';
import { runBeside } from './besideRun.ts';

it('loses no acknowledged write without a report while a developer works in the same folder', {
  timeout: 120_000,
}, async () => {
  const report = await runBeside({ seconds: 12 });
  expect(report.acknowledged).toBeGreaterThan(10);
  expect(report.commandsRun).toBeGreaterThan(10);
});
