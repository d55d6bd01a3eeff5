import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createHistory } from '../../../src/git/history/history.ts';
import { createRepository, type GitRepository } from '../../../src/git/repository.ts';
import { createAnnouncements } from '../../../src/site/announcements.ts';
import { openRecords } from '../../../src/site/folder/openRecords.ts';
import { createCommittedChanges } from '../../../src/site/version/committedChanges.ts';
import { recordNames } from '../../../src/site/version/recordNames.ts';
import { createHeadFollower } from '../../../src/site/watch/followHead.ts';
import { packWalk } from '../../../src/store/file/packedWalk.ts';
import { walkHome } from '../../../src/store/file/walkHome.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

/** A stopped site without its caches. */
async function makeStoppedSite() {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  return site;
}

/** The repository, in which no commit is read until `finish` is called. */
function holdCommits(repo: GitRepository) {
  let finish = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const readCommit = (id: string) => held.then(() => repo.objects.readCommit(id));
  return { slow: { ...repo, objects: { ...repo.objects, readCommit } }, finish };
}

it('waits for the history only up to the limit, and gets its times later', async () => {
  const { contentDir, privateDir } = await makeStoppedSite();

  rmSync(`${privateDir}/state/history.bin`, { force: true });
  const repo = await createRepository({ contentDir });
  const clock = (): Date => new Date('2100-01-01T00:00:00Z');
  const { slow, finish } = holdCommits(repo);
  const findGit = async () => null;
  const records = await openRecords({ repo: slow, privateDir, findGit, clock, historyTimeoutMs: 0 });
  const updatedAt = (): string | undefined => records.store.get('page', 3)?.updatedAt;
  expect(records.isHistoryReady).toBe(false);
  expect(records.store.count('page')).toBe(4);
  expect(updatedAt()).not.toBe('2026-01-01T00:00:00.000Z');
  finish();
  await records.historyReady;
  await records.homes.content.indexer.load();
  expect(updatedAt()).toBe('2026-01-01T00:00:00.000Z');
  await repo.close();
});

it('lets no write wait for a history that is being read for the first time, and has all of it in the end', async () => {
  const site = await makeStoppedSite();
  site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('About us', 'About them'));
  const head = site.git('rev-parse', 'HEAD').trim();
  const repo = await createRepository({ contentDir: site.contentDir });
  const { slow, finish } = holdCommits(repo);
  const history = await createHistory({
    repo: slow,
    cacheFile: `${site.privateDir}/none`,
    findGit: async () => null,
    names: recordNames,
  });
  const first = history.extend(head);
  site.git('commit', '--quiet', '--all', '--message=Meanwhile');
  const records = await openRecords({
    repo,
    privateDir: site.privateDir,
    findGit: async () => null,
    clock: () => new Date(),
  });
  const follower = createHeadFollower({
    repo,
    store: records.store,
    indexer: records.homes.content.indexer,
    history,
    committed: createCommittedChanges({ repo, store: records.store, readRecord: records.readRecord }),
    announcements: createAnnouncements(() => undefined),
    head,
  });
  await follower.follow();
  const present = site.git('rev-parse', 'HEAD').trim();
  expect([history.isReady, follower.head]).toEqual([false, present]);
  finish();
  await first;
  await history.extend(follower.head);
  expect(history.head()).toBe(present);
  expect(history.lastChange('page/3', 'pages/en/about.yaml')?.commit).toBe(present);
  await repo.close();
});

it('has the times of the history at once if it is quick', async () => {
  const { contentDir, privateDir } = await makeStoppedSite();
  const repo = await createRepository({ contentDir });
  const records = await openRecords({ repo, privateDir, findGit: async () => null, clock: () => new Date() });
  expect(records.isHistoryReady).toBe(true);
  expect(records.head).toBe(await repo.head());
  expect(records.store.get('page', 3)?.updatedAt).toBe('2026-01-01T00:00:00.000Z');
  expect(records.store.count('user')).toBe(3);
  await repo.close();
});

it('reads the files that another thread has listed', async () => {
  const { contentDir, privateDir } = await makeStoppedSite();
  const repo = await createRepository({ contentDir });
  const isOther = ({ path }: { readonly path: string }): boolean => path !== 'pages/en/about.yaml';
  const seen = packWalk([...walkHome(contentDir, 'content')].filter(isOther));
  const countPages = async (options: Pick<Parameters<typeof openRecords>[0], 'repo' | 'walk'>): Promise<number> => {
    const clock = (): Date => new Date();
    const { store } = await openRecords({ privateDir, findGit: async () => null, clock, ...options });
    return store.count('page');
  };
  expect(await countPages({ repo, walk: Promise.resolve(seen) })).toBe(3);
  // It failed, or listed files before an interrupted write was completed.
  expect(await countPages({ repo, walk: Promise.resolve(null) })).toBe(4);
  expect(await countPages({ repo: { ...repo, hasRecovered: true }, walk: Promise.resolve(seen) })).toBe(4);
  await repo.close();
});
