import { describe, expect, it } from 'vitest';
import type { Site as SiteVersion } from '../../src/site/site.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

/** Commits what `change` does on a branch, and returns to the live branch. */
function onBranch(site: Site, name: string, change: () => void): string {
  site.git('checkout', '--quiet', '-b', name);
  change();
  site.git('add', '--all');
  site.git('commit', '--quiet', `--message=On ${name}`);
  const commit = site.git('rev-parse', 'HEAD').trim();
  site.git('checkout', '--quiet', 'main');
  return commit;
}

const titleOf = ({ store }: Pick<SiteVersion, 'store'>, key: string): string | undefined =>
  store.byKey('page', key)?.data.title;

const retitle = (site: Site, path: string, title: string): void =>
  site.write(path, site.read(path).replace(/^title: .*$/m, `title: ${title}`));

it('holds the content of a commit, and leaves the live content as it is', async () => {
  const site = await makeSite(SMALL_SITE);
  const commit = onBranch(site, 'spring', () => {
    retitle(site, 'pages/en/about.yaml', 'Spring');
    site.git('rm', '--quiet', 'menus/main.yaml');
    site.write('pages/en/new.yaml', 'type: plain\ntitle: New\nstatus: draft\n');
  });
  const { sites, store } = site.cms;
  const snapshot = await sites.open('spring');
  expect(snapshot.commit).toBe(commit);
  expect(titleOf(snapshot, 'en/about')).toBe('Spring');
  expect(titleOf(snapshot, 'en/new')).toBe('New');
  expect(snapshot.store.count('menu')).toBe(0);
  expect(titleOf({ store }, 'en/about')).toBe('About us');
  expect(store.count('menu')).toBe(1);
});

it('shares equal records, and holds no users', async () => {
  const site = await makeSite(SMALL_SITE);
  const commit = onBranch(site, 'spring', () => retitle(site, 'pages/en/about.yaml', 'Spring'));
  const { sites, store } = site.cms;
  const snapshot = await sites.atCommit(commit);
  expect(snapshot.store.byKey('page', 'en/home')).toBe(store.byKey('page', 'en/home'));
  expect(snapshot.store.count('page')).toBe(4);
  expect(snapshot.store.count('user')).toBe(0);
  expect(await sites.atCommit(commit)).toBe(snapshot);
  expect(await sites.open(commit)).toBe(snapshot);
});

it('dates records by the history of their commit', async () => {
  const site = await makeSite(SMALL_SITE);
  const before = site.git('rev-parse', 'HEAD').trim();
  const page = site.cms.store.byKey('page', 'en/about')!;
  await site.ask('PATCH /admin/pages/3', { as: 'editor', body: { title: 'Other' } });
  await site.ask('PATCH /admin/pages/3', { as: 'editor', body: { title: 'About us' } });
  const present = site.cms.store.byKey('page', 'en/about')!;
  const past = (await site.cms.sites.atCommit(before)).store.byKey('page', 'en/about')!;
  expect([past.data.title, past.updatedAt]).toEqual([present.data.title, page.updatedAt]);
  expect(present.updatedAt).not.toBe(page.updatedAt);
});

it('serves the last good version of files that are broken in a commit, and reports the problems', async () => {
  const site = await makeSite(SMALL_SITE);
  onBranch(site, 'spring', () => retitle(site, 'pages/en/about.yaml', 'Spring'));
  site.git('checkout', '--quiet', 'spring');
  site.write('pages/en/about.yaml', 'title: [');
  site.git('commit', '--quiet', '--all', '--message=Break it');
  const broken = site.git('rev-parse', 'HEAD').trim();
  site.git('checkout', '--quiet', 'main');
  const snapshot = await site.cms.sites.atCommit(broken);
  expect(titleOf(snapshot, 'en/about')).toBe('Spring');
  expect(snapshot.store.problems()).toMatchObject([{ path: 'pages/en/about.yaml', code: 'SYNTAX' }]);
});

