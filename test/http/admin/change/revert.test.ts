import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long } from '../../../long.ts';
import { type Login, makeSite, type Reply, type Site } from '../../../makeSite.ts';
import { PDF, upload } from '../../../media/samples.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const HOME = 'pages/en/home.yaml';
const ABOUT = 'pages/en/about.yaml';

const revert = (site: Site, commit: string, body?: object, as: Login = 'editor'): Promise<Reply> =>
  site.ask(`POST /admin/commits/${commit}/revert`, { as, ...(body && { body }) });
const put = (site: Site, id: number, body: object): Promise<Reply> =>
  site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body });
const commitOf = (reply: Reply): string => {
  expect(reply.status).toBeLessThan(300);
  return reply.headers.get('x-commit') ?? '';
};
const page = async (site: Site, id: number) => (await site.ask(`GET /admin/pages/${id}`, { as: 'viewer' })).body.data;

/** A developer's commit of all changes, which the server has read; returns its id. */
async function commitByHand(site: Site, files: Readonly<Record<string, string | null>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) site.git('rm', '--quiet', path);
    else site.write(path, text);
  }
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=By hand');
  const commit = site.git('rev-parse', 'HEAD').trim();
  await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: commit } });
  return commit;
}

function expectInOrder(site: Site): void {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(site.git('status', '--porcelain')).toBe('');
}

