import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EntryChange } from '../../../src/model/entry.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const ABOUT = 'pages/en/about.yaml';
/** When the developer of `makeSite` commits. */
const COMMITTED = '2026-01-01T00:00:00.000Z';

/** Records every change of the store from now on. */
function watch({ cms }: Site): readonly EntryChange[] {
  const seen: EntryChange[] = [];
  cms.store.add({ apply: (changes) => seen.push(...changes) });
  return seen;
}

/** Any write: the commits of others are read before it. */
async function writeSomething(site: Site): Promise<void> {
  const { status } = await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: `No. ${Math.random()}` } });
  expect(status).toBe(200);
}

const commit = (site: Site, message = 'By hand'): string => {
  site.git('add', '--all');
  return site.git('commit', '--quiet', `--message=${message}`);
};
const pages = (changes: readonly EntryChange[]): readonly unknown[] =>
  changes.filter(({ kind }) => kind === 'page').map(({ before, after }) => [before?.key, after?.key]);
const problemsOf = ({ cms }: Site): readonly string[] =>
  cms.store.problems().map(({ path, code }) => `${code} ${path}`);

it('follows a commit that a developer makes between two writes', async () => {
  const site = await makeSite(SMALL_SITE);
  const seen = watch(site);
  site.write(ABOUT, site.read(ABOUT).replace('About us', 'About you'));
  site.write('pages/en/new.yaml', 'id: 40\ntype: plain\ntitle: New\nstatus: published\n');
  site.git('rm', '--quiet', 'pages/en/secret.yaml');
  commit(site);
  await writeSomething(site);
  expect(pages(seen)).toHaveLength(3);
  expect(pages(seen)).toEqual(
    expect.arrayContaining([
      ['en/about', 'en/about'],
      ['en/secret', undefined],
      [undefined, 'en/new'],
    ]),
  );
  expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About you');
  expect((await site.ask('GET /content/pages/new')).status).toBe(200);
  expect(site.newCommits()).toHaveLength(2);
});

it('follows a file that git mv has moved as one record', async () => {
  const site = await makeSite(SMALL_SITE);
  const seen = watch(site);
  site.git('mv', ABOUT, 'pages/en/us.yaml');
  commit(site);
  await writeSomething(site);
  expect(pages(seen)).toEqual([['en/about', 'en/us']]);
  expect(site.cms.store.get('page', 3)?.key).toBe('en/us');
});

it('follows a branch that is checked out, and back again', async () => {
  const site = await makeSite(SMALL_SITE);
  site.git('checkout', '--quiet', '-b', 'draft');
  site.write(ABOUT, site.read(ABOUT).replace('About us', 'On a branch'));
  commit(site);
  await writeSomething(site);
  expect(site.cms.store.get('page', 3)?.data).toMatchObject({ title: 'On a branch' });
  site.git('checkout', '--quiet', 'main');
  await writeSomething(site);
  expect(site.cms.store.get('page', 3)?.data).toMatchObject({ title: 'About us' });
});

it('keeps the last good record of a file that a commit breaks, until another repairs it', async () => {
  const site = await makeSite(SMALL_SITE);
  const good = site.read(ABOUT);
  site.write(ABOUT, good.replace('title: About us', 'title: [About'));
  commit(site);
  await writeSomething(site);
  expect(site.cms.store.get('page', 3)?.data).toMatchObject({ title: 'About us' });
  expect(problemsOf(site)).toEqual([`SYNTAX ${ABOUT}`]);
  site.write(ABOUT, good.replace('About us', 'Mended'));
  commit(site);
  await writeSomething(site);
  expect(site.cms.store.get('page', 3)?.data).toMatchObject({ title: 'Mended' });
  expect(problemsOf(site)).toEqual([]);
});

it('serves everything else if it starts with a broken file', async () => {
  const site = await makeSite({ ...SMALL_SITE, [ABOUT]: 'title: [\n' });
  expect(problemsOf(site)).toEqual([`SYNTAX ${ABOUT}`]);
  expect((await site.ask('GET /content/pages/home')).status).toBe(200);
  expect((await site.ask('GET /content/pages/about')).status).toBe(404);
});