describe('the version of a branch', () => {
  it('is one store that moves along with the branch', async () => {
    const site = await makeSite(SMALL_SITE);
    const first = onBranch(site, 'spring', () => retitle(site, 'pages/en/about.yaml', 'Spring'));
    const { sites } = site.cms;
    const branch = await sites.open('spring');
    const { store } = branch;
    expect(titleOf(branch, 'en/about')).toBe('Spring');
    site.git('checkout', '--quiet', 'spring');
    const second = onBranch(site, 'summer', () => {
      retitle(site, 'pages/en/about.yaml', 'Summer');
      site.git('mv', 'pages/en/secret.yaml', 'pages/en/open.yaml');
    });
    site.git('branch', '--quiet', '--force', 'spring', second);
    expect(await sites.atBranch('refs/heads/spring')).toBe(branch);
    expect([branch.commit, branch.store === store]).toEqual([second, true]);
    expect(['en/about', 'en/secret', 'en/open'].map((key) => titleOf(branch, key))).toEqual([
      'Summer',
      undefined,
      'Not yet',
    ]);
    expect(branch.history.commitOf('pages/en/about.yaml')).toBe(second);
    expect(titleOf(await sites.atCommit(first), 'en/about')).toBe('Spring');
  });

  it('follows its branch into another history, with the times that records have there', async () => {
    const site = await makeSite(SMALL_SITE);
    onBranch(site, 'spring', () => {
      retitle(site, 'pages/en/about.yaml', 'Spring');
      site.write('pages/en/new.yaml', 'type: plain\ntitle: New\nstatus: draft\n');
      site.write('pages/en/broken.yaml', 'title: [');
    });
    const { sites } = site.cms;
    const branch = await sites.atBranch('refs/heads/spring');
    const inFirst = branch.store.byKey('page', 'en/about')!;
    expect(branch.store.problems()).toMatchObject([{ path: 'pages/en/broken.yaml' }]);
    const other = onBranch(site, 'autumn', () => {
      retitle(site, 'pages/en/about.yaml', 'Autumn');
      site.git('commit', '--quiet', '--all', '--message=First', '--date=2026-01-20T00:00:00Z');
      retitle(site, 'pages/en/about.yaml', 'Spring');
    });
    site.git('branch', '--quiet', '--force', 'spring', other);
    await branch.refresh();
    const fresh = await sites.atCommit(other);
    const inOther = branch.store.byKey('page', 'en/about')!;
    expect([branch.commit, titleOf(branch, 'en/new'), branch.store.problems()]).toEqual([other, undefined, []]);
    expect([inOther.rev, inOther.updatedAt]).toEqual([inFirst.rev, fresh.store.byKey('page', 'en/about')!.updatedAt]);
  });

  it('leaves other branches at the same commit where they are', async () => {
    const site = await makeSite(SMALL_SITE);
    const { sites } = site.cms;
    for (const name of ['spring', 'autumn']) site.git('branch', name);
    const [ours, theirs] = await Promise.all([sites.open('spring'), sites.open('autumn')]);
    const second = onBranch(site, 'winter', () => retitle(site, 'pages/en/about.yaml', 'Spring'));
    site.git('branch', '--quiet', '--force', 'spring', second);
    await sites.open('spring');
    expect([titleOf(ours, 'en/about'), titleOf(theirs, 'en/about')]).toEqual(['Spring', 'About us']);
  });
});

it('knows branches, tags, whole and abbreviated ids, branches of a host and merge requests', async () => {
  const site = await makeSite(SMALL_SITE);
  const commit = onBranch(site, 'spring/menu', () => retitle(site, 'pages/en/about.yaml', 'Spring'));
  site.git('tag', '--annotate', '--message=One', 'v1', commit);
  site.git('update-ref', 'refs/remotes/origin/autumn', commit);
  site.git('update-ref', 'refs/pull/7/head', commit);
  site.git('update-ref', 'refs/quire/requests/origin/8', commit);
  site.git('update-ref', 'refs/quire/dropped/old', commit);
  const { resolve } = site.cms.sites;
  for (const name of ['spring/menu', 'refs/heads/spring/menu', 'v1', 'origin/autumn', 'autumn', commit])
    expect(await resolve(name), name).toBe(commit);
  for (const name of ['pull/7/head', 'refs/pull/7/head', 'pull/8/head', 'merge-requests/8/head'])
    expect(await resolve(name), name).toBe(commit);
  expect(await resolve(site.git('rev-parse', '--short=9', 'HEAD').trim())).toBe(site.git('rev-parse', 'HEAD').trim());
  const tree = site.git('rev-parse', 'HEAD^{tree}').trim();
  for (const name of ['winter', 'quire/dropped/old', 'refs/quire/dropped/old', '0'.repeat(40), tree])
    await expect(resolve(name), name).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('does not know the name that a clone gives to the host’s default branch', async () => {
  const site = await makeSite(SMALL_SITE);
  site.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  site.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  for (const name of ['HEAD', 'origin/HEAD'])
    await expect(site.cms.sites.resolve(name), name).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('SEC-41 refuses names that look like options, expressions or paths', async () => {
  const { resolve } = (await makeSite(SMALL_SITE)).cms.sites;
  const names = [
    '',
    '-x',
    '--all',
    'main@{1}',
    '@',
    'main..v1',
    'main:site.yaml',
    'main^',
    'main~1',
    ':/fix',
    '../HEAD',
  ];
  for (const name of [...names, '/etc/passwd', 'a//b', 'a/.b', 'a.lock', 'a b', 'a\nb', 'a'.repeat(300)])
    await expect(resolve(name), name).rejects.toMatchObject({ code: 'VALIDATION' });
});

it('knows which commit was live at a moment', async () => {
  const site = await makeSite(SMALL_SITE);
  const first = site.git('rev-parse', 'HEAD').trim();
  await site.ask('PATCH /admin/pages/3', { as: 'editor', body: { title: 'Other' } });
  const second = site.git('rev-parse', 'HEAD').trim();
  const { atTime } = site.cms.sites;
  const commitAt = async (time: string): Promise<string> => (await atTime(new Date(time))).commit;
  expect(await commitAt('2026-01-15T00:00:00Z')).toBe(first);
  expect(await commitAt('2026-02-01T11:59:59.999Z')).toBe(first);
  expect(await commitAt('2026-02-01T12:00:00.000Z')).toBe(second);
  expect(await commitAt('2030-01-01T00:00:00Z')).toBe(second);
  await expect(atTime(new Date('2025-01-01T00:00:00Z'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
