import { describe, expect, it } from 'vitest';
import { makeSite } from '../makeSite.ts';

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
        ...{ kind: 'page', key: 'en/about', id: 7, change: 'updated' },
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