describe('reverting a commit', () => {
  it('restores an untouched file byte for byte, in one commit by the caller', async () => {
    const site = await makeSite(SMALL_SITE);
    const before = site.read(HOME);
    const commit = commitOf(await put(site, 1, { title: 'Hello', fields: { summary: 'Other.' } }));
    const reply = await revert(site, commit);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      commit: reply.headers.get('x-commit'),
      reverted: commit,
      records: [{ kind: 'page', key: 'en/home', id: 1, change: 'updated' }],
    });
    expect(site.read(HOME)).toBe(before);
    expect(site.newCommits()[0]).toBe('Revert "Update page "Hello" (en/home)"');
    const message = site.git('log', '-1', '--format=%an%n%B');
    expect(message).toContain('The editor');
    expect(message).toContain(`This reverts commit ${commit}.`);
    expect(message).toContain('Quire-Action: commit.revert');
    expect(message).toContain('Quire-Record: page/1 en/home');
    expectInOrder(site);
    const log = await site.ask('GET /admin/audit-logs?action=commit.revert', { as: 'viewer' });
    expect(log.body.data).toMatchObject([{ commit: reply.body.data.commit, actor: 'user/2', records: ['page/1'] }]);
  });

  it('keeps later changes, also in the same record', async () => {
    const site = await makeSite(SMALL_SITE);
    const commit = commitOf(await put(site, 1, { title: 'Hello' }));
    await put(site, 1, { fields: { summary: 'Later.' } });
    expect((await revert(site, commit)).status).toBe(200);
    expect(await page(site, 1)).toMatchObject({ title: 'Home', fields: { summary: 'Later.' } });
    // Reverting the revert brings it back.
    expect((await revert(site, site.git('rev-parse', 'HEAD').trim())).status).toBe(200);
    expect(await page(site, 1)).toMatchObject({ title: 'Hello', fields: { summary: 'Later.' } });
  });

  long.it("undoes a developer's commit, including moved, added and removed files, and keeps later edits", async () => {
    const site = await makeSite(SMALL_SITE);
    const commit = await commitByHand(site, {
      [ABOUT]: null,
      'pages/en/about-us.yaml': site.read(ABOUT).replace('About us', 'Who we are'),
      'pages/en/new.yaml': 'id: 9\ntype: plain\ntitle: New\n',
      'pages/en/secret.yaml': null,
      'menus/main.yaml': site.read('menus/main.yaml').replace('en/about', 'en/about-us'),
    });
    await put(site, 3, { metaTitle: 'Later' });
    const reply = await revert(site, commit.slice(0, 12));
    expect(reply.status).toBe(200);
    const { records } = reply.body.data;
    expect(records).toContainEqual({ kind: 'page', key: 'en/about', id: 3, change: 'updated' });
    expect(records).toContainEqual({ kind: 'page', key: 'en/new', id: 9, change: 'deleted' });
    expect(records).toContainEqual({ kind: 'page', key: 'en/secret', id: 4, change: 'created' });
    expect(await page(site, 3)).toMatchObject({ slug: 'about', title: 'About us', metaTitle: 'Later' });
    expect(site.read('pages/en/secret.yaml')).toBe(SMALL_SITE['pages/en/secret.yaml']);
    expect(site.read('menus/main.yaml')).toBe(SMALL_SITE['menus/main.yaml']);
    expect((await site.ask('GET /admin/pages/9', { as: 'viewer' })).status).toBe(404);
    expectInOrder(site);
  });

  it('reports clashes and writes nothing until they are resolved', async () => {
    const site = await makeSite(SMALL_SITE);
    const commit = commitOf(await put(site, 1, { title: 'Hello', fields: { summary: 'First.' } }));
    await put(site, 1, { title: 'Good day' });
    const head = site.git('rev-parse', 'HEAD');
    const refused = await revert(site, commit);
    expect(refusalOf(refused)).toBe('409 CONFLICT title');
    expect(refused.body.clashes).toEqual([
      {
        ...{ clashId: expect.any(String), kind: 'page', key: 'en/home', id: 1, path: ['title'] },
        ...{ base: 'Hello', ours: 'Good day', theirs: 'Home' },
      },
    ]);
    expect(site.git('rev-parse', 'HEAD')).toBe(head);
    expectInOrder(site);
    const at = { kind: 'page', key: 'en/home', path: ['title'] };
    const wrong = { ...at, path: ['slug'], take: 'ours' };
    expect(refusalOf(await revert(site, commit, { resolve: [{ ...at, take: 'ours' }, wrong] }))).toBe(
      '400 VALIDATION resolve.1',
    );
    expect(refusalOf(await revert(site, commit, { resolve: [at] }))).toBe('400 VALIDATION resolve.0');
    expect((await revert(site, commit, { resolve: [{ ...at, value: 'A third' }] })).status).toBe(200);
    expect(await page(site, 1)).toMatchObject({ title: 'A third', fields: { summary: 'Where it begins.' } });
  });

  it.each([
    ['ours', 'Good day'],
    ['theirs', 'Home'],
  ])('takes %s if that is chosen', async (take, title) => {
    const site = await makeSite(SMALL_SITE);
    const commit = commitOf(await put(site, 1, { title: 'Hello' }));
    await put(site, 1, { title: 'Good day' });
    await revert(site, commit, { resolve: [{ kind: 'page', key: 'en/home', path: ['title'], take }] });
    expect((await page(site, 1)).title).toBe(title);
  });

  it('deletes what the commit created, unless it has changed since: then the whole record is a clash', async () => {
    const site = await makeSite(SMALL_SITE);
    const made = await site.ask('POST /admin/pages', {
      as: 'editor',
      body: { title: 'New', slug: 'new', locale: 'en', type: 'plain' },
    });
    const { id } = made.body.data;
    await put(site, id, { title: 'Newer' });
    const refused = await revert(site, commitOf(made));
    expect(refused.status).toBe(409);
    expect(refused.body.clashes).toMatchObject([
      { kind: 'page', id, path: [], theirs: null, ours: { title: 'Newer' } },
    ]);
    const resolve = [{ kind: 'page', key: 'en/new', path: [], take: 'theirs' }];
    expect((await revert(site, commitOf(made), { resolve })).status).toBe(200);
    expect((await site.ask(`GET /admin/pages/${id}`, { as: 'viewer' })).status).toBe(404);
  });

  it('restores deleted files with the same ids and bytes', async () => {
    const site = await makeSite(SMALL_SITE);
    const before = site.read(HOME);
    const gone = commitOf(await site.ask('DELETE /admin/pages/1', { as: 'editor' }));
    expect((await revert(site, gone)).status).toBe(200);
    expect(site.read(HOME)).toBe(before);
    expect(await page(site, 1)).toMatchObject({ id: 1, title: 'Home', createdAt: '2026-01-04T16:20:11.204Z' });
    expectInOrder(site);
    // Something else in its place clashes with it.
    const again = commitOf(await site.ask('DELETE /admin/pages/1', { as: 'editor' }));
    await site.ask('POST /admin/pages', {
      as: 'editor',
      body: { title: 'Another', slug: 'home', locale: 'en', type: 'plain' },
    });
    expect((await revert(site, again)).body.clashes).toMatchObject([
      { key: 'en/home', path: [], ours: { title: 'Another' } },
    ]);
  });

  long.it('undoes a commit of 300 records in one commit, and keeps later edits', async () => {
    const pages = Array.from(
      { length: 300 },
      (_, at) => [`pages/en/p${at}.yaml`, `id: ${100 + at}\ntype: plain\ntitle: P${at}\n`] as const,
    );
    const site = await makeSite({ ...SMALL_SITE, ...Object.fromEntries(pages) });
    const commit = await commitByHand(
      site,
      Object.fromEntries(pages.map(([path, text]) => [path, `${text}status: draft\n`.replace('title: P', 'title: Q')])),
    );
    await put(site, 107, { metaTitle: 'Later' });
    const commits = site.newCommits().length;
    const reply = await revert(site, commit);
    expect(reply.status).toBe(200);
    expect(reply.body.data.records).toHaveLength(300);
    expect(site.newCommits()).toHaveLength(commits + 1);
    expect(site.read('pages/en/p299.yaml')).toBe(pages[299]![1]);
    expect(await page(site, 107)).toMatchObject({ title: 'P7', metaTitle: 'Later' });
    expectInOrder(site);
  });

  it('undoes a merge against its first parent', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('switch', '--quiet', '--create', 'other');
    site.write(ABOUT, site.read(ABOUT).replace('About us', 'Of us'));
    site.git('commit', '--quiet', '--all', '--message=Elsewhere');
    site.git('switch', '--quiet', 'main');
    site.git('merge', '--quiet', '--no-ff', '--message=Merge', 'other');
    const merge = site.git('rev-parse', 'HEAD').trim();
    await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'x' } });
    expect((await revert(site, merge)).status).toBe(200);
    expect(site.read(ABOUT)).toBe(SMALL_SITE[ABOUT]);
  });

  it('tells an editor what needs an admin, but undoes the rename of a page together with its redirect', async () => {
    const site = await makeSite(SMALL_SITE);
    const config = commitOf(await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'New' } }));
    expect(refusalOf(await revert(site, config))).toBe('403 FORBIDDEN');
    expect(refusalOf(await revert(site, config, undefined, 'viewer'))).toBe('403 FORBIDDEN');
    expect((await revert(site, config, undefined, 'admin')).status).toBe(200);
    expect(site.read('site.yaml')).toBe(SMALL_SITE['site.yaml']);
    const renamed = commitOf(await put(site, 3, { slug: 'who' }));
    expect((await revert(site, renamed)).status).toBe(200);
    expect(site.read(ABOUT)).toBe(SMALL_SITE[ABOUT]);
    const redirects = (await site.ask('GET /admin/redirects', { as: 'viewer' })).body.data;
    expect(redirects).toMatchObject([
      { fromPath: expect.stringContaining('who'), toPath: expect.stringContaining('about') },
    ]);
  });

  it('checks the result like any write', async () => {
    const site = await makeSite(SMALL_SITE);
    const commit = commitOf(await put(site, 3, { status: 'draft' }));
    const hidden = commitOf(await put(site, 1, { status: 'draft' }));
    await put(site, 1, { fields: { summary: null } });
    expect((await revert(site, commit)).status).toBe(200);
    expect(refusalOf(await revert(site, hidden))).toBe('400 VALIDATION page.en/home.fields.summary');
  });

  it('refuses the first commit, a commit without content, and one that is not on the branch', async () => {
    const site = await makeSite(SMALL_SITE, { subfolder: 'site' });
    const first = site.git('rev-list', '--max-parents=0', 'HEAD').trim();
    expect(refusalOf(await revert(site, first))).toBe('400 VALIDATION commit');
    site.git('commit', '--quiet', '--allow-empty', '--message=Nothing');
    const empty = site.git('rev-parse', 'HEAD').trim();
    const elsewhere = site.git('commit-tree', '-p', 'HEAD', '-m', 'Elsewhere', 'HEAD^{tree}').trim();
    await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'x' } });
    expect(refusalOf(await revert(site, empty))).toBe('400 VALIDATION commit');
    for (const unknown of [elsewhere, 'f'.repeat(40), 'HEAD', 'abc', 'zzzz'])
      expect(refusalOf(await revert(site, unknown))).toBe('404 NOT_FOUND');
  });

  it('leaves files that are not records unchanged, and names them', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'NOTES.txt': 'one\n' });
    const commit = await commitByHand(site, {
      'NOTES.txt': 'two\n',
      [ABOUT]: `${SMALL_SITE[ABOUT]}seo: { metaTitle: Us }\n`,
    });
    const reply = await revert(site, commit);
    expect(reply.body.meta).toEqual({ leftOut: ['NOTES.txt'] });
    expect([site.read('NOTES.txt'), site.read(ABOUT)]).toEqual(['two\n', SMALL_SITE[ABOUT]]);
  });

  it('refuses a version that cannot be read', async () => {
    const site = await makeSite(SMALL_SITE);
    await commitByHand(site, { [ABOUT]: 'title: [\n' });
    const mended = await commitByHand(site, { [ABOUT]: SMALL_SITE[ABOUT]! });
    expect(refusalOf(await revert(site, mended))).toBe(`409 CONFLICT ${ABOUT}`);
  });

  it('restores and removes the file of a media item with its record', async () => {
    const site = await makeSite(SMALL_SITE);
    const sent = await upload(site, 'words.pdf', PDF);
    const added = commitOf(sent);
    const { id, filename } = sent.body.data;
    const file = `media/files/${filename}`;
    const gone = commitOf(await site.ask(`DELETE /admin/media/${id}`, { as: 'editor' }));
    expect(existsSync(join(site.contentDir, file))).toBe(false);
    expect((await revert(site, gone)).status).toBe(200);
    expect(readFileSync(join(site.contentDir, file))).toEqual(Buffer.from(PDF));
    expect((await site.ask(`GET /admin/media/${id}`, { as: 'viewer' })).body.data.filename).toBe(filename);
    expectInOrder(site);
    expect((await revert(site, added)).status).toBe(200);
    expect(existsSync(join(site.contentDir, file))).toBe(false);
    expect((await site.ask(`GET /admin/media/${id}`, { as: 'viewer' })).status).toBe(404);
    expectInOrder(site);
    const changed = await commitByHand(site, {
      'media/files/loose.txt': 'one',
      'media/loose.yaml': 'filename: loose.txt\n',
    });
    const replaced = await commitByHand(site, { 'media/files/loose.txt': 'two' });
    expect((await revert(site, replaced)).status).toBe(200);
    expect(site.read('media/files/loose.txt')).toBe('one');
    await commitByHand(site, { 'media/files/loose.txt': 'three' });
    expect(refusalOf(await revert(site, changed))).toBe('409 CONFLICT media/files/loose.txt');
  });

  it('brings back files beside the media items for admins only', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'media/files/package.json': '{}\n' });
    const gone = await commitByHand(site, {
      'media/files/package.json': null,
      [ABOUT]: `${SMALL_SITE[ABOUT]}seo: { metaTitle: Us }\n`,
    });
    const refused = await revert(site, gone);
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      403,
      'The commit changed the file media/files/package.json: reverting it needs the role admin',
    ]);
    expect(existsSync(join(site.contentDir, 'media/files/package.json'))).toBe(false);
    expect((await revert(site, gone, undefined, 'admin')).status).toBe(200);
  });

  it('checks that the file exists if media is kept outside git', async () => {
    const site = await makeSite(SMALL_SITE, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: 'media-files' } });
    await commitByHand(site, { 'media/lost.yaml': 'filename: lost.txt\n' });
    const gone = await commitByHand(site, { 'media/lost.yaml': null });
    expect(refusalOf(await revert(site, gone))).toBe('409 CONFLICT lost.txt');
  });

  it('tells blocks without ids in their files apart, and takes the chosen side of one that both changed', async () => {
    const page = (...bodies: readonly string[]) =>
      `id: 1\ntype: article\ntitle: Home\nfields: { summary: Here }\nregions:\n  content:\n${bodies.map((body) => `    - { type: text, fields: { body: ${body} } }\n`).join('')}`;
    const site = await makeSite({ ...SMALL_SITE, [HOME]: page('Alpha words', 'Beta words') });
    const blocks = async (): Promise<readonly string[]> =>
      (await site.ask('GET /admin/pages/1/blocks', { as: 'viewer' })).body.data.content.map(
        ({ fields }: { fields: { body: string } }) => fields.body,
      );
    const added = await commitByHand(site, { [HOME]: page('Gamma text', 'Alpha words', 'Beta words') });
    const [, , { pb_id: beta }] = (await site.ask('GET /admin/pages/1/blocks', { as: 'viewer' })).body.data.content;
    const change = { as: 'editor', body: { fields: { body: 'Beta words, later' } } } as const;
    const edited = commitOf(await site.ask(`PUT /admin/blocks/${beta}`, change));
    expect((await revert(site, added)).status).toBe(200);
    expect(await blocks()).toEqual(['Alpha words', 'Beta words, later']);
    await site.ask(`DELETE /admin/pages/1/blocks/${beta}`, { as: 'editor' });
    const refused = await revert(site, edited);
    expect(refused.body.clashes).toMatchObject([{ kind: 'page', path: ['regions', 'content', 1], ours: null }]);
    const [{ kind, key, path }] = refused.body.clashes;
    expect((await revert(site, edited, { resolve: [{ kind, key, path, take: 'theirs' }] })).status).toBe(200);
    expect(await blocks()).toEqual(['Alpha words', 'Beta words']);
    expectInOrder(site);
  });
});
