import { describe, expect, it } from 'vitest';
import { foldText } from '../../../src/lib/text/foldText.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const BROKEN = { 'menus/foot.yaml': 'id: 2\nname: [Foot\n' };
const MEDIA = {
  'media/files/dawn-01234567.jpg': 'jpg',
  'media/dawn.yaml':
    'id: 1\nfilename: dawn-01234567.jpg\noriginalName: IMG_1.jpg\nmimeType: image/jpeg\nsize: 3\nwidth: 1\nheight: 1\nhash: aa01234567890123456789012345678901234567890123456789012345678901\ntitle: Häfen\naltText: About dawn\ndominantColor: black\nplaceholder: none\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
};

const get = (site: Site, path: string) => site.ask(`GET /admin/${path}`, { as: 'viewer' });

describe('the dashboard', () => {
  it('counts the records and shows the pages that changed last', async () => {
    const site = await makeSite({ ...SMALL_SITE, ...MEDIA, ...BROKEN });
    await site.ask('PUT /admin/pages/4', { as: 'editor', body: { title: 'Soon' } });
    const { body } = await get(site, 'dashboard');
    expect(body.data.stats).toEqual({
      pages: 4,
      published: 3,
      drafts: 1,
      blocks: 1,
      media: 1,
      menus: 1,
      users: 3,
      problems: 2,
    });
    expect(body.data.recentPages).toHaveLength(4);
    expect(body.data.recentPages[0]).toEqual({
      id: 4,
      type: 'plain',
      title: 'Soon',
      slug: 'secret',
      locale: 'en',
      status: 'draft',
      updatedAt: '2026-02-01T12:00:00.000Z',
    });
    expect(body.data.problems).toMatchObject([
      { path: 'media/dawn.yaml', severity: 'warning', code: 'UNUSED_MEDIA' },
      { path: 'menus/foot.yaml', severity: 'error', code: 'SYNTAX' },
    ]);
  });
});

describe('the search of the admin interface', () => {
  it('finds pages of any status, blocks, media and menus by their names', async () => {
    const site = await makeSite({ ...SMALL_SITE, ...MEDIA });
    expect((await get(site, 'search?q=about')).body).toEqual({
      data: {
        pages: [{ id: 3, type: 'plain', title: 'About us', slug: 'about', locale: 'en', status: 'published' }],
        blocks: [],
        media: [{ id: 1, title: 'Häfen', originalName: 'IMG_1.jpg', mimeType: 'image/jpeg' }],
        menus: [],
        terms: [],
      },
    });
    expect((await get(site, 'search?q=secret')).body.data.pages).toHaveLength(1);
    expect((await get(site, 'search?q=HAFEN')).body.data.media).toHaveLength(1);
    expect((await get(site, 'search?q=mAi')).body.data.menus).toEqual([{ id: 1, name: 'Main', slug: 'main' }]);
    expect((await get(site, 'search?q=ott')).body.data.blocks).toEqual([
      { id: 1, title: 'Motto', typeSlug: 'quote', isReusable: true },
    ]);
    expect((await get(site, 'search?q=NEWS')).body.data.terms).toEqual([
      { id: 1, name: 'News', slug: 'news', taxonomyId: 1, taxonomySlug: 'topics', taxonomyName: 'Topics' },
    ]);
    expect((await get(site, 'search?q=twice%20look')).body.data.blocks).toHaveLength(1);
    // A pattern is treated as plain text.
    expect((await get(site, 'search?q=.*')).body.data.pages).toEqual([]);
  });

  it('finds pages by words of their text, after those that are called so', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/draft.yaml':
        'id: 20\ntype: article\ntitle: Elsewhere\nstatus: draft\ncreatedAt: 2026-01-08T00:00:00.000Z\nfields: { summary: There begins the pier }\n',
      'pages/en/begins.yaml': 'id: 21\ntype: plain\ntitle: It begins\ncreatedAt: 2026-01-08T00:00:00.000Z\n',
    });
    const ids = async (q: string): Promise<readonly number[]> =>
      (await get(site, `search?q=${encodeURIComponent(q)}`)).body.data.pages.map(({ id }: { id: number }) => id);
    expect(await ids('begins')).toEqual([21, 1, 20]);
    expect(await ids('pier there')).toEqual([20]);
    expect(await ids('twice')).toEqual([1]);
  });

  it('shows exact matches first, then names that begin with the text', async () => {
    const titles = ['Not a port', 'Porto', 'PORT', 'Pört'];
    const pages = titles.map((title, index) => [
      `pages/en/p${index}.yaml`,
      `id: ${index + 10}\ntype: plain\ntitle: ${title}\ncreatedAt: 2026-01-01T00:00:00.000Z\n`,
    ]);
    const site = await makeSite({ ...SMALL_SITE, ...Object.fromEntries(pages) });
    const { body } = await get(site, 'search?q=port');
    expect(body.data.pages.map(({ id }: { id: number }) => id)).toEqual([12, 13, 11, 10]);
    expect((await get(site, 'search?q=port&limit=1')).body.data.pages).toHaveLength(1);
  });

  it('finds nothing by accents alone', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('GET /admin/search?q=%CC%81%CC%81', { as: 'viewer' });
    expect(body.data).toEqual({ pages: [], blocks: [], media: [], menus: [], terms: [] });
  });

  it('requires 2 to 200 characters', async () => {
    const site = await makeSite();
    for (const query of ['', '?q=', '?q=a', '?q=%20%20', `?q=${'a'.repeat(201)}`, '?q=ab&q=cd'])
      expect([query, refusalOf(await get(site, `search${query}`))]).toEqual([query, '400 VALIDATION q']);
  });
});

