import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const tokenOf = async (site: Site, as: 'viewer' | 'admin' = 'viewer'): Promise<string> => {
  const { status, body } = await site.ask('POST /admin/auth/preview-session', { as });
  expect([status, body.data.expiresIn]).toEqual([200, 600]);
  return body.data.token;
};

describe('GET /content/preview/pages/:slug', () => {
  it('shows a page of any status in the public form, uncached', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, body, headers } = await site.ask('GET /content/preview/pages/secret', { as: 'viewer' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: 4, status: 'draft', title: 'Not yet', regions: {}, translations: [] });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')).toContain('Authorization');
    const shown = await site.ask('GET /content/preview/pages/home', { as: 'viewer' });
    expect(shown.body).toEqual((await site.ask('GET /content/pages/home')).body);
    expect(site.newCommits()).toEqual([]);
  });

  it('opens to a preview token, in the address or as bearer, until it expires', async () => {
    const site = await makeSite(SMALL_SITE);
    const token = await tokenOf(site);
    const path = 'GET /content/preview/pages/secret';
    expect((await site.ask(`${path}?token=${token}`)).status).toBe(200);
    expect((await site.ask(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    site.setTime('2026-02-01T12:10:01.000Z');
    expect(refusalOf(await site.ask(`${path}?token=${token}`))).toBe('401 UNAUTHORIZED');
  });

  it('SEC-20 is closed to everybody else, whether the page exists or not', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const slug of ['secret', 'home', 'none'])
      for (const query of ['', '?token=', '?token=x', '?richtext=nonsense', '?expand=nonsense'])
        expect(refusalOf(await site.ask(`GET /content/preview/pages/${slug}${query}`))).toBe('401 UNAUTHORIZED');
    const { body } = await site.ask('POST /admin/auth/login', {
      body: { email: 'admin@example.org', password: 'correct horse' },
    });
    const inUrl = `GET /content/preview/pages/secret?token=${body.data.token}`;
    expect(refusalOf(await site.ask(inUrl))).toBe('401 UNAUTHORIZED');
  });

  it('accepts only tokens made for previews', async () => {
    const site = await makeSite(SMALL_SITE);
    const headers = { authorization: `Bearer ${await tokenOf(site, 'admin')}` };
    for (const call of ['GET /admin/pages', 'GET /admin/auth/me', 'POST /admin/auth/preview-session', 'GET /health'])
      expect(refusalOf(await site.ask(call, { headers }))).toBe('401 UNAUTHORIZED');
    expect((await site.ask('GET /content/pages/secret', { headers })).status).toBe(404);
  });

  it('follows references to drafts, and shows missing ones as null', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/home.yaml': SMALL_SITE['pages/en/home.yaml']?.replace('related: en/about', 'related: en/secret') ?? '',
    });
    const related = async (path: string) => (await site.ask(path, { as: 'viewer' })).body.data.fields.related;
    expect(await related('GET /content/preview/pages/home')).toBe(4);
    expect(await related('GET /content/pages/home')).toBeNull();
    expect(refusalOf(await site.ask('GET /content/preview/pages/none', { as: 'viewer' }))).toBe('404 NOT_FOUND');
  });
});
