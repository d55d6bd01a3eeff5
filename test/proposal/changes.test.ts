import { describe, expect, it } from 'vitest';
import { changeListEndpoints } from '../../src/http/admin/change/changeList.ts';
import type { ChangeDeps } from '../../src/http/admin/change/shownChange.ts';
import { SYSTEM } from '../../src/model/access.ts';
import { createActor } from '../../src/model/rights/createActor.ts';
import { createDraft } from '../../src/write/records.ts';
import { runGit } from '../git/remote/makeGitHost.ts';
import { beginRequest, fileForm } from '../http/beginRequest.ts';
import { refusalOf } from '../http/problemsOf.ts';
import { long } from '../long.ts';
import { type Login, makeSite, NOW, PASSWORD, type Site } from '../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: textarea }\n',
  'pages/en/about.yaml':
    'id: 7\ntype: article\ntitle: About us\nstatus: published\npublishedAt: 2026-01-05T09:00:00.000Z\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n  body: Long ago.\n',
};

const inChange = (name: string) => ({ 'Quire-Change': name });

describe('a change', () => {
  it('is made, written, read, compared and published, and nobody sees it before', async () => {
    const site = await makeSite(FILES);
    const made = await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Spring menu' } });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ name: 'spring-menu', title: 'Spring menu', author: 'The editor', ahead: 1 });
    const headers = inChange('spring-menu');
    const put = await site.ask('PUT /admin/pages/7', { as: 'editor', headers, body: { title: 'About the harbour' } });
    expect(put.body.data).toMatchObject({ id: 7, title: 'About the harbour' });
    const created = await site.ask('POST /admin/pages', {
      as: 'editor',
      headers,
      body: { title: 'New', type: 'article', status: 'published' },
    });
    expect([created.status, created.body.data.createdBy]).toEqual([201, 'The editor']);
    expect((await site.ask('GET /admin/pages/7', { as: 'editor' })).body.data.title).toBe('About us');
    expect((await site.ask('GET /content/pages/new')).status).toBe(404);
    expect((await site.ask('GET /admin/pages', { as: 'viewer', headers })).body.meta.total).toBe(2);
    const { data } = (await site.ask('GET /admin/changes/spring-menu', { as: 'viewer' })).body;
    expect(data.records).toEqual([
      {
        ...{ kind: 'page', key: 'en/about', id: 7, title: 'About the harbour', change: 'updated' },
        values: [{ path: ['title'], change: 'changed', before: 'About us', after: 'About the harbour' }],
      },
      expect.objectContaining({ kind: 'page', key: 'en/new', change: 'created' }),
    ]);
    expect(data).toMatchObject({ clashes: [], problems: [], ahead: 3, behind: 0 });
    expect(site.newCommits()).toEqual([]);
    const published = await site.ask('POST /admin/changes/spring-menu/publish', { as: 'editor', body: {} });
    expect(published.body.data).toMatchObject({ name: 'spring-menu', commit: site.git('rev-parse', 'HEAD').trim() });
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About the harbour');
    expect((await site.ask('GET /content/pages/new')).status).toBe(200);
    expect(site.git('log', '--first-parent', '--format=%s', '-1').trim()).toBe('Publish change "Spring menu"');
    expect(site.git('status', '--porcelain')).toBe('');
    expect((await site.ask('GET /admin/changes', { as: 'viewer' })).body.data).toEqual([]);
  });
});

/** Asks as an editor by default, on a change if one is named. */
const asking =
  (site: Site) =>
  async (call: string, body?: unknown, change?: string, as: Login = 'editor') =>
    site.ask(call, { as, ...(body !== undefined && { body }), ...(change && { headers: inChange(change) }) });

/** A site with a change that gives a page another title. */
async function withChange(title: string) {
  const site = await makeSite(FILES);
  const ask = asking(site);
  await ask('POST /admin/changes', { title: 'Menu' });
  await ask('PUT /admin/pages/7', { title }, 'menu');
  return { site, ask };
}

