import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorsOf } from '../../../errorsOf.ts';
import { makeSite, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const HOME = 'pages/en/home.yaml';
const ABOUT = 'pages/en/about.yaml';

const read = (site: Site, path: string) => site.ask(`GET /admin/pages/${path}`, { as: 'viewer' });
const put = (site: Site, id: number, body: object) => site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body });
const restore = (site: Site, id: number, commit: string, body?: object) =>
  site.ask(`POST /admin/pages/${id}/revisions/${commit}/restore`, { as: 'editor', ...(body && { body }) });

/** A developer's commit of all changes; returns its id. */
function commit(site: Site, message = 'By hand'): string {
  site.git('add', '--all');
  site.git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  return site.git('rev-parse', 'HEAD').trim();
}

/** Any write, because commits of others are read before it. */
async function writeSomething(site: Site): Promise<void> {
  await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: `${site.newCommits().length}` } });
}

const commitOf = (reply: Reply): string => reply.headers.get('x-commit') ?? '';

async function titlesOf(site: Site, id: number): Promise<readonly string[]> {
  const { body } = await read(site, `${id}/revisions`);
  return body.data.map(({ title, slug }: { title: string; slug: string }) => `${title} (${slug})`);
}

/** Checks that git finds no errors and nothing uncommitted. */
function expectInOrder(site: Site): void {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(site.git('status', '--porcelain')).toBe('');
}

/** A page with thousands of values in an old version and none at present. */
async function makeHeavySite(): Promise<Site> {
  const list = Array.from({ length: 5_000 }, (_, index) => `    - ${index}\n`).join('');
  const site = await makeSite({
    'content-types/note.yaml': 'id: 3\nname: Note\nfieldsSchema:\n  - { name: list, type: json }\n',
    'pages/en/heavy.yaml': `id: 4\ntype: note\ntitle: Before\nstatus: published\nfields:\n  list:\n${list}`,
  });
  site.write('pages/en/heavy.yaml', 'id: 4\ntype: note\ntitle: After\nstatus: published\n');
  commit(site);
  await writeSomething(site);
  return site;
}

it('SEC-36 an old version that takes long to read is read in a thread, for lists, diffs and restores', async () => {
  const site = await makeHeavySite();
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => post.mockRestore());
  const decoded = (): number =>
    post.mock.calls.filter(([task]) => task !== null && Object.hasOwn(Object(task), 'decode')).length;
  expect(await titlesOf(site, 4)).toEqual(['After (heavy)', 'Before (heavy)']);
  expect(decoded()).toBe(1);
  const first = (await read(site, '4/revisions')).body.data[1].id;
  const { body } = await read(site, `4/revisions/${first}/diff`);
  expect(body.data.map(({ path }: { path: readonly string[] }) => path)).toContainEqual(['fields', 'list']);
  expect((await restore(site, 4, first)).body.data.fields.list).toHaveLength(5_000);
  expect(site.read('pages/en/heavy.yaml')).toContain('- 4999');
});

