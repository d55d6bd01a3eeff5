import { watch as fsWatch, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createRepository } from '../../../src/git/repository.ts';
import { createAnnouncements } from '../../../src/site/announcements.ts';
import { openRecords } from '../../../src/site/folder/openRecords.ts';
import { createCommittedChanges } from '../../../src/site/version/committedChanges.ts';
import type { WatchFolder } from '../../../src/site/watch/folderWatches.ts';
import { createHeadFollower } from '../../../src/site/watch/followHead.ts';
import { startWatch } from '../../../src/site/watch/watch.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const ABOUT = 'pages/en/about.yaml';
const soon = (look: () => unknown) => expect.poll(look, { timeout: 10_000, interval: 40 });

interface Options {
  readonly watchFolder: WatchFolder;
  readonly failsFirst?: number;
}

/** The parts of a server that follow the files, on a system that reports changes only through `watchFolder`. */
async function makeFollowed({ watchFolder, failsFirst = 0 }: Options) {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  const repo = await createRepository({ contentDir: site.contentDir });
  const records = await openRecords({
    repo,
    privateDir: site.privateDir,
    findGit: async () => null,
    clock: () => new Date(),
  });
  const { store, history, readRecord, homes, head } = records;
  const announcements = createAnnouncements(() => undefined);
  const committed = createCommittedChanges({ repo, store, readRecord });
  const { indexer } = homes.content;
  const follower = createHeadFollower({ repo, store, indexer, history, committed, announcements, head });
  const errors: string[] = [];
  let left = failsFirst;
  const watch = startWatch({
    repo,
    homes: {
      content: { ...homes.content, repo },
      private: { ...homes.private, repo: { root: site.privateDir } },
    },
    follower,
    onBranches: async () => undefined,
    inTurn: async (task) => {
      left -= 1;
      if (left >= 0) throw new Error('not now');
      return task();
    },
    onError: (_, message) => errors.push(message),
    timing: { sweepMs: 50, blindSweepMs: 50 },
    watchFolder,
  });
  onTestFinished(async () => {
    await watch.close();
    await repo.close();
  });
  const title = (key: string): string | undefined => store.byKey('page', key)?.data.title;
  return { site, store, watch, errors, title };
}

const refuse =
  (code: string): WatchFolder =>
  () => {
    throw Object.assign(new Error(`${code}: no more watches`), { code });
  };
const deaf: WatchFolder = (folder) => fsWatch(folder, { persistent: false }, () => undefined);

it.each(['ENOSPC', 'EMFILE'])(
  'finds every change by looking when the system has no watches left (%s)',
  async (code) => {
    const { site, watch, errors, title } = await makeFollowed({ watchFolder: refuse(code) });
    site.write(ABOUT, site.read(ABOUT).replace('About us', 'Edited'));
    site.write('pages/en/deep/er/new.yaml', 'type: plain\ntitle: New\n');
    rmSync(join(site.contentDir, 'pages/en/secret.yaml'));
    await soon(() => [title('en/about'), title('en/deep/er/new'), title('en/secret')]).toEqual([
      'Edited',
      'New',
      undefined,
    ]);
    expect(watch.problems()).toEqual([
      expect.objectContaining({ code: 'UNWATCHED', message: expect.stringContaining(code) }),
    ]);
    // Reported once, not for every folder.
    expect(errors).toEqual(['Not every folder can be watched: changes are noticed later']);
  },
);

it('finds what the system did not report: files, HEAD, and a change that kept size and time', async () => {
  const { site, store, watch, title } = await makeFollowed({ watchFolder: deaf });
  site.write(ABOUT, site.read(ABOUT).replace('About us', 'Edited'));
  site.git('commit', '--quiet', '--all', '--message=By hand');
  await soon(() => title('en/about')).toBe('Edited');
  await soon(() => store.byKey('page', 'en/about')?.updatedAt).toBe('2026-01-01T00:00:00.000Z');

  const file = join(site.contentDir, ABOUT);
  const at = new Date('2026-01-02T00:00:00Z');
  utimesSync(file, at, at);
  await soon(() => title('en/about')).toBe('Edited');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Edited', 'edited'));
  utimesSync(file, at, at);
  await soon(() => title('en/about')).toBe('edited');
  expect(watch.problems()).toEqual([]);
});

it('follows later what it could not follow at first', async () => {
  const { site, errors, title } = await makeFollowed({ watchFolder: deaf, failsFirst: 2 });
  site.write(ABOUT, site.read(ABOUT).replace('About us', 'Edited'));
  await soon(() => title('en/about')).toBe('Edited');
  expect(new Set(errors)).toEqual(new Set(['Changes made outside Quire could not be read; trying again']));
});