describe('values that both have changed', () => {
  it('are reported, and published as somebody chooses', async () => {
    const { site, ask } = await withChange('Theirs');
    await ask('PUT /admin/pages/7', { title: 'Ours', metaTitle: 'Kept' });
    const [clash] = (await ask('GET /admin/changes/menu')).body.data.clashes;
    expect(clash).toMatchObject({ kind: 'page', key: 'en/about', path: ['title'], base: 'About us' });
    expect([clash.ours, clash.theirs]).toEqual(['Ours', 'Theirs']);
    const refused = await ask('POST /admin/changes/menu/publish', {});
    expect([refused.status, refused.body.clashes]).toEqual([409, [clash]]);
    expect(refused.body.errors[0]).toMatchObject({ code: 'CONFLICT', path: ['title'] });
    const { kind, key, path } = clash;
    const wrong = await ask('POST /admin/changes/menu/publish', {
      resolve: [
        { kind, key, path, take: 'theirs' },
        { kind, key, path: ['slug'], take: 'ours' },
      ],
    });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, ['resolve', '1']]);
    const bad = await ask('POST /admin/changes/menu/publish', { resolve: [{ kind, key, path, value: 5 }] });
    expect(bad.status).toBe(400);
    expect(site.git('log', '--format=%s', '-1').trim()).toBe('Update page "Ours" (en/about)');
    const done = await ask('POST /admin/changes/menu/publish', { resolve: [{ kind, key, path, value: 'Both' }] });
    expect(done.status).toBe(200);
    const { data } = (await ask('GET /admin/pages/7')).body;
    expect([data.title, data.metaTitle]).toEqual(['Both', 'Kept']);
    expect(site.read('pages/en/about.yaml')).toContain('title: Both');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  long.it('are also settled when the live content is merged into the change', async () => {
    const { site, ask } = await withChange('Theirs');
    await ask('PUT /admin/pages/7', { title: 'Ours', metaTitle: 'Kept' });
    expect((await ask('POST /admin/changes/menu/update', {})).status).toBe(409);
    const resolve = [{ kind: 'page', key: 'en/about', path: ['title'], take: 'ours' }];
    const updated = await ask('POST /admin/changes/menu/update', { resolve });
    expect(updated.body.data).toMatchObject({ behind: 0, clashes: [] });
    expect((await ask('GET /admin/pages/7', undefined, 'menu')).body.data).toMatchObject({
      ...{ title: 'Theirs', metaTitle: 'Kept' },
    });
    expect(updated.body.data.records[0].values).toEqual([
      { path: ['title'], change: 'changed', before: 'Ours', after: 'Theirs' },
    ]);
    await ask('POST /admin/changes/menu/publish', {});
    expect((await ask('GET /admin/pages/7')).body.data).toMatchObject({ title: 'Theirs', metaTitle: 'Kept' });
    expect(site.git('status', '--porcelain')).toBe('');
  });

  long.it('may be whole records: deleted on one side, edited on the other', async () => {
    const { site, ask } = await withChange('Theirs');
    await ask('DELETE /admin/pages/7');
    const [clash] = (await ask('GET /admin/changes/menu')).body.data.clashes;
    expect([clash.path, clash.ours]).toEqual([[], null]);
    const { kind, key, path } = clash;
    const third = await ask('POST /admin/changes/menu/publish', { resolve: [{ kind, key, path, value: {} }] });
    expect([third.status, third.body.errors[0].path]).toEqual([400, ['resolve', '0', 'value', 'type']]);
    await ask('POST /admin/changes/menu/publish', { resolve: [{ kind, key, path, take: 'theirs' }] });
    expect((await ask('GET /admin/pages/7')).body.data.title).toBe('Theirs');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  long.it('may be whole records on a shelf', async () => {
    const { 'pages/en/about.yaml': about, ...others } = FILES;
    const site = await makeSite({ ...others, 'pages/en/_3f/about.yaml': about });
    const ask = asking(site);
    await ask('POST /admin/changes', { title: 'Menu' });
    await ask('PUT /admin/pages/7', { title: 'Theirs' }, 'menu');
    await ask('DELETE /admin/pages/7');
    const resolve = [{ kind: 'page', key: 'en/about', path: [], take: 'theirs' }];
    const done = await ask('POST /admin/changes/menu/publish', { resolve });
    expect(done.status).toBe(200);
    expect((await ask('GET /admin/pages/7')).body.data.title).toBe('Theirs');
  });
});

describe('a problem that a change would cause', () => {
  it('keeps it from being published, and is reported with it', async () => {
    const { ask } = await withChange('New');
    const target = await ask('POST /admin/pages', { title: 'Target', type: 'article', status: 'published' });
    const { id } = target.body.data;
    await ask('POST /admin/changes/menu/update', {});
    await ask('POST /admin/menus', { name: 'Main', slug: 'main' }, 'menu');
    const menu = (await ask('GET /admin/menus', undefined, 'menu')).body.data[0];
    const item = await ask(`POST /admin/menus/${menu.id}/items`, { title: 'There', pageId: id }, 'menu');
    expect(item.status).toBe(201);
    await ask(`DELETE /admin/pages/${id}`);
    const { problems } = (await ask('GET /admin/changes/menu')).body.data;
    expect(problems).toEqual([
      expect.objectContaining({ path: 'menus/main.yaml', severity: 'error', code: 'DANGLING_REFERENCE' }),
    ]);
    const refused = await ask('POST /admin/changes/menu/publish', {});
    expect([refused.status, refused.body.errors[0].path[0]]).toEqual([409, 'menus/main.yaml']);
    expect((await ask('GET /admin/pages/7')).body.data.title).toBe('About us');
  });

  it('needs the role that its records need', async () => {
    const { ask } = await withChange('New');
    const script = { name: 'S', code: '<b></b>', position: 'head', scope: 'global' };
    expect((await ask('POST /admin/tracking-scripts', script, 'menu')).status).toBe(403);
    expect((await ask('POST /admin/tracking-scripts', script, 'menu', 'admin')).status).toBe(201);
    expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(403);
    expect((await ask('POST /admin/changes/menu/publish', {}, undefined, 'admin')).status).toBe(200);
  });
});

it('reports a start that it cannot begin from at the key that named it', async () => {
  const site = await makeSite(FILES);
  const begin = async (from: string) =>
    refusalOf(await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'X', from } }));
  expect([await begin('-x'), await begin('none')]).toEqual(['400 VALIDATION from', '404 NOT_FOUND']);
});

long.it('SEC-17 publishes nothing beside the content except for an admin', async () => {
  const { site, ask } = await withChange('New');
  site.git('checkout', '-q', 'change/menu');
  site.write('.github/workflows/deploy.yml', 'on: push\n');
  site.git('add', '-A');
  site.git('commit', '-qm', 'Deploy');
  site.git('checkout', '-q', 'main');
  const { status, body } = await ask('POST /admin/changes/menu/publish', {});
  expect([status, body.errors[0].message]).toEqual([
    403,
    'The change holds the file .github/workflows/deploy.yml: publishing it needs the role admin',
  ]);
  const later = { scheduledAt: '2026-02-01T13:00:00.000Z' };
  expect((await ask('POST /admin/changes/menu/publish', later)).status).toBe(200);
  // Its time comes while no server is running.
  site.setTime('2026-02-01T13:00:01.000Z');
  await site.restart();
  const problems = async (): Promise<string> => JSON.stringify((await ask('GET /admin/problems')).body.data);
  await expect.poll(problems, { timeout: 10_000 }).toContain('needs the role admin');
  expect(site.newCommits()).toEqual([]);
  expect((await ask('POST /admin/changes/menu/publish', {}, undefined, 'admin')).status).toBe(200);
});