describe('the revisions of a page', () => {
  it('are its commits, newest first, with author and note', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-list', '--max-parents=0', 'HEAD').trim();
    const first = commitOf(await put(site, 1, { title: 'Hello', revisionNote: 'A better word' }));
    site.setTime('2026-02-01T13:00:00.123Z');
    const second = commitOf(await put(site, 1, { slug: 'start' }));
    const { status, body } = await read(site, '1/revisions');
    expect(status).toBe(200);
    expect(body.meta).toEqual({ total: 3, limit: 20, offset: 0 });
    const common = { pageId: 1, status: 'published', locale: 'en', blockCount: 2, restores: null, wasScheduled: false };
    const activity = { verb: 'update', kind: 'page', name: 'Hello', count: 1 };
    const update = { action: 'page.update', activity, actor: 'user/2' };
    const editor = { name: 'The editor', email: 'editor@example.org' };
    expect(body.data).toEqual([
      {
        ...common,
        ...update,
        changed: ['slug'],
        before: first,
        id: second,
        title: 'Hello',
        slug: 'start',
        note: null,
        message: 'Update page "Hello" (en/start)',
        createdAt: '2026-02-01T13:00:00.123Z',
        createdBy: editor,
      },
      {
        ...common,
        ...update,
        changed: ['title'],
        before: begin,
        id: first,
        title: 'Hello',
        slug: 'home',
        note: 'A better word',
        message: 'Update page "Hello" (en/home)',
        createdAt: '2026-02-01T12:00:00.000Z',
        createdBy: editor,
      },
      {
        ...common,
        action: null,
        activity: null,
        actor: null,
        changed: null,
        before: null,
        id: begin,
        title: 'Home',
        slug: 'home',
        note: null,
        message: 'Begin',
        createdAt: '2026-01-01T00:00:00.000Z',
        createdBy: { name: 'A Developer', email: 'dev@example.org' },
      },
    ]);
    expect((await read(site, '1/revisions?limit=1&offset=1')).body).toMatchObject({
      data: [{ id: first }],
      meta: { total: 3, limit: 1, offset: 1 },
    });
    expect((await read(site, '1/revisions?offset=9')).body.data).toEqual([]);
  });

  it('are made by a note alone and by edits of inline blocks, and by nothing else', async () => {
    const site = await makeSite(SMALL_SITE);
    await put(site, 1, { revisionNote: 'Nothing changed' });
    await site.ask('PUT /admin/blocks/2', { as: 'editor', body: { fields: { body: 'Other words' } } });
    await put(site, 3, { title: 'Another page' });
    await site.ask('PUT /admin/blocks/1', { as: 'editor', body: { title: 'A shared block' } });
    const { body } = await read(site, '1/revisions');
    expect(body.data.map(({ note }: { note: string }) => note)).toEqual([null, 'Nothing changed', null]);
    const [edited, noted] = body.data;
    expect((await read(site, `1/revisions/${noted.id}`)).body.data.regions.content[0].fields).toEqual({
      body: 'Hello there.',
    });
    expect((await read(site, `1/revisions/${edited.id}`)).body.data.regions.content[0].fields).toEqual({
      body: 'Other words',
    });
  });

  it.each([true, false])(
    'follow the page through renames by anybody, not its slug (native git: %s)',
    async (usesNativeGit) => {
      const site = await makeSite(SMALL_SITE, { usesNativeGit });
      await put(site, 3, { slug: 'us' });
      site.git('mv', 'pages/en/us.yaml', 'pages/en/team.yaml');
      site.write('pages/en/team.yaml', site.read('pages/en/team.yaml').replace('About us', 'The team'));
      commit(site, 'Move and edit');
      await writeSomething(site);
      site.git('rm', '--quiet', 'pages/en/team.yaml');
      site.write('pages/en/_shelf/people.json', '{ "title": "People", "type": "plain", "id": 3 }\n');
      commit(site, 'Another format, on a shelf');
      await writeSomething(site);
      const { body } = await site.ask('POST /admin/pages', {
        as: 'editor',
        body: { title: 'About us', slug: 'about', typeId: 2 },
      });
      expect(await titlesOf(site, 3)).toEqual([
        'People (people)',
        'The team (team)',
        'About us (us)',
        'About us (about)',
      ]);
      expect(await titlesOf(site, body.data.id)).toEqual(['About us (about)']);
      expect((await read(site, '3')).body.data.createdBy).toBe('A Developer');
      expect((await read(site, String(body.data.id))).body.data.createdBy).toBe('The editor');
      await site.restart();
      expect(await titlesOf(site, 3)).toHaveLength(4);
      expectInOrder(site);
    },
  );

  it('survive when the page is deleted and a revert restores it', async () => {
    const site = await makeSite(SMALL_SITE);
    await put(site, 4, { title: 'Second' });
    await site.ask('DELETE /admin/pages/4', { as: 'editor' });
    expect(refusalOf(await read(site, '4/revisions'))).toBe('404 NOT_FOUND');
    site.git('revert', '--no-edit', 'HEAD');
    await writeSomething(site);
    expect(await titlesOf(site, 4)).toEqual(['Second (secret)', 'Second (secret)', 'Not yet (secret)']);
  });

  it('include changes of a merged branch, once', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('checkout', '--quiet', '-b', 'side');
    site.write(ABOUT, site.read(ABOUT).replace('About us', 'On a branch'));
    commit(site, 'On a branch');
    site.git('checkout', '--quiet', 'main');
    await put(site, 4, { title: 'On main' });
    site.git('merge', '--quiet', '--no-ff', '--message=Merge', 'side');
    await writeSomething(site);
    expect(await titlesOf(site, 3)).toEqual(['On a branch (about)', 'About us (about)']);
    expect(await titlesOf(site, 4)).toEqual(['On main (secret)', 'Not yet (secret)']);
  });

  it('are those of the rewritten history after an amend and a rebase, and so are the times', async () => {
    const site = await makeSite(SMALL_SITE);
    await put(site, 3, { title: 'Amended soon' });
    site.write(ABOUT, site.read(ABOUT).replace('Amended soon', 'Amended'));
    site.git('commit', '--quiet', '--all', '--amend', '--no-edit');
    const amended = site.git('rev-parse', 'HEAD').trim();
    await writeSomething(site);
    expect(await titlesOf(site, 3)).toEqual(['Amended (about)', 'About us (about)']);
    expect((await read(site, '3/revisions')).body.data[0].id).toBe(amended);
    expect((await read(site, '3')).body.data.updatedAt).toBe('2026-01-01T00:00:00.000Z');
    // Only the message changes: the same bytes in another commit.
    site.git('checkout', '--quiet', '-b', 'side', 'HEAD~2');
    commit(site, 'Something else');
    site.git('checkout', '--quiet', 'main');
    site.git('rebase', '--quiet', 'side');
    await writeSomething(site);
    const { body } = await read(site, '3/revisions');
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Amended', 'About us']);
    expect(site.git('rev-list', 'HEAD').split('\n')).toContain(body.data[0].id);
    expect(body.data[0].id).not.toBe(amended);
  });

  it('end where a shallow clone ends', async () => {
    const site = await makeSite(SMALL_SITE);
    await put(site, 3, { title: 'Second' });
    const last = commitOf(await put(site, 3, { title: 'Third' }));
    await site.stop();
    site.git('fetch', '--quiet', '--depth=1', `file://${site.contentDir}`, 'main');
    site.git('update-ref', 'refs/shallow', last);
    site.write('.git/shallow', `${last}\n`);
    await site.restart();
    expect((await read(site, '3/revisions')).body.data.map(({ id }: { id: string }) => id)).toEqual([last]);
  });

  it('are separate for two files with the same id, each by its path', async () => {
    const site = await makeSite(SMALL_SITE);
    site.write(
      'pages/en/copy.yaml',
      `${site.read(ABOUT)}`.replace('About us', 'A copy').replace('2026-01-06', '2026-01-09'),
    );
    commit(site, 'A copy with the same id');
    await writeSomething(site);
    expect(await titlesOf(site, 3)).toEqual(['About us (about)']);
    const copy = site.cms.store.byKey('page', 'en/copy')!;
    expect(await titlesOf(site, copy.id)).toEqual(['A copy (copy)']);
  });

  it('refuse invalid ranges and missing pages', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(refusalOf(await read(site, '1/revisions?limit=0'))).toBe('400 VALIDATION limit');
    expect(refusalOf(await read(site, '1/revisions?offset=-1'))).toBe('400 VALIDATION offset');
    expect(refusalOf(await read(site, '99/revisions'))).toBe('404 NOT_FOUND');
    expect((await read(site, '1/revisions?limit=1000')).body.meta.limit).toBe(100);
  });
});

