import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '../../../src/model/access.ts';
import { stride } from '../../effort.ts';
import { failingFs } from '../../git/failingFs.ts';
import { git, leftovers, NO_TROUBLES, troubles } from '../../git/sandbox.ts';
import { makeSite } from '../../makeSite.ts';
import { CHANGE, OPENING, onCopy, openSite, publish } from './readySite.ts';

const page = (id: number, title: string): string => `id: ${id}\ntype: article\ntitle: ${title}\nstatus: published\n`;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  ...{ 'pages/en/about.yaml': page(7, 'About us'), 'pages/en/old.yaml': page(8, 'Old') },
  ...{ 'pages/en/gone.yaml': page(9, 'Gone'), 'pages/en/home.yaml': page(10, 'Home') },
};

interface Ready {
  readonly folder: string;
  readonly live: string;
  readonly head: string;
  /** What the site is when the change is published. */
  readonly tree: string;
  readonly end: () => Promise<void>;
}

const headOf = (folder: string, name = 'HEAD'): string => git(`${folder}/content`, 'rev-parse', name);
const branchOf = (folder: string): string =>
  git(`${folder}/content`, 'for-each-ref', '--format=%(objectname)', `refs/heads/change/${CHANGE}`);

/** A change that edits, adds, renames and deletes pages; one of them clashes with what has become live meanwhile. */
async function makeReady(): Promise<Ready> {
  let end = async (): Promise<void> => undefined;
  const whenDone = (gone: () => Promise<void>): void => {
    end = gone;
  };
  const site = await makeSite(FILES, { whenDone });
  const ask = (call: string, body?: object, change?: string) =>
    site.ask(call, { as: 'editor', ...(body && { body }), ...(change && { headers: { 'Quire-Change': change } }) });
  await ask('POST /admin/changes', { title: 'Menu' });
  await ask('PUT /admin/pages/7', { title: 'Theirs' }, CHANGE);
  await ask('PATCH /admin/pages/8', { slug: 'renamed' }, CHANGE);
  await ask('DELETE /admin/pages/9', undefined, CHANGE);
  await ask('POST /admin/pages', { title: 'New', type: 'article', status: 'published' }, CHANGE);
  await ask('PUT /admin/pages/7', { title: 'Ours' });
  await ask('PUT /admin/pages/10', { title: 'Meanwhile' });
  await site.stop();
  const folder = dirname(site.contentDir);
  const tree = await onCopy(folder, async (copy) => {
    const cms = await openSite(copy);
    await publish(cms);
    await cms.close();
    expect([branchOf(copy), leftovers(`${copy}/content/.git`)]).toEqual(['', []]);
    return headOf(copy, 'HEAD^{tree}');
  });
  return { folder, live: headOf(folder), head: branchOf(folder), tree, end };
}

let ready: Ready;
beforeAll(async () => {
  ready = await makeReady();
  return ready.end;
});

/** The state after a restart; publishing again must give the same site as if nothing had happened. */
async function expectWhole(
  folder: string,
  when: string,
  isExcused: (path: string) => boolean = () => false,
): Promise<'before' | 'after'> {
  const content = `${folder}/content`;
  const cms = await openSite(folder);
  const isBefore = headOf(folder) === ready.live;
  const titles = [...cms.store.all('page')].map(({ data }) => data.title);
  expect(titles.toSorted(), when).toEqual(
    (isBefore ? ['Ours', 'Old', 'Gone', 'Meanwhile'] : ['Both', 'Old', 'New', 'Meanwhile']).toSorted(),
  );
  if (isBefore) expect(branchOf(folder), when).toBe(ready.head);
  else {
    expect(git(content, 'log', '-1', '--format=%P'), when).toBe(`${ready.live} ${ready.head}`);
    expect(headOf(folder, 'HEAD^{tree}'), when).toBe(ready.tree);
    expect(['', ready.head], when).toContain(branchOf(folder));
  }
  expect(troubles(content), when).toEqual(NO_TROUBLES);
  if (branchOf(folder) !== '')
    await (isBefore ? publish(cms) : cms.proposals.publish(CHANGE, { choices: [], actor: SYSTEM }));
  await cms.close();
  const left = leftovers(`${content}/.git`);
  expect(headOf(folder, 'HEAD^{tree}'), when).toBe(ready.tree);
  // A branch whose lock is held cannot be removed.
  const isHeld = left.some((path) => isExcused(path) && path.endsWith('.lock'));
  if (!isHeld) expect(branchOf(folder), when).toBe('');
  expect(troubles(content), when).toEqual(NO_TROUBLES);
  expect(
    left.filter((path) => !isExcused(path)),
    when,
  ).toEqual([]);
  return isBefore ? 'before' : 'after';
}

const PUBLISHER = fileURLToPath(new URL('../../../dist-test/publisher.js', import.meta.url));

/** Every step at which it may end, each on a copy of the site, with and without other work. */
const TIMEOUT = { timeout: 3_600_000 };

it('leaves all or nothing of a change wherever the publishing process is killed', TIMEOUT, async () => {
  const found = new Set<string>();
  let isOver = false;
  for (let call = 1; !isOver; call += stride(6))
    await onCopy(ready.folder, async (copy) => {
      const child = spawnSync(process.execPath, [PUBLISHER, copy, `${call}`]);
      isOver = child.signal !== 'SIGKILL';
      if (isOver) expect([child.status, child.stderr.toString()]).toEqual([0, '']);
      found.add(await expectWhole(copy, `killed at call ${call}`));
    });
  expect([...found].sort()).toEqual(['after', 'before']);
});

/** Ignores files that could not be removed because their process, this one, is still running. */
const isGuard = (path: string): boolean => /\.(?:keep|lock)$/.test(path);

it.each(['ENOSPC', 'EACCES'])('leaves all or nothing of a change wherever the disk says %s', TIMEOUT, async (code) => {
  const found = new Set<string>();
  let isOver = false;
  for (let call = 1; !isOver; call += stride(6))
    await onCopy(ready.folder, async (copy) => {
      const { fs, count } = failingFs(call, code);
      count.calls = OPENING;
      const cms = await openSite(copy, fs);
      count.calls = 0;
      const isDone = await publish(cms).then(
        () => true,
        () => false,
      );
      // HEAD is served, even in the process that had the failure.
      const served = cms.store.byKey('page', 'en/about')?.data.title;
      expect(served, `${code} at call ${call}`).toBe(headOf(copy) === ready.live ? 'Ours' : 'Both');
      if (isDone) expect(served, `${code} at call ${call}`).toBe('Both');
      await cms.close();
      isOver = count.calls < call;
      found.add(await expectWhole(copy, `${code} at call ${call}`, isGuard));
    });
  expect([...found].sort()).toEqual(['after', 'before']);
});