/** Commits on the branch of the change `menu`, as somebody who may push does. */
function commitToChange(site: Site, commit: (git: Site['git']) => void): void {
  site.git('checkout', '-q', 'change/menu');
  commit(site.git);
  site.git('commit', '-qm', 'By hand');
  site.git('checkout', '-q', 'main');
}

describe('a change with files among those of media items', () => {
  it.each([
    ['media/files/.gitattributes', 'the file media/files/.gitattributes'],
    ['media/files/package.json', 'the file media/files/package.json'],
    ['media/files/run-0123abcd.sh', 'the file media/files/run-0123abcd.sh'],
    ['media/files/deep/dawn-0123abcd.txt', 'the file media/files/deep/dawn-0123abcd.txt'],
    ['media/files/.git-0123abcd.txt', 'the file media/files/.git-0123abcd.txt'],
  ])('is published by admins only if it holds %s', async (path, what) => {
    const { site, ask } = await withChange('New');
    commitToChange(site, (git) => {
      site.write(path, '* filter=evil\n');
      git('add', '-A', '-f');
    });
    const { status, body } = await ask('POST /admin/changes/menu/publish', {});
    expect([status, body.errors[0].message]).toEqual([
      403,
      `The change holds ${what}: publishing it needs the role admin`,
    ]);
    expect(site.newCommits()).toEqual([]);
    expect((await ask('POST /admin/changes/menu/publish', {}, undefined, 'admin')).status).toBe(200);
  });

  it.each(['media/files/dawn-0123abcd.txt', 'pages/en/about.yaml'])(
    'is published by admins only if it makes %s executable',
    async (path) => {
      const { site, ask } = await withChange('New');
      commitToChange(site, (git) => {
        if (path.startsWith('media')) site.write(path, '#!/bin/sh\n');
        git('add', '-A');
        git('update-index', '--chmod=+x', path);
        git('checkout-index', '-f', path);
      });
      expect((await ask('POST /admin/changes/menu/publish', {})).body.errors[0].message).toBe(
        `The change holds the file ${path}: publishing it needs the role admin`,
      );
      expect(site.newCommits()).toEqual([]);
    },
  );

  it('is published by editors if the files have the names that uploads get, or belong to items that it removes', async () => {
    const site = await makeSite({
      ...FILES,
      'media/dawn.yaml': 'id: 5\nfilename: dawn.txt\n',
      'media/files/dawn.txt': 'Dawn\n',
    });
    const ask = asking(site);
    await ask('POST /admin/changes', { title: 'Menu' });
    commitToChange(site, (git) => {
      site.write('media/files/dusk-0123abcd.txt', 'Dusk\n');
      site.write('media/dusk.yaml', 'filename: dusk-0123abcd.txt\n');
      git('add', '-A');
    });
    expect((await ask('DELETE /admin/media/5', undefined, 'menu')).status).toBe(200);
    expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(200);
    expect(site.git('ls-files', 'media').trim().split('\n')).toEqual([
      'media/dusk.yaml',
      'media/files/dusk-0123abcd.txt',
    ]);
  });
});

describe('a change that is dropped', () => {
  it('can be brought back for thirty days', async () => {
    const { site, ask } = await withChange('New');
    const before = site.git('rev-parse', 'change/menu');
    expect((await ask('DELETE /admin/changes/menu')).body.data).toEqual({ deleted: true });
    expect((await ask('GET /admin/changes/menu')).status).toBe(404);
    expect((await ask('GET /admin/pages/7', undefined, 'menu')).status).toBe(404);
    const { data, meta } = (await ask('GET /admin/changes')).body;
    expect([data, meta.dropped]).toEqual([
      [],
      [{ name: 'menu', droppedAt: NOW, keptUntil: '2026-03-03T12:00:00.000Z' }],
    ]);
    expect((await ask('POST /admin/changes/menu/restore', {})).body.data.title).toBe('Menu');
    expect(site.git('rev-parse', 'change/menu')).toBe(before);
    expect((await ask('GET /admin/changes')).body.meta.dropped).toEqual([]);
    await ask('DELETE /admin/changes/menu');
    site.setTime('2026-03-04T12:00:00.000Z');
    await site.restart();
    // The editor's session has ended.
    expect((await ask('GET /admin/changes', undefined, undefined, 'viewer')).body.meta.dropped).toEqual([]);
    expect(site.git('for-each-ref', 'refs/quire')).toBe('');
  });

  it('is not among the dropped ones if its branch cannot be removed', async () => {
    const { site, ask } = await withChange('New');
    site.git('worktree', 'add', '--quiet', '--detach', `${site.contentDir}-beside`);
    runGit(`${site.contentDir}-beside`, 'switch', '--quiet', 'change/menu');
    const refused = await ask('DELETE /admin/changes/menu');
    expect([refused.status, refused.body.errors[0].message]).toEqual([409, expect.stringMatching(/is checked out/)]);
    const { data, meta } = (await ask('GET /admin/changes')).body;
    expect([data.length, meta.dropped]).toEqual([1, []]);
  });

  it('is not restored over another one of its name', async () => {
    const { site, ask } = await withChange('New');
    const dropped = site.git('rev-parse', 'change/menu').trim();
    await ask('DELETE /admin/changes/menu');
    site.git('branch', 'change/menu', 'main');
    expect(refusalOf(await ask('POST /admin/changes/menu/restore', {}))).toBe('409 CONFLICT name');
    expect((await ask('GET /admin/changes')).body.meta.dropped).toHaveLength(1);
    expect(site.git('rev-parse', 'change/menu', 'main').trim().split('\n')).toEqual(
      Array(2).fill(site.git('rev-parse', 'HEAD').trim()),
    );
    // As a server that is killed in the middle of it leaves it.
    site.git('branch', '--force', 'change/menu', dropped);
    expect((await ask('POST /admin/changes/menu/restore', {})).status).toBe(200);
    expect((await ask('GET /admin/changes')).body.meta.dropped).toEqual([]);
  });

  long.it('is also forgotten while the server runs', async () => {
    const { site, ask } = await withChange('New');
    await ask('DELETE /admin/changes/menu');
    site.setTime('2026-03-03T11:59:59.000Z');
    expect(site.git('for-each-ref', 'refs/quire')).toContain('refs/quire/dropped/');
    site.setTime('2026-03-03T12:00:00.000Z');
    await expect.poll(() => site.git('for-each-ref', 'refs/quire'), { timeout: 10_000 }).toBe('');
  });
});