describe('one revision', () => {
  it('shows the page as it was, in the format it had', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    await put(site, 1, { title: 'Hello', slug: 'start', fields: { summary: 'Other' }, terms: [1], metaTitle: null });
    const { body, headers } = await read(site, `1/revisions/${begin}`);
    expect(headers.get('etag')).toBe(`"${site.git('rev-parse', `${begin}:${HOME}`).trim()}"`);
    expect(body.data).toMatchObject({
      id: begin,
      title: 'Home',
      slug: 'home',
      status: 'published',
      blockCount: 2,
      type: 'article',
      fields: { summary: 'Where it begins.', related: 3 },
      terms: [{ termSlug: 'news' }, { termSlug: 'events' }],
      seo: { metaTitle: 'Welcome', metaDescription: null, ogImage: null, canonicalUrl: null, robots: null },
      regions: {
        content: [
          { id: 'pb_2', block_type: 'text' },
          { id: 'pb_3', is_shared: true, overrides: { tone: 'loud' } },
        ],
      },
    });
    expect((await read(site, `1/revisions/${begin.slice(0, 7).toUpperCase()}`)).body.data.id).toBe(begin);
  });

  it('is not found for a commit without a revision of the page, and for anything but a commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const other = commitOf(await put(site, 3, { title: 'Another page' }));
    for (const id of [other, '0'.repeat(40), 'HEAD', 'abc', 'main', 'f'.repeat(41), '..%2F..', 'zzzzzzz'])
      expect([id, refusalOf(await read(site, `1/revisions/${id}`))]).toEqual([id, '404 NOT_FOUND']);
  });

  it('reports the problem of a broken file, which is listed all the same', async () => {
    const site = await makeSite(SMALL_SITE);
    const good = site.read(ABOUT);
    site.write(ABOUT, `${good}fields: [\n`);
    const broken = commit(site, 'Break it');
    site.write(ABOUT, good);
    commit(site, 'Mend it');
    await writeSomething(site);
    const { body } = await read(site, '3/revisions');
    expect(body.data[1]).toMatchObject({ id: broken, title: null, status: null, blockCount: null, slug: 'about' });
    expect(body.data[1].problem).toEqual(expect.any(String));
    expect(refusalOf(await read(site, `3/revisions/${broken}`))).toBe('409 CONFLICT');
    expect(refusalOf(await read(site, `3/revisions/${broken}/diff`))).toBe('409 CONFLICT');
    expect(refusalOf(await restore(site, 3, broken))).toBe('409 CONFLICT');
  });
});

