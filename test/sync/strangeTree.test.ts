import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const PAGE = 'type: plain\ntitle: Smuggled in\nstatus: published\n';

/** Writes an object that git would not make by itself. */
function writeObject({ contentDir }: Site, type: 'blob' | 'tree', bytes: Buffer | string): string {
  const args = ['hash-object', '-t', type, '-w', '--literally', '--stdin'];
  return execFileSync('git', args, { cwd: contentDir, input: bytes, encoding: 'utf8' }).trim();
}

type Row = readonly [mode: string, name: string, id: string];
const treeOf = (site: Site, rows: readonly Row[]): string =>
  writeObject(
    site,
    'tree',
    Buffer.concat(rows.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
  );

/** Moves the branch to a commit whose `pages/en` holds these entries besides its own; nothing is checked out. */
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

it('SEC-6 a commit with names, links and submodules that must not be there leaves what is served as it was', async () => {
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
});