describe('problems', () => {
  it('list files that could not become records, and mentions of missing records', async () => {
    const site = await makeSite({ ...SMALL_SITE, ...BROKEN });
    await site.ask('DELETE /admin/pages/3', { as: 'editor' });
    const { body } = await get(site, 'problems');
    expect(body.meta).toEqual({ total: 3 });
    const severity = 'error';
    const message = 'mentions the page "en/about", which does not exist';
    expect(body.data).toEqual([
      { path: 'menus/foot.yaml', line: 3, column: 1, severity, code: 'SYNTAX', message: expect.any(String) },
      {
        path: 'menus/main.yaml',
        ...{ line: 5, column: 28, severity, code: 'DANGLING_REFERENCE', message },
        record: { kind: 'menu', id: 1, key: 'main', title: 'Main' },
        field: ['items', '0', 'page'],
      },
      {
        path: 'pages/en/home.yaml',
        ...{ line: 15, column: 3, severity, code: 'DANGLING_REFERENCE', message },
        record: { kind: 'page', id: 1, key: 'en/home', title: 'Home' },
        field: ['fields', 'related'],
      },
    ]);
    expect((await get(site, 'problems?limit=1&offset=1')).body.data).toHaveLength(1);
    const made = { type: 'plain', title: 'Mine', slug: 'mine', status: 'published', fields: { related: 1 } };
    expect((await site.ask('POST /admin/pages', { as: 'editor', body: made })).status).toBe(201);
    await site.ask('DELETE /admin/pages/1', { as: 'editor' });
    const mine = (await site.ask('GET /admin/problems?mine=true', { as: 'editor' })).body;
    expect(mine.data.map(({ path }: { path: string }) => path)).toEqual(['pages/en/mine.yaml']);
    expect((await get(site, 'problems?mine=true')).body).toEqual({ data: [], meta: { total: 0 } });
  });
});

