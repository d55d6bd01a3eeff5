import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ProposalEvent } from '../../src/proposal/branch/proposalAnnouncer.ts';
import { createProposalSchedule } from '../../src/proposal/schedule.ts';

const actor = { type: 'user', id: 1, name: 'A'.repeat(200_000), email: 'ada@example.org', role: 'editor' } as const;

function makeSchedule(before?: string) {
  const privateDir = mkdtempSync(join(tmpdir(), 'quire-schedule-'));
  onTestFinished(() => rmSync(privateDir, { recursive: true, force: true }));
  mkdirSync(join(privateDir, 'state'));
  if (before !== undefined) writeFileSync(join(privateDir, 'state', 'changes.json'), before);
  const errors: string[] = [];
  const listeners = new Set<(event: ProposalEvent) => void>();
  const schedule = createProposalSchedule({
    proposals: {
      publish: () => Promise.reject(new Error('nothing is due')),
      unseenSince: async (_, seen) => ({ head: seen, unseen: null }),
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    privateDir,
    clock: () => new Date('2026-01-01T00:00:00.000Z'),
    presentActor: () => null,
    onError: (error) => void errors.push(String(error)),
  });
  onTestFinished(schedule.close);
  return {
    ...{ schedule, errors },
    tell: (event: ProposalEvent) => {
      for (const listener of listeners) listener(event);
    },
    /** From now on nothing can be saved. */
    block() {
      rmSync(join(privateDir, 'state'), { recursive: true });
      writeFileSync(join(privateDir, 'state'), '');
    },
    kept: () => Object.keys(JSON.parse(readFileSync(join(privateDir, 'state', 'changes.json'), 'utf8')) as object),
  };
}

const due = { at: '2027-01-01T00:00:00.000Z', actor, head: '0'.repeat(40) };

it.each(['change.created', 'change.published', 'change.dropped'] as const)(
  'clears the time of the change after %s, whoever did that, and of no other',
  async (type) => {
    const { schedule, tell, kept } = makeSchedule();
    schedule.start();
    await schedule.set('menu', due);
    await schedule.set('other', due);
    tell({ type: 'change.updated', name: 'menu' });
    expect(schedule.of('menu')).toBe(due.at);
    tell({ type, name: 'menu' });
    expect([schedule.of('menu'), schedule.of('other')]).toEqual([null, due.at]);
    await schedule.close();
    expect(kept()).toEqual(['other']);
  },
);

it('remembers the last of several times that are set or cleared at once', async () => {
  const { schedule, kept } = makeSchedule();
  const names = Array.from({ length: 20 }, (_, index) => `change-${index}`);
  for (const name of names) await schedule.set(name, due);
  // A shorter file would be written sooner.
  await Promise.all(names.map((name) => schedule.set(name, null)));
  expect(kept()).toEqual([]);
});

it.each(['', '{"menu":{"at":"2027', 'null', '[]', '5'])(
  'starts without times, and says so, if their file is %j',
  (text) => {
    const { schedule, errors } = makeSchedule(text);
    schedule.start();
    expect(errors).toEqual([expect.stringMatching(/changes\.json cannot be read: .*set them again/)]);
  },
);

it('keeps the other times, and names the changes, if some entries of the file are not whole', () => {
  const broken = {
    gone: null,
    later: { ...due, at: 'later' },
    nobody: { ...due, actor: 1 },
    headless: { ...due, head: 1 },
  };
  const { schedule, errors } = makeSchedule(JSON.stringify({ ...broken, menu: due }));
  schedule.start();
  expect([...Object.keys(broken), 'menu'].map(schedule.of)).toEqual([null, null, null, null, due.at]);
  expect(errors).toEqual([expect.stringContaining(Object.keys(broken).join(', '))]);
});

it('keeps the time from before if another one cannot be saved', async () => {
  const { schedule, block } = makeSchedule();
  await schedule.set('menu', due);
  block();
  for (const wanted of [{ ...due, at: '2026-01-01T00:00:00.000Z' }, null])
    await expect(schedule.set('menu', wanted)).rejects.toThrow();
  await expect(schedule.set('other', due)).rejects.toThrow();
  expect([schedule.of('menu'), schedule.of('other')]).toEqual([due.at, null]);
});

it('tells as data why a change was not published at its time', async () => {
  const { schedule } = makeSchedule();
  schedule.start();
  const ada = { ...actor, name: 'Ada' };
  await schedule.set('menu', { ...due, at: '2025-12-31T00:00:00.000Z', actor: ada });
  await expect
    .poll(() => schedule.refusalOf('menu'))
    .toEqual([{ path: [], message: 'Ada may no longer publish it', reason: 'mayNotPublish', params: { name: 'Ada' } }]);
  expect(schedule.problems()[0]?.message).toContain('it cannot be published: Ada may no longer publish it');
});