describe('a change that is to be published later', () => {
  it('is published when its time has come, or is a problem and waits', async () => {
    const { site, ask } = await withChange('Later');
    expect((await ask('PUT /admin/changes/menu', { scheduledAt: NOW })).status).toBe(400);
    const at = '2026-02-01T13:00:00.000Z';
    const planned = await ask('POST /admin/changes/menu/publish', { scheduledAt: at });
    expect(planned.body.data).toEqual({ name: 'menu', commit: null, scheduledAt: at });
    await ask('PUT /admin/pages/7', { title: 'Meanwhile' });
    await site.restart();
    expect((await ask('GET /admin/changes/menu')).body.data.scheduledAt).toBe(at);
    site.setTime('2026-02-01T13:00:01.000Z');
    const problems = async (): Promise<readonly { code: string; message: string }[]> =>
      (await ask('GET /admin/problems')).body.data;
    await expect
      .poll(async () => (await problems()).map(({ code }) => code), { timeout: 10_000 })
      .toContain('SCHEDULE');
    expect((await ask('GET /admin/pages/7')).body.data.title).toBe('Meanwhile');
    await ask('PUT /admin/pages/7', { title: 'About us' });
    site.setTime('2026-02-01T13:01:00.000Z');
    await expect.poll(async () => (await ask('GET /admin/pages/7')).body.data.title, { timeout: 10_000 }).toBe('Later');
    await expect.poll(async () => (await problems()).map(({ code }) => code)).not.toContain('SCHEDULE');
    expect((await ask('GET /admin/changes')).body.data).toEqual([]);
  });
});

/** A commit that somebody makes to a branch with git, on top of it. */
function commitBeside(site: Site, branch: string, subject: string): void {
  const commit = site.git('commit-tree', '-p', branch, '-m', subject, `${branch}^{tree}`).trim();
  site.git('update-ref', `refs/heads/${branch}`, commit);
}

const ifMatch = (etag: string | null) => ({ 'If-Match': etag ?? '' });

