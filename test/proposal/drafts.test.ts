import { describe, expect, it } from 'vitest';
import { type Login, makeSite, type Site } from '../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: textarea }\n',
  'block-types/note.yaml': 'id: 2\nname: Note\nfieldsSchema:\n  - { name: text, type: text }\n',
  'pages/en/about.yaml':
    'id: 7\ntype: article\ntitle: About us\nstatus: published\npublishedAt: 2026-01-05T09:00:00.000Z\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n  body: Long ago.\n',
  'pages/en/soon.yaml': 'id: 8\ntype: article\ntitle: Soon\nstatus: draft\ncreatedAt: 2026-01-04T16:20:11.204Z\n',
  'blocks/news.yaml': 'id: 30\ntype: note\ntitle: News\nfields:\n  text: Old news\n',
  'menus/main.yaml': 'id: 40\nname: Main\nitems: []\n',
  'taxonomies/topics.yaml': 'id: 50\nname: Topics\nhierarchical: false\nterms: []\n',
};

const asking =
  (site: Site) =>
  (
    call: string,
    body?: unknown,
    { as = 'editor', headers = {} }: { as?: Login; headers?: Record<string, string> } = {},
  ) =>
    site.ask(call, { as, headers, ...(body !== undefined && { body }) });

const publicTitle = async (site: Site): Promise<string> =>
  (await site.ask('GET /content/pages/about')).body.data?.title;

