import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRepository } from '../../src/git/repository.ts';
import { openRecords } from '../../src/sync/openRecords.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

/** A site whose server is stopped, and which begins without what that had remembered. */
async function makeStoppedSite() {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  return site;
}

it('does not wait longer than it may for the history, and has its times later', async () => {
  const { contentDir, privateDir } = await makeStoppedSite();

  rmSync(`${privateDir}/state/history.bin`, { force: true });
  const repo = await createRepository({ contentDir });
  const clock = (): Date => new Date('2100-01-01T00:00:00Z');
  const records = await openRecords({ repo, privateDir, nativeGit: null, clock, historyTimeoutMs: 0 });
  const updatedAt = (): string | undefined => records.store.get('page', 3)?.updatedAt;
  expect(records.isHistoryReady).toBe(false);
  expect(records.store.count('page')).toBe(4);
  expect(updatedAt()).not.toBe('2026-01-01T00:00:00.000Z');
  await records.historyReady;
  await records.homes.content.indexer.load();
  expect(updatedAt()).toBe('2026-01-01T00:00:00.000Z');
  await repo.close();
});

it('has the times of the history at once when that is quick', async () => {
  const { contentDir, privateDir } = await makeStoppedSite();
  const repo = await createRepository({ contentDir });
  const records = await openRecords({ repo, privateDir, nativeGit: null, clock: () => new Date() });
  expect(records.isHistoryReady).toBe(true);
  expect(records.head).toBe(await repo.head());
  expect(records.store.get('page', 3)?.updatedAt).toBe('2026-01-01T00:00:00.000Z');
  expect(records.store.count('user')).toBe(3);
  await repo.close();
});