describe('what is published', () => {
  it('is what was reviewed: later edits are refused', async () => {
    const { site, ask } = await withChange('New');
    const publish = (etag: string | null, body: object = {}) =>
      site.ask('POST /admin/changes/menu/publish', { as: 'editor', headers: ifMatch(etag), body });
    const seen = await ask('GET /admin/changes/menu');
    expect(seen.headers.get('etag')).toBe(`"${seen.body.data.head}"`);
    commitBeside(site, 'change/menu', 'Slipped in');
    const at = '2026-02-01T13:00:00.000Z';
    const later = { as: 'editor', headers: ifMatch(seen.headers.get('etag')), body: { scheduledAt: at } } as const;
    for (const refused of [
      await publish(seen.headers.get('etag')),
      await publish(seen.headers.get('etag'), { scheduledAt: at }),
      await site.ask('PUT /admin/changes/menu', later),
    ])
      expect([refused.status, refused.body.errors[0].code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(site.newCommits()).toEqual([]);
    const again = await ask('GET /admin/changes/menu');
    expect(again.body.data.scheduledAt).toBe(null);
    expect((await publish(again.headers.get('etag'))).status).toBe(200);
    expect((await ask('GET /admin/pages/7')).body.data.title).toBe('New');
  });

  const AT = '2026-02-01T13:00:00.000Z';
  const AFTER = '2026-02-01T13:00:01.000Z';

  long.it('at a time includes later edits by people and what has gone live', async () => {
    const { site, ask } = await withChange('Later');
    await ask('POST /admin/changes/menu/publish', { scheduledAt: AT });
    await ask('PUT /admin/pages/7', { title: 'Later still' }, 'menu');
    site.git('commit', '--allow-empty', '-m', 'By a developer');
    await ask('POST /admin/changes/menu/update', {});
    await ask('PUT /admin/changes/menu', { title: 'Lunch' });
    expect((await ask('GET /admin/changes/menu')).body.data).toMatchObject({
      scheduledAt: AT,
      scheduleProblem: null,
      scheduleProblems: [],
    });
    site.setTime(AFTER);
    const title = async () => (await ask('GET /admin/pages/7')).body.data.title;
    await expect.poll(title, { timeout: 10_000 }).toBe('Later still');
  });

  it.each([
    ['committed to it', (site: Site) => commitBeside(site, 'change/menu', 'Slipped in'), '"Slipped in" by'],
    [
      'put it back',
      (site: Site) => site.git('update-ref', 'refs/heads/change/menu', 'change/menu~1'),
      'another commit',
    ],
    [
      'put another change there',
      async (site: Site) => {
        await asking(site)('POST /admin/changes', { title: 'Other', from: 'menu' });
        await asking(site)('PUT /admin/pages/7', { title: 'Of the other' }, 'other');
        site.git('update-ref', 'refs/heads/change/menu', 'change/other');
      },
      '"Begin change "Other""',
    ],
  ])('at a time waits for a review if somebody has %s by git', async (_, meddle, words) => {
    const { site, ask } = await withChange('Later');
    await ask('POST /admin/changes/menu/publish', { scheduledAt: AT });
    await meddle(site);
    const told = async (): Promise<string> => JSON.stringify((await ask('GET /admin/problems')).body.data);
    await expect.poll(told, { timeout: 10_000 }).toContain('will not be published when its time comes');
    const { scheduleProblem, scheduleProblems } = (await ask('GET /admin/changes/menu')).body.data;
    expect(scheduleProblem).toContain(words);
    expect(scheduleProblems).toMatchObject([{ path: [], reason: 'unseen' }]);
    site.setTime(AFTER);
    await expect.poll(told, { timeout: 10_000 }).toContain('has come, but it cannot be published');
    expect(site.newCommits()).toEqual([]);
    const again = await ask('PUT /admin/changes/menu', { scheduledAt: '2026-02-01T14:00:00.000Z' });
    expect(again.body.data.scheduleProblem).toBe(null);
    site.setTime('2026-02-01T14:00:01.000Z');
    await expect.poll(async () => (await ask('GET /admin/changes/menu')).status, { timeout: 10_000 }).toBe(404);
  });
});

describe('the draft of a published page', () => {
  it('is a change of its own, and the page says that it has one', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    const hasDraft = async (): Promise<readonly boolean[]> => [
      (await ask('GET /admin/pages')).body.data[0].hasDraft,
      (await ask('GET /admin/pages/7')).body.data.hasDraft,
    ];
    expect(await hasDraft()).toEqual([false, false]);
    const [made, again] = await Promise.all([ask('POST /admin/pages/7/draft'), ask('POST /admin/pages/7/draft')]);
    expect([made.status, again.status].sort()).toEqual([200, 201]);
    const { name, title, page } = made.body.data;
    expect([name, title, page]).toEqual(['about-us', 'About us', 7]);
    expect(again.body.data.name).toBe(name);
    expect(await hasDraft()).toEqual([true, true]);
    await ask('PUT /admin/pages/7', { title: 'Drafted' }, name);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
    await ask('PUT /admin/changes/about-us', { title: 'Nicer words' });
    expect(await hasDraft()).toEqual([true, true]);
    await ask(`POST /admin/changes/${name}/publish`, {});
    expect(await hasDraft()).toEqual([false, false]);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('Drafted');
    expect((await ask('POST /admin/pages/999/draft')).status).toBe(404);
  });
});

describe('Quire-Change', () => {
  it('applies where content is read and written, and is refused where all changes are the same', async () => {
    const { site, ask } = await withChange('New');
    for (const call of ['users', 'api-keys', 'webhooks', 'audit-logs', 'dashboard', 'changes']) {
      const { status, body } = await ask(`GET /admin/${call}`, undefined, 'menu');
      expect([call, status, body.errors[0].code]).toEqual([call, 400, 'VALIDATION']);
    }
    for (const call of [
      'search?q=New',
      'problems',
      'config',
      'content-types',
      'blocks',
      'media',
      'taxonomies',
      'export',
    ])
      expect([call, (await ask(`GET /admin/${call}`, undefined, 'menu')).status]).toEqual([call, 200]);
    expect((await ask('GET /admin/search?q=New', undefined, 'menu')).body.data.pages).toHaveLength(1);
    expect((await ask('GET /admin/pages', undefined, 'nothing')).status).toBe(404);
    for (const name of ['-x', '..', 'a..b', '@{1}', 'a/b', 'main'])
      expect([name, (await ask('GET /admin/pages', undefined, name)).status]).toEqual([name, 404]);
    expect((await ask('GET /admin/pages', undefined, '~main')).status).toBe(404);
    const listed = await ask('GET /admin/pages/7/revisions', undefined, 'menu');
    expect(listed.body.data).toHaveLength(2);
    const restored = await ask(`POST /admin/pages/7/revisions/${listed.body.data[1].id}/restore`, {}, 'menu');
    expect([restored.status, restored.body.data.title]).toEqual([200, 'About us']);
    const renamed = await ask('PATCH /admin/pages/7', { slug: 'us' }, 'menu');
    expect(renamed.body.data.slug).toBe('us');
    const stale = await site.ask('PUT /admin/pages/7', {
      ...{ as: 'editor', body: { title: 'Late' } },
      headers: { ...inChange('menu'), 'If-Match': listed.body.data[1].id },
    });
    expect(stale.status).toBe(412);
    const deleted = await ask('DELETE /admin/pages/7', undefined, 'menu');
    expect(deleted.status).toBe(200);
    expect(site.git('log', '--format=%s', 'main..change/menu').trim().split('\n')).toEqual([
      'Delete page "About us" (en/us)',
      'Update page "About us" (en/us)',
      'Restore page "About us" (en/about)',
      'Update page "New" (en/about)',
      'Begin change "Menu"',
    ]);
    expect([site.newCommits(), site.git('status', '--porcelain')]).toEqual([[], '']);
  });

  it('gives ids that nobody else gets', async () => {
    const { ask } = await withChange('New');
    const page = (title: string) => ({ title, type: 'article' });
    const [one, other] = [
      await ask('POST /admin/pages', page('One'), 'menu'),
      await ask('POST /admin/pages', page('Other')),
    ];
    await ask('POST /admin/changes', { title: 'Second' });
    const third = await ask('POST /admin/pages', page('Third'), 'second');
    const ids = [one, other, third].map(({ body }) => body.data.id);
    expect(new Set(ids).size).toBe(3);
    await ask('POST /admin/changes/menu/publish', {});
    await ask('POST /admin/changes/second/publish', {});
    for (const [index, id] of ids.entries())
      expect((await ask(`GET /admin/pages/${id}`)).body.data.title).toBe(['One', 'Other', 'Third'][index]);
  });

  long.it('includes uploads', async () => {
    const { site, ask } = await withChange('New');
    const form = new FormData();
    form.append('file', new Blob(['some text\n']), 'note.txt');
    const { body } = await site.ask('POST /admin/auth/login', {
      body: { email: 'editor@example.org', password: 'correct horse' },
    });
    const response = await fetch(`${site.url}/api/admin/media`, {
      ...{ method: 'POST', body: form },
      headers: { authorization: `Bearer ${body.data.token}`, ...inChange('menu') },
    });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { id: number; filename: string } };
    expect((await ask(`GET /admin/media/${data.id}`)).status).toBe(404);
    expect((await ask('GET /admin/media', undefined, 'menu')).body.meta.total).toBe(1);
    expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(200);
    const file = await fetch(`${site.url}/api/content/media/${data.id}/original`);
    expect(await file.text()).toBe('some text\n');
  });
});