describe('the draft of a live record', () => {
  it('is begun by the first write, read beside what is live, and published', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    expect((await ask('GET /admin/pages/7')).body.data).toMatchObject({ hasDraft: false, draft: null, work: null });
    expect((await ask('GET /admin/pages/7/draft')).status).toBe(404);
    const put = await ask('PUT /admin/pages/7/draft', { title: 'About the harbour' });
    expect([put.status, put.body.data.title, put.body.meta.draft]).toEqual([200, 'About the harbour', 'about-us']);
    expect((await ask('GET /admin/pages/7/draft')).body.data).toMatchObject({ title: 'About the harbour' });
    const live = (await ask('GET /admin/pages/7')).body.data;
    expect(live).toMatchObject({ title: 'About us', hasDraft: true });
    expect(live.draft).toMatchObject({ change: 'about-us', author: 'The editor', conflicts: 0, scheduledAt: null });
    expect(await publicTitle(site)).toBe('About us');
    expect(site.newCommits()).toEqual([]);
    const published = await ask('POST /admin/pages/7/draft/publish', {});
    expect(published.body.data).toMatchObject({ change: 'about-us', scheduledAt: null, isPublic: true });
    expect(published.body.data.commit).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(await publicTitle(site)).toBe('About the harbour');
    expect((await ask('GET /admin/pages/7')).body.data).toMatchObject({ hasDraft: false, draft: null });
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('appears in the history of its record when it is published, with a note and what differs', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('PATCH /admin/pages/7/draft', { title: 'About the harbour', fields: { summary: 'Everything.' } });
    await ask('POST /admin/pages/7/draft/publish', { revisionNote: 'For the summer' });
    const { data, meta } = (await ask('GET /admin/pages/7/revisions')).body;
    expect(meta.total).toBe(3);
    expect(data).toMatchObject([
      { action: 'change.publish', actor: 'user/2', note: 'For the summer', changed: ['title', 'fields/summary'] },
      { action: 'page.update', actor: 'user/2', note: null, changed: ['title', 'fields/summary'] },
      { action: null, changed: null },
    ]);
    const { data: last } = (await ask('GET /admin/pages/7/revisions?offset=1&limit=1')).body;
    expect(last).toEqual([data[1]]);
    expect(data.map(({ before }: { before: string }) => before)).toEqual([data[2].id, data[2].id, null]);
    const { body } = await ask(`GET /admin/pages/7/revisions/${data[0].id}`);
    expect(body.data.title).toBe('About the harbour');
    expect((await ask('GET /admin/pages/8/revisions')).body.meta.total).toBe(1);
  });

  it('exists for every kind of content', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    const writes = [
      ['blocks/30', { fields: { text: 'New news' } }, 'editor'],
      ['menus/40', { name: 'Top' }, 'editor'],
      ['taxonomies/50', { name: 'Subjects' }, 'editor'],
      ['config', { siteName: 'Port' }, 'admin'],
    ] as const;
    for (const [path, body, as] of writes) {
      const [key, value] = Object.entries(body)[0]!;
      const before = (await ask(`GET /admin/${path}`)).body.data[key];
      expect((await ask(`PUT /admin/${path}/draft`, body, { as })).body.data[key]).toEqual(value);
      const live = (await ask(`GET /admin/${path}`)).body.data;
      expect([live[key], live.draft?.ahead]).toEqual([before, 2]);
      const published = await ask(`POST /admin/${path}/draft/publish`, {}, { as });
      expect([published.status, published.body.data.isPublic]).toEqual([200, true]);
      expect((await ask(`GET /admin/${path}`)).body.data[key]).toEqual(value);
    }
  });

  it('is shared by all, merged with a late save, and discarded for thirty days', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    const first = await ask('PUT /admin/pages/7/draft', { title: 'Ada was here' });
    await ask('PATCH /admin/pages/7/draft', { fields: { summary: 'By Ben' } }, { as: 'admin' });
    const headers = { 'If-Match': first.headers.get('etag')!, Prefer: 'merge' };
    const late = await ask('PUT /admin/pages/7/draft', { metaTitle: 'By Ada' }, { headers });
    expect(late.body.data).toMatchObject({ title: 'Ada was here', fields: { summary: 'By Ben' }, metaTitle: 'By Ada' });
    expect((await ask('DELETE /admin/pages/7/draft')).body.data).toEqual({ deleted: true });
    expect((await ask('GET /admin/pages/7')).body.data.draft).toBeNull();
    await ask('POST /admin/changes/about-us/restore');
    expect((await ask('GET /admin/pages/7/draft')).body.data.metaTitle).toBe('By Ada');
  });

  it('is not merged with a save that is based on another record', async () => {
    const ask = asking(await makeSite(FILES));
    await ask('PUT /admin/pages/7/draft', { title: 'Ada was here' });
    const other = await ask('GET /admin/pages/8');
    const headers = { 'If-Match': other.headers.get('etag')!, Prefer: 'merge' };
    expect((await ask('PUT /admin/pages/7/draft', { title: 'Soon' }, { headers })).status).toBe(412);
    expect((await ask('GET /admin/pages/7/draft')).body.data.title).toBe('Ada was here');
  });

  it('leaves nothing behind when its first write is refused, and when the record is missing', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    expect((await ask('PUT /admin/pages/7/draft', { title: 5 })).status).toBe(400);
    expect((await ask('PUT /admin/pages/9/draft', { title: 'x' })).status).toBe(404);
    expect(site.git('for-each-ref', 'refs/heads/change', 'refs/quire').trim()).toBe('');
    expect((await ask('GET /admin/pages/7')).body.data.hasDraft).toBe(false);
  });

  it('publishes only what was looked at', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    const seen = await ask('PUT /admin/pages/7/draft', { title: 'Seen' });
    const headers = { 'If-Match': seen.headers.get('etag')! };
    await ask('PUT /admin/pages/7/draft', { title: 'Not seen' }, { as: 'admin' });
    expect((await ask('POST /admin/pages/7/draft/publish', {}, { headers })).status).toBe(412);
    expect(await publicTitle(site)).toBe('About us');
  });

  it('SEC-17 refuses to publish edits of other records that somebody put beside the one that is looked at', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    const seen = await ask('PUT /admin/pages/7/draft', { title: 'Seen' });
    const headers = { 'If-Match': seen.headers.get('etag')! };
    await ask('PUT /admin/menus/40', { name: 'Not seen' }, { headers: { 'Quire-Change': 'about-us' } });
    await ask('POST /admin/changes', { title: 'Other' });
    await ask('PUT /admin/blocks/30', { title: 'Not seen' }, { headers: { 'Quire-Change': 'other' } });
    const moving = { records: [{ kind: 'block', key: 'news' }], to: 'about-us' };
    expect((await ask('POST /admin/changes/other/move', moving)).status).toBe(200);
    for (const body of [{}, { scheduledAt: '2026-02-02T09:00:00.000Z' }]) {
      const refused = await ask('POST /admin/pages/7/draft/publish', body, { headers });
      expect([refused.status, refused.body.errors.map(({ path }: { path: string[] }) => path[0])]).toEqual([
        409,
        ['blocks/news.yaml', 'menus/main.yaml'],
      ]);
    }
    expect(site.newCommits()).toEqual([]);
    expect((await ask('GET /admin/pages/7')).body.data.draft.scheduledAt).toBeNull();
    expect((await ask('POST /admin/changes/about-us/publish', {})).status).toBe(200);
  });

  it('publishes what follows its own saves, after it was brought up to date too', async () => {
    const VISIT = 'id: 9\ntype: article\ntitle: Visit\nstatus: published\n';
    const site = await makeSite({ ...FILES, 'pages/en/visit.yaml': VISIT });
    const ask = asking(site);
    const saved = await ask('PUT /admin/pages/7/draft', { slug: 'about-the-harbour' }, { as: 'admin' });
    expect(saved.status).toBe(200);
    await ask('PUT /admin/pages/9', { title: 'Visit us' });
    await ask('POST /admin/changes/about-us/update', {}, { as: 'admin' });
    await ask('PUT /admin/pages/7/draft', { title: 'About the harbour' });
    const files = site.git('diff', '--name-only', '--no-renames', 'main...change/about-us').trim().split('\n');
    expect(files).toEqual(['pages/en/about-the-harbour.yaml', 'pages/en/about.yaml', 'redirects/about.yaml']);
    expect((await ask('POST /admin/pages/7/draft/publish', {}, { as: 'admin' })).status).toBe(200);
  });

  it('settles what clashes with what is live for one side', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('PUT /admin/pages/7/draft', { title: 'Draft' });
    await ask('PUT /admin/pages/7', { title: 'Live' });
    expect((await ask('GET /admin/pages/7')).body.data.draft.conflicts).toBe(1);
    expect((await ask('POST /admin/pages/7/draft/publish', {})).status).toBe(409);
    expect((await ask('POST /admin/pages/7/draft/publish', { take: 'theirs' })).status).toBe(200);
    expect(await publicTitle(site)).toBe('Draft');
  });

  it('goes live at a time, and leaves what is live public until then', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('PUT /admin/pages/7/draft', { title: 'Tomorrow' });
    const scheduledAt = '2026-02-02T09:00:00.000Z';
    const planned = await ask('POST /admin/pages/7/draft/publish', { scheduledAt });
    expect(planned.body.data).toMatchObject({ commit: null, scheduledAt, isPublic: true });
    expect((await ask('GET /admin/pages/7')).body.data.draft.scheduledAt).toBe(scheduledAt);
    expect(await publicTitle(site)).toBe('About us');
  });

  it('may be written, but not published, by people who may write to changes only', async () => {
    const site = await makeSite(FILES);
    const { key } = (
      await site.ask('POST /admin/api-keys', {
        as: 'admin',
        body: { name: 'Agent', permissions: 'content:write', changesOnly: true },
      })
    ).body.data;
    const headers = { 'X-API-Key': key };
    expect((await site.ask('PUT /admin/pages/8/draft', { headers, body: { title: 'Soon!' } })).status).toBe(200);
    expect((await site.ask('POST /admin/pages/8/draft/publish', { headers, body: {} })).status).toBe(403);
    expect((await site.ask('PUT /admin/pages/8', { headers, body: { title: 'Soon!' } })).status).toBe(403);
  });
});

