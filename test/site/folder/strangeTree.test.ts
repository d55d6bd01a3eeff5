import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { createObjectStore } from '../../../src/git/objects/objects.ts';
import { createRefusedWatch } from '../../../src/git/publish/check/refusedPaths.ts';
import { createReports } from '../../../src/git/publish/reports.ts';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { errorsOf } from '../../errorsOf.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { runProgram } from '../../run/runProgram.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const PAGE = 'type: plain\ntitle: Smuggled in\nstatus: published\n';

/** Writes an object that git would not make by itself. */
function writeObject({ contentDir }: Site, type: 'blob' | 'tree', bytes: Buffer | string): string {
  const args = ['hash-object', '-t', type, '-w', '--literally', '--stdin'];
  return runProgram('git', args, { cwd: contentDir, input: bytes, encoding: 'utf8' }).trim();
}

type Row = readonly [mode: string, name: string, id: string];
const treeOf = (site: Site, rows: readonly Row[]): string =>
  writeObject(
    site,
    'tree',
    Buffer.concat(rows.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
  );

/** Moves the branch to a commit with these entries added to `pages/en`; nothing is checked out. */
function moveTo(site: Site, added: readonly Row[]): string {
  const rows = (path: string): readonly Row[] =>
    site
      .git('ls-tree', 'HEAD', path)
      .split('\n')
      .filter(Boolean)
      .map((line) => /^(\d+) \w+ (\w+)\t(?:.*\/)?(.+)$/.exec(line)!)
      .map(([, mode, id, name]) => [mode!.replace(/^0/, ''), name!, id!]);
  const within = (path: string, name: string, id: string): string =>
    treeOf(
      site,
      rows(path).map((row) => (row[1] === name ? [row[0], name, id] : row)),
    );
  const tree = within('.', 'pages', within('pages/', 'en', treeOf(site, [...rows('pages/en/'), ...added])));
  const commit = site.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Strange').trim();
  site.git('update-ref', 'HEAD', commit);
  return commit;
}

/** The refused paths among the problems that admins see. */
async function refusedPaths(site: Site): Promise<readonly string[]> {
  const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
  const problems = body.data as readonly { readonly code: string; readonly path: string }[];
  return problems
    .filter(({ code }) => code === 'REFUSED_PATH')
    .map(({ path }) => path)
    .sort();
}
const waitForRefused = (site: Site, paths: readonly string[]) =>
  expect.poll(() => refusedPaths(site), { timeout: 20_000 }).toEqual(paths);

it('SEC-6 a commit with forbidden names, links and submodules does not change what is served', async () => {
  const site = await makeSite(SMALL_SITE);
  const heard: unknown[] = [];
  site.cms.announcements.subscribe((changes) => heard.push(changes));
  const before = [...site.cms.store.all('page')];
  const blob = writeObject(site, 'blob', PAGE);
  const inner = treeOf(site, [['100644', 'evil.yaml', blob]]);
  const commit = moveTo(site, [
    ['40000', '..', inner],
    ['40000', '.git', inner],
    ['120000', 'link.yaml', writeObject(site, 'blob', '/etc/passwd')],
    ['160000', 'module', site.git('rev-parse', 'HEAD').trim()],
    ['100644', 'nul\\..\\x.yaml', blob],
    ['100644', 'huge.yaml', writeObject(site, 'blob', `title: ${'x'.repeat(5 * 1024 * 1024)}\n`)],
  ]);
  await expect
    .poll(async () => (await site.ask('GET /health', { as: 'viewer' })).body.commit, { timeout: 20_000 })
    .toBe(commit);
  expect([...site.cms.store.all('page')]).toEqual(before);
  expect(heard).toEqual([[]]);
  expect((await site.ask('GET /content/pages/about')).status).toBe(200);
  const strange = ['..', '.git', 'link.yaml', 'module', 'nul\\..\\x.yaml'].map((name) => `pages/en/${name}`);
  await waitForRefused(site, strange);
  await site.restart();
  await waitForRefused(site, strange);

  site.git('update-ref', 'HEAD', 'HEAD~1');
  await waitForRefused(site, []);
  expect([...site.cms.store.all('page')]).toEqual(before);
});

it('SEC-6 reports a link once even if it is checked out too, and none outside the records', async () => {
  const site = await makeSite(SMALL_SITE);
  for (const path of ['pages/en/link.yaml', 'notes.md']) symlinkSync('/etc/passwd', join(site.contentDir, path));
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Links');
  const problems = async () =>
    errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data).map(
      ({ code, path }: { code: string; path: string }) => [code, path],
    );
  await expect.poll(problems, { timeout: 20_000 }).toEqual([['NOT_A_FILE', 'pages/en/link.yaml']]);

  rmSync(join(site.contentDir, 'pages/en/link.yaml'));
  await expect.poll(problems, { timeout: 20_000 }).toEqual([['REFUSED_PATH', 'pages/en/link.yaml']]);
  site.git('commit', '--quiet', '--all', '--message=No link');
  await expect.poll(problems, { timeout: 20_000 }).toEqual([]);
});

it('SEC-6 reports a folder that a commit has in a million places, up to a limit', async () => {
  const site = await makeSite(SMALL_SITE);
  let tree = treeOf(site, [['120000', 'link.yaml', writeObject(site, 'blob', '/etc/passwd')]]);
  const names = Array.from({ length: 10 }, (_, n) => `f${n}`);
  for (let depth = 0; depth < 6; depth += 1)
    tree = treeOf(
      site,
      names.map((name): Row => ['40000', name, tree]),
    );
  const location = discoverRepository(site.contentDir)!;
  const objects = createObjectStore({ commonDir: location.commonDir, fs: durableFs });
  const reports = createReports();
  const commit = site.git('commit-tree', treeOf(site, [['40000', 'pages', tree]]), '-m', 'Bomb').trim();
  await createRefusedWatch({ location, objects, reports })(commit);
  expect(reports.list()).toHaveLength(100);
  expect(reports.list()[0]?.path).toBe('pages/f0/f0/f0/f0/f0/f0/link.yaml');
});

it('SEC-3 reports names in a commit that are the same to other file systems, once, wherever they are', async () => {
  const site = await makeSite({
    ...SMALL_SITE,
    'Site.yaml': 'siteName: Other\n',
    'pages/en/About.yaml': PAGE,
    'pages/en/Team/a.yaml': PAGE,
    'pages/en/team/b.yaml': PAGE,
    'pages/en/caf\u00e9/a.yaml': PAGE,
    'pages/en/cafe\u0301/b.yaml': PAGE,
    'media/files/Quay.png': 'one',
    'media/files/quay.png': 'another',
  });
  const collisions = async () =>
    (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data
      .filter(({ code }: { code: string }) => code === 'CASE_COLLISION')
      .map(({ path }: { path: string }) => path)
      .sort();
  const all = ['media/files/quay.png', 'pages/en/about.yaml', 'pages/en/caf\u00e9', 'pages/en/team', 'site.yaml'];
  await expect.poll(collisions, { timeout: 20_000 }).toEqual(all);
  await site.restart();
  await expect.poll(collisions, { timeout: 20_000 }).toEqual(all);
  site.git('rm', '-r', '--quiet', 'Site.yaml', 'pages/en/Team', 'media/files/Quay.png');
  site.git('commit', '--quiet', '--message=Gone');
  await expect.poll(collisions, { timeout: 20_000 }).toEqual(['pages/en/about.yaml', 'pages/en/caf\u00e9']);
});