describe('those who may write to changes only', () => {
  it('cannot write to the live content, nor publish', async () => {
    const { site, ask } = await withChange('New');
    const key = await ask(
      'POST /admin/api-keys',
      { name: 'Agent', permissions: 'content:write', changesOnly: true },
      undefined,
      'admin',
    );
    expect(key.body.data.changesOnly).toBe(true);
    const headers = { 'X-API-Key': key.body.data.key };
    const agent = (call: string, body: object, more = {}) => site.ask(call, { body, headers: { ...headers, ...more } });
    expect((await agent('PUT /admin/pages/7', { title: 'Live' })).status).toBe(403);
    expect((await agent('PUT /admin/pages/7', { title: 'Proposed' }, inChange('menu'))).status).toBe(200);
    expect((await agent('POST /admin/changes', { title: 'Mine' })).status).toBe(201);
    expect((await agent('POST /admin/changes/menu/publish', {})).status).toBe(403);
    const later = { scheduledAt: '2027-01-01T00:00:00Z' };
    expect((await agent('POST /admin/changes/menu/publish', later)).status).toBe(403);
    expect((await agent('PUT /admin/changes/menu', later)).status).toBe(403);
    expect((await site.ask('GET /admin/auth/me', { headers })).body.data.changesOnly).toBe(true);
    await ask(`PUT /admin/api-keys/${key.body.data.id}`, { changesOnly: false }, undefined, 'admin');
    expect((await agent('PUT /admin/pages/7', { title: 'Live' })).status).toBe(200);
  });
});

describe('those whose work others publish', () => {
  it('SEC-17 may drop what they have begun or written alone, but nothing that others have written', async () => {
    const { site, ask } = await withChange('New');
    const key = { name: 'Agent', permissions: 'content:write', changesOnly: true };
    const { data } = (await ask('POST /admin/api-keys', key, undefined, 'admin')).body;
    const agent = async (call: string, body: object | undefined, change?: string): Promise<number> => {
      const headers = { 'X-API-Key': data.key, ...(change && inChange(change)) };
      return (await site.ask(call, { ...(body && { body }), headers })).status;
    };
    await agent('PUT /admin/pages/7', { title: 'Theirs, too' }, 'menu');
    expect(await agent('DELETE /admin/changes/menu', undefined)).toBe(403);
    expect(site.git('for-each-ref', 'refs/quire/dropped')).toBe('');
    // Begun by the agent; an editor has written to it since.
    await agent('POST /admin/changes', { title: 'Mine' });
    await ask('PUT /admin/pages/7', { title: 'Helped' }, 'mine');
    expect(await agent('DELETE /admin/changes/mine', undefined)).toBe(200);
    // A commit in its name that was not made here.
    const message = `Begin\n\nQuire-Action: change.create\nQuire-Actor: apiKey/${data.id}\n`;
    const forged = site.git('commit-tree', '-p', 'HEAD', '-m', message, 'HEAD^{tree}').trim();
    site.git('branch', 'change/forged', forged);
    expect(await agent('DELETE /admin/changes/forged', undefined)).toBe(403);
    expect((await ask('DELETE /admin/changes/menu')).status).toBe(200);
  });
});

describe('a change with a time', () => {
  it('SEC-17 cannot be written to or dropped by those whose work others publish', async () => {
    const { site, ask } = await withChange('New');
    const key = { name: 'Agent', permissions: 'content:write', changesOnly: true };
    const { data } = (await ask('POST /admin/api-keys', key, undefined, 'admin')).body;
    const agent = async (call: string, body: object, more = {}): Promise<number> =>
      (await site.ask(call, { body, headers: { 'X-API-Key': data.key, ...more } })).status;
    const at = '2026-02-01T13:00:00.000Z';
    await ask('POST /admin/changes/menu/publish', { scheduledAt: at });
    const before = site.git('rev-parse', 'change/menu');
    const calls: readonly (readonly [string, object, object?])[] = [
      ['PUT /admin/pages/7', { title: 'Slipped in' }, inChange('menu')],
      ['PATCH /admin/pages/7', { title: 'Slipped in' }, inChange('menu')],
      ['DELETE /admin/pages/7', {}, inChange('menu')],
      ['PUT /admin/changes/menu', { title: 'Another' }],
      ['POST /admin/changes/menu/update', {}],
      ['DELETE /admin/changes/menu', {}],
    ];
    for (const [call, body, headers] of calls) expect([call, await agent(call, body, headers)]).toEqual([call, 403]);
    expect(await agent('POST /admin/pages/7/preview', { title: 'Looked at' }, inChange('menu'))).toBe(200);
    expect(site.git('rev-parse', 'change/menu')).toBe(before);
    expect((await ask('PUT /admin/pages/7', { title: 'Mended' }, 'menu')).status).toBe(200);
    // It is removed without the server's knowledge: another one of its name begins without a time.
    site.git('branch', '-D', '-q', 'change/menu');
    expect(await agent('POST /admin/changes', { title: 'Menu' })).toBe(201);
    expect((await ask('GET /admin/changes/menu')).body.data.scheduledAt).toBe(null);
  });
});