describe('the audit log', () => {
  const list = async (site: Site, query = '') =>
    (await site.ask(`GET /admin/audit-logs${query}`, { as: 'admin' })).body;
  const actionsIn = (body: { data: { action: string; record: string | null }[] }) =>
    body.data.map(({ action, record }) => `${action} ${record}`);

  it('lists what anybody did in the content and outside it, newest first', async () => {
    const site = await makeSite(SMALL_SITE);
    const { headers } = await site.ask('PUT /admin/pages/4', { as: 'editor', body: { title: 'Soon' } });
    site.setTime('2026-02-01T12:00:00.001Z');
    await site.ask('POST /admin/webhooks', { as: 'admin', body: { url: 'https://example.org' } });
    site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('About us', 'About them'));
    site.git('rm', '--quiet', 'pages/en/secret.yaml');
    site.git('commit', '--quiet', '--all', '--message=By hand');
    const byHand = site.git('rev-parse', 'HEAD').trim();
    await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'New' } });
    const body = await list(site, '?limit=5');
    expect(actionsIn(body)).toEqual([
      expect.stringMatching(/^settings\.update settings\//),
      'git.commit page/3',
      'webhook.create webhook/1',
      'auth.login user/1',
      'page.update page/4',
    ]);
    const [, committed, outside, , updated] = body.data;
    expect(committed).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      actor: 'git',
      author: { name: 'A Developer', email: 'dev@example.org' },
      action: 'git.commit',
      area: 'git',
      activity: null,
      record: 'page/3',
      records: ['page/3', 'page/4'],
      recordCount: 2,
      title: null,
      summary: 'By hand',
      ip: null,
      ok: true,
      commit: byHand,
    });
    expect(outside).toEqual({
      at: '2026-02-01T12:00:00.001Z',
      actor: 'user/1',
      author: null,
      action: 'webhook.create',
      area: 'webhook',
      activity: { verb: 'create', kind: 'webhook', name: expect.any(String), count: 1 },
      record: 'webhook/1',
      records: ['webhook/1'],
      recordCount: 1,
      title: expect.any(String),
      summary: null,
      ip: null,
      ok: true,
      commit: null,
    });
    expect(updated).toMatchObject({
      at: '2026-02-01T12:00:00.000Z',
      actor: 'user/2',
      author: { name: 'The editor', email: 'editor@example.org' },
      activity: { verb: 'update', kind: 'page', name: 'Soon', count: 1 },
      summary: 'Update page "Soon" (en/secret)',
      commit: headers.get('x-commit'),
    });
    expect(body.meta).toEqual({ total: 7, limit: 5, offset: 0 });
    expect((await list(site, '?limit=2&offset=5')).data.map(({ action }: { action: string }) => action)).toEqual([
      'auth.login',
      'git.commit',
    ]);
    expect((await list(site, '?offset=7')).data).toEqual([]);
  });

  it('tells what one record is called now, and leaves out an area', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('PUT /admin/blocks/1', { as: 'editor', body: { title: 'Look twice' } });
    await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: {} });
    const body = await list(site, '?actor=user/2&without=preview');
    expect(body.data.map(({ action, title }: { action: string; title: string }) => [action, title])).toEqual([
      ['block.update', 'Look twice'],
      ['auth.login', 'The editor'],
    ]);
    expect(actionsIn(await list(site, '?actor=user/2&action=preview'))).toHaveLength(1);
  });

  it('filters by actor, record and action', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('PUT /admin/pages/4', { as: 'editor', body: { title: 'Soon' } });
    await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'Us' } });
    await site.ask('DELETE /admin/pages/4', { as: 'admin' });
    const found = async (query: string) => {
      const body = await list(site, query);
      expect(body.meta.total).toBe(body.data.length);
      return actionsIn(body);
    };
    expect(await found('?record=page/4&actor=user/1')).toEqual(['page.remove page/4']);
    expect(await found('?action=page.update')).toEqual(['page.update page/3', 'page.update page/4']);
    expect(await found('?action=page&record=page/4')).toEqual(['page.remove page/4', 'page.update page/4']);
    expect(await found('?actor=git&record=page/4')).toHaveLength(1);
    expect(await found('?action=auth.login&actor=user/2')).toEqual(['auth.login user/2']);
    expect(await found('?actor=nobody')).toEqual([]);
  });

  it('may be read by everybody with a credential', async () => {
    const site = await makeSite();
    expect(refusalOf(await site.ask('GET /admin/audit-logs'))).toBe('401 UNAUTHORIZED');
    expect(refusalOf(await get(site, 'audit-logs'))).toBe('200');
    expect(refusalOf(await get(site, 'audit-logs?limit=0'))).toBe('400 VALIDATION limit');
  });
});

describe('foldText', () => {
  it.for([
    ['Über', 'uber'],
    ['ÇA', 'ca'],
    ['ABC', 'abc'],
    ['日本', '日本'],
  ] as const)('%s: %s', ([text, folded]) => {
    expect(foldText(text)).toBe(folded);
  });
});