it('serves a file that is broken at the start from its newest readable commit', async () => {
  const site = await makeSite(SMALL_SITE);
  const good = site.read(ABOUT);
  site.write(ABOUT, good.replace('About us', 'Newer'));
  commit(site);
  site.write(ABOUT, good.replace('title: About us', 'title: [About'));
  commit(site);
  site.write(ABOUT, `<<<<<<< HEAD\n${good}=======\n${good}>>>>>>> other\n`);
  site.write('pages/en/new.yaml', 'title: [never good\n');
  await site.restart();
  expect((await site.ask('GET /content/pages/about')).body.data).toMatchObject({ id: 3, title: 'Newer' });
  expect((await site.ask('GET /content/pages/new')).status).toBe(404);
  expect(problemsOf(site).toSorted()).toEqual([`SYNTAX ${ABOUT}`, 'SYNTAX pages/en/new.yaml']);
  expect((await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'Mine' } })).status).toBe(409);

  site.write(ABOUT, good.replace('About us', 'Mended'));
  await expect.poll(() => site.cms.store.get('page', 3)?.data).toMatchObject({ title: 'Mended' });
  expect(problemsOf(site)).toEqual(['SYNTAX pages/en/new.yaml']);
});

it('follows a commit that replaces a folder by a file, and one with other files', async () => {
  const site = await makeSite({ ...SMALL_SITE, 'pages/en/docs/a.yaml': 'id: 50\ntype: plain\ntitle: A\n' });
  site.git('rm', '--quiet', '-r', 'pages/en/docs');
  site.write('pages/en/docs', 'no folder any more\n');
  site.write('package.json', '{');
  site.write('.github/workflows/ci.yaml', 'on: push\n');
  commit(site);
  await writeSomething(site);
  expect(site.cms.store.get('page', 50)).toBeUndefined();
  expect(problemsOf(site)).toEqual([]);
});

it('takes times from the last commit, to the millisecond for its own, and from the file if it is not committed', async () => {
  const site = await makeSite(SMALL_SITE);
  const updatedAt = (id: number): string | undefined => site.cms.store.get('page', id)?.updatedAt;
  expect(updatedAt(3)).toBe(COMMITTED);
  site.setTime('2026-02-01T12:34:56.789Z');
  await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'About them' } });
  expect(updatedAt(3)).toBe('2026-02-01T12:34:56.789Z');
  site.write('pages/en/secret.yaml', `${site.read('pages/en/secret.yaml')}# edited\n`);
  await site.restart();
  expect(updatedAt(3)).toBe('2026-02-01T12:34:56.789Z');
  expect(updatedAt(1)).toBe(COMMITTED);
  expect(updatedAt(4)! > NOW).toBe(true);
});

it('is the same after a restart, with and without its caches', async () => {
  const site = await makeSite({ ...SMALL_SITE, 'pages/en/loose.yaml': 'type: plain\ntitle: Without an id\n' });
  await site.ask('PUT /admin/pages/3', { as: 'admin', body: { slug: 'about-them' } });
  await site.ask('POST /admin/pages', { as: 'admin', body: { title: 'Another', typeId: 2 } });
  site.git('mv', 'pages/en/secret.yaml', 'pages/en/open.yaml');
  commit(site);
  await writeSomething(site);
  const stateOf = () => [...site.cms.store.all('page')].sort((a, b) => a.id - b.id);
  const before = stateOf();
  await site.restart();
  expect(existsSync(join(site.privateDir, 'state', 'parse-cache.bin'))).toBe(true);
  expect(stateOf()).toEqual(before);
  await site.stop();

  for (const name of ['parse-cache.bin', 'private-cache.bin', 'history.bin'])
    rmSync(join(site.privateDir, 'state', name), { force: true });
  await site.restart();
  expect(stateOf()).toEqual(before);
});

it('keeps the ids of a page that is copied, whatever the copy is called', async () => {
  const site = await makeSite(SMALL_SITE);
  const copies = ['pages/de/about.yaml', 'pages/en/about-2.yaml'];
  const idsOf = () => ['en/about', 'de/about', 'en/about-2'].map((key) => site.cms.store.byKey('page', key)?.id);
  const isKept = (): void => {
    expect(idsOf()[0]).toBe(3);
    expect(new Set(idsOf()).size).toBe(3);
    expect([...problemsOf(site)].sort()).toEqual(copies.map((path) => `DUPLICATE_ID ${path}`));
  };
  for (const copy of copies) site.write(copy, site.read(ABOUT));
  await site.restart();
  isKept();
  commit(site);
  await writeSomething(site);
  await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'Written after its copies' } });
  isKept();
  const ids = idsOf();
  await site.restart();
  isKept();
  expect(idsOf()).toEqual(ids);
});

it('works the same without the git program', async () => {
  const site = await makeSite(SMALL_SITE, { usesNativeGit: false });
  const seen = watch(site);
  site.git('mv', ABOUT, 'pages/en/us.yaml');
  commit(site);
  await writeSomething(site);
  expect(pages(seen)).toEqual([['en/about', 'en/us']]);
  expect(site.cms.store.get('page', 3)?.updatedAt).toBe(COMMITTED);
});