describe('the difference of revisions', () => {
  it('names each field that differs, from a revision to the present or to another', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    const first = commitOf(
      await put(site, 1, { title: 'Hello', fields: { summary: 'Other', facts: [{ title: 'One' }] } }),
    );
    await put(site, 1, { metaTitle: null, fields: { summary: 'Other', facts: [{ title: 'Two' }] }, terms: [1] });
    expect((await read(site, `1/revisions/${begin}/diff?to=${first}`)).body).toEqual({
      data: [
        { path: ['title'], before: 'Home', after: 'Hello' },
        { path: ['fields', 'summary'], before: 'Where it begins.', after: 'Other' },
        { path: ['fields', 'related'], before: 3, after: null },
        { path: ['fields', 'facts'], before: null, after: [{ title: 'One' }] },
      ],
      meta: { total: 4 },
    });
    expect((await read(site, `1/revisions/${first}/diff`)).body.data).toEqual([
      { path: ['fields', 'facts', '0', 'title'], before: 'One', after: 'Two' },
      { path: ['seo', 'metaTitle'], before: 'Welcome', after: null },
      { path: ['terms'], before: ['topics/news', 'topics/events'], after: ['topics/news'] },
    ]);
    expect((await read(site, `1/revisions/${first}/diff?to=${first}`)).body.data).toEqual([]);
    expect(refusalOf(await read(site, `1/revisions/${first}/diff?to=${'0'.repeat(40)}`))).toBe('404 NOT_FOUND');
  });

  it('shows moved blocks as moved, new ones as new, and unchanged ones not at all', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    const added = { blockTypeSlug: 'text', fields: { body: 'New' } };
    const { body } = await put(site, 1, {
      regions: { content: [added, { id: 'pb_3' }], aside: [{ id: 'pb_2', fields: { body: 'Moved' } }] },
    });
    const id = body.data.regions.content[0].id;
    expect((await read(site, `1/revisions/${begin}/diff`)).body.data).toEqual([
      {
        path: ['regions', 'content', id],
        before: null,
        after: { block_type: 'text', title: null, fields: { body: 'New' } },
      },
      {
        path: ['regions', 'aside', 'pb_2', 'position'],
        before: { region: 'content', position: 0 },
        after: { region: 'aside', position: 0 },
      },
      { path: ['regions', 'aside', 'pb_2', 'fields', 'body'], before: 'Hello there.', after: 'Moved' },
    ]);
  });
});