describe('one sitting', () => {
  const commitsOf = (site: Site): string[] =>
    site.git('log', '--format=%s', 'HEAD..change/about-us').trim().split('\n');

  it('is one commit: a save of the same person within the hour amends the last one', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('PUT /admin/pages/7/draft', { title: 'One' });
    site.setTime('2026-02-01T12:20:00.000Z');
    await ask('PUT /admin/pages/7/draft', { fields: { summary: 'Two', body: 'Long ago.' } });
    site.setTime('2026-02-01T12:40:00.000Z');
    const last = await ask('PUT /admin/pages/7/draft', { title: 'Three' });
    expect(last.body.data).toMatchObject({ title: 'Three', fields: { summary: 'Two' } });
    expect(commitsOf(site)).toEqual(['Update page "Three" (en/about)', 'Begin change "About us"']);
    expect(site.git('diff', '--stat', 'HEAD', 'change/about-us')).toContain('2 insertions(+), 2 deletions(-)');
    expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
    await ask('POST /admin/pages/7/draft/publish', {});
    expect(await publicTitle(site)).toBe('Three');
  });

  it('merges a save based on a version that was amended away', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    const seenByBen = await ask('PUT /admin/pages/7/draft', { title: 'One' });
    await ask('PUT /admin/pages/7/draft', { title: 'Two' });
    const headers = { 'If-Match': seenByBen.headers.get('etag')!, Prefer: 'merge' };
    const late = await ask('PUT /admin/pages/7/draft', { metaTitle: 'Ben' }, { as: 'admin', headers });
    expect(late.body.data).toMatchObject({ title: 'Two', metaTitle: 'Ben' });
    expect(late.body.meta.merged).toEqual([['title']]);
  });

  it('ends after an hour, with somebody else, with a note, and with a publishing time', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('PUT /admin/pages/7/draft', { title: 'One' });
    site.setTime('2026-02-01T13:01:00.000Z');
    await ask('PUT /admin/pages/7/draft', { title: 'Two' });
    await ask('PUT /admin/pages/7/draft', { title: 'Three' }, { as: 'admin' });
    await ask('PUT /admin/pages/7/draft', { title: 'Four' });
    await ask('PUT /admin/pages/7/draft', { title: 'Five', revisionNote: 'Because' });
    await ask('PUT /admin/pages/7/draft', { title: 'Six' });
    await ask('POST /admin/pages/7/draft/publish', { scheduledAt: '2026-02-09T09:00:00.000Z' });
    await ask('PUT /admin/pages/7/draft', { title: 'Seven' });
    expect(commitsOf(site)).toHaveLength(8);
  });

  it('is never a commit of a change of several pages', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('POST /admin/changes', { title: 'Menu' });
    const headers = { 'Quire-Change': 'menu' };
    await ask('PUT /admin/pages/7', { title: 'One' }, { headers });
    await ask('PUT /admin/pages/7', { title: 'Two' }, { headers });
    expect(site.git('log', '--format=%s', 'HEAD..change/menu').trim().split('\n')).toHaveLength(3);
  });
});