/** A key whose work others publish, and its requests that begin before a change gets its time. */
async function withAgent() {
  const { site, ask } = await withChange('New');
  const key = { name: 'Agent', permissions: 'content:write', changesOnly: true };
  const { data } = (await ask('POST /admin/api-keys', key, undefined, 'admin')).body;
  const begin = (call: string, headers: Readonly<Record<string, string>>) => {
    const [method = '', path = ''] = call.split(' ');
    const all = { 'X-API-Key': data.key, ...headers };
    return beginRequest(`${site.url}/api${path}`, { method, headers: all });
  };
  /** Sets the time of the change as it is now. */
  async function review(): Promise<number> {
    const { headers } = await ask('GET /admin/changes/menu');
    const body = { scheduledAt: '2026-02-01T13:00:00.000Z' };
    const sent = { as: 'editor', body, headers: { 'If-Match': headers.get('etag') ?? '' } } as const;
    return (await site.ask('POST /admin/changes/menu/publish', sent)).status;
  }
  return { site, begin, review };
}

describe('a request that began before a change got its time', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const dusk = fileForm('dusk.txt', 'Dusk');

  it.each([
    ['POST /admin/media', { ...dusk.headers, ...inChange('menu') }, dusk.body],
    ['PUT /admin/pages/7', { ...JSON_TYPE, ...inChange('menu') }, '{"title":"Slipped in"}'],
    ['PATCH /admin/pages/7', { ...JSON_TYPE, ...inChange('menu') }, '{"title":"Slipped in"}'],
    ['PUT /admin/changes/menu', JSON_TYPE, '{"title":"Slipped in"}'],
    ['POST /admin/changes/menu/update', JSON_TYPE, '{}'],
  ])('SEC-17 adds nothing to it afterwards, as %s', async (call, headers, body) => {
    const { site, begin, review } = await withAgent();
    const begun = await begin(call, headers);
    const before = site.git('rev-parse', 'change/menu');
    expect(await review()).toBe(200);
    expect((await begun.finish(body)).status).toBe(403);
    expect(site.git('rev-parse', 'change/menu')).toBe(before);
  });

  it('SEC-17 is refused, or the time is: whichever comes later in the queue of writes', async () => {
    const { site, begin, review } = await withAgent();
    const begun = await begin('PUT /admin/pages/7', { ...JSON_TYPE, ...inChange('menu') });
    const statuses: Promise<number>[] = [];
    // Both come in while this task has its turn.
    await site.cms.writer.inTurn(async () => {
      statuses.push(
        begun.finish('{"title":"Slipped in"}').then(({ status }) => status),
        review(),
      );
    });
    expect(['200 412', '403 200']).toContain((await Promise.all(statuses)).join(' '));
  });
});

long.describe('beside a developer’s git', () => {
  it('every branch is a change, and the one checked out is live', async () => {
    const { site, ask } = await withChange('New');
    site.git('branch', 'feature/old');
    site.git('switch', '-q', '-c', 'feature/menu');
    site.write('pages/en/dev.yaml', 'type: article\ntitle: By hand\nstatus: draft\n');
    site.git('add', '-A');
    site.git('commit', '-qm', 'Add a page by hand');
    site.git('switch', '-q', 'main');
    const listed = (await ask('GET /admin/changes')).body.data.map(({ name, title }: Record<string, string>) => [
      name,
      title,
    ]);
    expect(listed).toEqual([
      ['menu', 'Menu'],
      ['~feature~menu', 'feature/menu'],
    ]);
    expect((await ask('PUT /admin/pages/7', { title: 'Ours' }, '~feature~menu')).status).toBe(200);
    expect(site.git('log', '--format=%s', 'main..feature/menu').trim()).toBe(
      'Update page "Ours" (en/about)\nAdd a page by hand',
    );
    site.git('switch', '-q', 'change/menu');
    await expect.poll(async () => (await ask('GET /admin/pages/7')).body.data.title, { timeout: 10_000 }).toBe('New');
    expect((await ask('PUT /admin/pages/7', { title: 'X' }, 'menu')).status).toBe(404);
    expect((await ask('GET /admin/changes/menu')).status).toBe(404);
    site.git('switch', '-q', 'main');
    await expect
      .poll(async () => (await ask('GET /admin/pages/7')).body.data.title, { timeout: 10_000 })
      .toBe('About us');
    site.git('branch', '-f', 'change/menu', 'feature/menu');
    expect((await ask('GET /admin/pages/7', undefined, 'menu')).body.data.title).toBe('Ours');
    expect((await ask('PUT /admin/pages/7', { title: 'On top' }, 'menu')).status).toBe(200);
    site.git('branch', '-D', '-q', 'change/menu');
    expect((await ask('PUT /admin/pages/7', { title: 'Gone' }, 'menu')).status).toBe(404);
    expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(404);
    expect((await ask('POST /admin/changes/~feature~menu/publish', {})).status).toBe(200);
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict', '--no-dangling').trim()).toBe('');
  });
});

long.it('is sent to followers of events, but to no webhook', async () => {
  const site = await makeSite(FILES);
  const ask = asking(site);
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'viewer@example.org', password: PASSWORD },
  });
  const authorization = `Bearer ${body.data.token}`;
  const response = await fetch(`${site.url}/api/admin/events`, { headers: { authorization } });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('event: presence')) return;
    }
  })();
  await ask('POST /admin/changes', { title: 'Menu' });
  await ask('PUT /admin/pages/7', { title: 'Secret' }, 'menu');
  await ask('DELETE /admin/changes/menu');
  const noted = await ask('POST /admin/presence', { kind: 'page', id: 7, change: 'menu' });
  expect(noted.body).toEqual({ data: [], meta: { total: 0 } });
  await reading;
  const events = [...text.matchAll(/^event: (\S+)$/gm)].map(([, name]) => name);
  expect(events).toEqual(['change.created', 'change.updated', 'change.dropped', 'presence']);
  expect(text).not.toContain('Secret');
  expect(text).toContain('"data":{"name":"menu"}');
  expect((await ask('GET /admin/presence')).body.data[0]).toMatchObject({ kind: 'page', id: 7, change: 'menu' });
});