describe('restoring a revision', () => {
  it('restores everything but the status, in a new commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    const was = (await read(site, '1')).body.data;
    await put(site, 1, {
      title: 'Hello',
      slug: 'start',
      status: 'draft',
      fields: { summary: 'Other' },
      regions: {},
      terms: [],
      metaTitle: null,
    });
    const made = await restore(site, 1, begin);
    expect(made.status).toBe(200);
    expect(made.body.data).toMatchObject({ title: 'Home', slug: 'home', status: 'draft', metaTitle: 'Welcome' });
    for (const key of ['fields', 'regions', 'terms']) expect(made.body.data[key]).toEqual(was[key]);
    expect(made.body.meta).toBeUndefined();
    expect(made.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(made.headers.get('etag')).toBe(`"${site.git('rev-parse', `HEAD:${HOME}`).trim()}"`);
    expect(site.newCommits()).toEqual(['Restore page "Home" (en/home)', 'Update page "Hello" (en/start)']);
    const message = site.git('log', '-1', '--format=%B');
    expect(message).toContain('Quire-Action: page.restore\nQuire-Record: page/1 en/home\n');
    expect(message).toContain(`\nQuire-Restores: ${begin}\nQuire-Actor: user/2\n`);
    const { data, meta } = (await read(site, '1/revisions')).body;
    expect(data[0]).toMatchObject({ action: 'page.restore', restores: begin, note: null });
    expect(meta.total).toBe(3);
    expectInOrder(site);
  });

  it('restores a version with another format and path', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/old.json': '{ "id": 9, "type": "plain", "title": "Was JSON" }',
    });
    const begin = site.git('rev-parse', 'HEAD').trim();
    site.git('rm', '--quiet', 'pages/en/old.json');
    site.write('pages/en/new.yaml', 'id: 9\ntype: plain\ntitle: Is YAML\n');
    commit(site);
    await writeSomething(site);
    expect((await restore(site, 9, begin)).body.data).toMatchObject({ id: 9, title: 'Was JSON', slug: 'old' });
    expect(await titlesOf(site, 9)).toEqual(['Was JSON (old)', 'Is YAML (new)', 'Was JSON (old)']);
    expectInOrder(site);
  });

  it('restores a version of a Markdown file', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('rm', '--quiet', ABOUT);
    site.write('pages/en/about.md', '---\nid: 3\ntype: plain\ntitle: In Markdown\n---\n');
    const markdown = commit(site, 'To Markdown');
    await writeSomething(site);
    await put(site, 3, { title: 'Changed' });
    expect(await titlesOf(site, 3)).toEqual(['Changed (about)', 'In Markdown (about)', 'About us (about)']);
    expect((await restore(site, 3, markdown)).body.data).toMatchObject({ id: 3, title: 'In Markdown' });
    expectInOrder(site);
  });

  it('leaves out terms and blocks that are gone, and lists them', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    await put(site, 1, { regions: {} });
    await site.ask('DELETE /admin/blocks/1', { as: 'editor' });
    await site.ask('DELETE /admin/taxonomies/1/terms/2', { as: 'editor' });
    const { status, body } = await restore(site, 1, begin);
    expect(status).toBe(200);
    expect(body.data.regions.content.map(({ id }: { id: string }) => id)).toEqual(['pb_2']);
    expect(body.data.terms).toEqual([expect.objectContaining({ termSlug: 'news' })]);
    expect(body.meta).toEqual({
      leftOut: [
        ['regions', 'content', '1'],
        ['terms', 'topics', 'events'],
      ],
    });
  });

  it('keeps missing references in its fields, like any page', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    await put(site, 1, { fields: { summary: 'Other' } });
    await site.ask('DELETE /admin/pages/3', { as: 'editor' });
    const { status, body } = await restore(site, 1, begin);
    expect([status, body.data.fields]).toEqual([200, { summary: 'Where it begins.', related: null }]);
    const problems = errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data);
    expect(problems).toEqual(
      ['menus/main.yaml', HOME].map((path) => expect.objectContaining({ path, code: 'DANGLING_REFERENCE' })),
    );
  });

  it('restores the type together with the fields, and checks the rest by the present rules', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    await put(site, 1, { typeId: 2, fields: {}, regions: {} });
    expect((await restore(site, 1, begin)).body.data).toMatchObject({
      type: 'article',
      fields: { summary: 'Where it begins.' },
    });
    await put(site, 1, { slug: 'start' });
    await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'Home', typeId: 2 } });
    expect(refusalOf(await restore(site, 1, begin))).toBe('409 CONFLICT slug');
    await put(site, 1, { regions: {} });
    await site.ask('PUT /admin/content-types/1', { as: 'admin', body: { regions: ['aside'] } });
    const before = site.newCommits().length;
    expect((await restore(site, 1, begin)).status).toBe(400);
    expect(site.newCommits()).toHaveLength(before);
    expectInOrder(site);
  });

  it('accepts a note, and checks If-Match', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    const { headers } = await put(site, 3, { title: 'Second' });
    await put(site, 3, { title: 'Third' });
    const call = `POST /admin/pages/3/revisions/${begin}/restore`;
    const stale = { 'if-match': headers.get('etag')! };
    expect((await site.ask(call, { as: 'editor', headers: stale })).status).toBe(412);
    expect((await restore(site, 3, begin, { revisionNote: 'As it was' })).status).toBe(200);
    expect((await read(site, '3/revisions')).body.data[0]).toMatchObject({ title: 'About us', note: 'As it was' });
    expect(refusalOf(await restore(site, 3, '0'.repeat(40)))).toBe('404 NOT_FOUND');
    expect(refusalOf(await restore(site, 3, begin, { revisionNote: 5 }))).toBe('400 VALIDATION revisionNote');
    expect(site.newCommits()).toHaveLength(3);
  });
});
