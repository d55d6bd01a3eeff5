import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createProposalSchedule } from '../../src/proposal/schedule.ts';

const actor = { type: 'user', id: 1, name: 'A'.repeat(200_000), email: 'ada@example.org', role: 'editor' } as const;

it('remembers the last of several times that are given or taken back at once', async () => {
  const privateDir = mkdtempSync(join(tmpdir(), 'quire-schedule-'));
  onTestFinished(() => rmSync(privateDir, { recursive: true, force: true }));
  mkdirSync(join(privateDir, 'state'));
  const schedule = createProposalSchedule({
    proposals: {
      publish: () => Promise.reject(new Error('nothing is due')),
      unseenSince: () => Promise.reject(new Error('nobody looks')),
      subscribe: () => () => undefined,
    },
    privateDir,
    clock: () => new Date('2026-01-01T00:00:00.000Z'),
    presentActor: () => null,
    onError: () => undefined,
  });
  onTestFinished(schedule.close);
  const due = { at: '2027-01-01T00:00:00.000Z', actor, head: '0'.repeat(40) };
  const names = Array.from({ length: 20 }, (_, index) => `change-${index}`);
  for (const name of names) await schedule.set(name, due);
  // What is less to write would be written sooner.
  await Promise.all(names.map((name) => schedule.set(name, null)));
  const kept: object = JSON.parse(readFileSync(join(privateDir, 'state', 'changes.json'), 'utf8'));
  expect(Object.keys(kept)).toEqual([]);
});