long.it('is dropped and restored once if two do it at the same time', async () => {
  const { ask } = await withChange('New');
  const both = async (call: string) => (await Promise.all([ask(call), ask(call)])).map(({ status }) => status);
  expect((await both('DELETE /admin/changes/menu')).toSorted()).toEqual([200, 404]);
  expect((await ask('GET /admin/changes')).body.meta.dropped).toHaveLength(1);
  expect((await both('POST /admin/changes/menu/restore')).toSorted()).toEqual([200, 404]);
  expect((await ask('GET /admin/changes')).body.meta.dropped).toEqual([]);
});

long.it('is updated even if somebody moves its branch meanwhile', async () => {
  const { site, ask } = await withChange('New');
  await ask('POST /admin/pages', { title: 'Other', type: 'article', status: 'published' });
  const actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });
  let isFirst = true;
  const updated = await site.cms.proposals.update('menu', {
    actor,
    get choices() {
      if (isFirst) commitBeside(site, 'change/menu', 'Slipped in');
      isFirst = false;
      return [];
    },
  });
  expect(updated).toMatchObject({ behind: 0 });
  expect(site.git('log', '--format=%s', 'change/menu')).toContain('Slipped in');
});

it('is not found by a name that no file can have', async () => {
  const site = await makeSite({ 'site.yaml': 'siteName: Harbour\n' });
  const name = encodeURIComponent('ﷺ'.repeat(200));
  for (const request of [
    `GET /content/config?ref=${name}`,
    `GET /admin/changes/${name}`,
    `DELETE /admin/changes/${name}`,
  ])
    expect([request, (await site.ask(request, { as: 'editor' })).status]).toEqual([request, 404]);
});

it('plans a write again if a reader finds the branch moved meanwhile', async () => {
  const { site } = await withChange('New');
  const { write } = await site.cms.proposals.open('menu', true);
  const known: boolean[] = [];
  const { commit } = await write.write(
    {
      name: 'redirect.create',
      async plan(context) {
        known.push(context.lookup.byKey('redirect', 'old') !== undefined);
        if (known.length === 1) {
          commitBeside(site, 'change/menu', 'Slipped in');
          await site.cms.proposals.open('menu', false);
        }
        const data = { key: 'old', fromPath: '/old', toPath: '/about', statusCode: 301, isActive: true } as const;
        return [createDraft('redirect', context, () => data)];
      },
    },
    SYSTEM,
  );
  expect(known).toEqual([false, false]);
  expect(site.git('log', '--format=%s', '-2', commit!).trim().split('\n')).toEqual([
    'Create redirect "/old" (old)',
    'Slipped in',
  ]);
});

it('has the problems that publishing it would cause now, whatever was saved when somebody asked before', async () => {
  const { site, ask } = await withChange('New');
  await ask('POST /admin/pages', { title: 'Other', type: 'article', status: 'published' }, 'menu');
  const problems = async () => (await ask('GET /admin/changes/menu')).body.data.problems.length;
  const type = FILES['content-types/article.yaml'];
  expect(await problems()).toBe(0);
  site.write('content-types/article.yaml', `${type}  - { name: author, type: text, required: true }\n`);
  await expect.poll(problems, { timeout: 10_000 }).toBe(1);
  site.write('content-types/article.yaml', type);
  await expect.poll(problems, { timeout: 10_000 }).toBe(0);
});

it('are listed as they were at the beginning, though one goes meanwhile', async () => {
  const { site, ask } = await withChange('New');
  await ask('POST /admin/changes', { title: 'Other' });
  const proposals: ChangeDeps['proposals'] = {
    ...site.cms.proposals,
    read(branch) {
      if (branch.name === 'menu') site.git('branch', '-D', 'change/menu');
      return site.cms.proposals.read(branch);
    },
  };
  // `cms` shows one function of it.
  const schedule = site.cms.proposalSchedule as ChangeDeps['schedule'];
  const [listing] = changeListEndpoints({
    ...site.cms,
    proposals,
    schedule,
    lookup: site.cms.store,
    clock: () => new Date(NOW),
    stateOf: async () => 'open',
  });
  const list = async () => (await listing!.handle({ query: {} } as never)) as { data: readonly { name: string }[] };
  expect((await list()).data.map(({ name }) => name)).toEqual(['menu', 'other']);
  expect((await list()).data.map(({ name }) => name)).toEqual(['other']);
});

it('makes no commit when a change that has everything live is updated', async () => {
  const { site, ask } = await withChange('New');
  await ask('PUT /admin/pages/7', { metaTitle: 'Live' });
  const heads: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    expect((await ask('POST /admin/changes/menu/update', {})).body.data.behind).toBe(0);
    heads.push(site.git('rev-parse', 'change/menu').trim());
  }
  expect(heads[1]).toBe(heads[0]);
});

it('cuts and cleans a title that somebody has given to a change with git, also where it is published', async () => {
  const { site, ask } = await withChange('New');
  const message = `By hand\n\nQuire-Title: Summer\u202e${'x'.repeat(60_000)}\n`;
  const tip = site.git('rev-parse', 'change/menu').trim();
  const made = site.git('commit-tree', '-p', tip, '-m', message, `${tip}^{tree}`).trim();
  site.git('update-ref', 'refs/heads/change/menu', made);
  const { title } = (await ask('GET /admin/changes/menu')).body.data;
  expect(title).toMatch(/^Summer x+…$/);
  expect(title.length).toBeLessThanOrEqual(201);
  expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(200);
  expect(site.git('log', '-1', '--format=%s').trim()).toBe(`Publish change "${title}"`);
});
