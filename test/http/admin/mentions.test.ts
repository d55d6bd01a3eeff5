import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const mentions = async (site: Site, path: string): Promise<readonly string[]> => {
  const { status, body } = await site.ask(`GET /admin/mentions/${path}`, { as: 'viewer' });
  expect(status).toBe(200);
  return body.data.map(({ type, title }: { type: string; title: string }) => `${type} ${title}`);
};

describe('what depends on a record', () => {
  it('is named for a page, a block, a type, a vocabulary and one of its terms', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(await mentions(site, 'page/3')).toEqual(['menu Main', 'page Home']);
    expect(await mentions(site, 'page/1')).toEqual(['settings Test site']);
    expect(await mentions(site, 'block/1')).toEqual(['page Home']);
    expect(await mentions(site, 'blockType/2')).toEqual(['block Motto', 'contentType Article']);
    expect(await mentions(site, 'contentType/1')).toEqual(['page Home', 'page Inicio']);
    expect(await mentions(site, 'taxonomy/1')).toEqual(['page Home']);
    expect(await mentions(site, 'taxonomy/1?term=2')).toEqual(['page Home']);
    expect(await mentions(site, 'menu/1')).toEqual([]);
  });

  it('is named once for many records, without those records', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(await mentions(site, 'page?ids=3,4')).toEqual(['menu Main', 'page Home']);
    expect(await mentions(site, 'page?ids=1,3')).toEqual(['menu Main', 'settings Test site']);
    expect(await mentions(site, 'page?ids=3,99')).toEqual(['menu Main', 'page Home']);
    const thousand = Array.from({ length: 1000 }, (_, index) => 1_000_000 + index).join(',');
    expect(await mentions(site, `page?ids=${thousand}`)).toEqual([]);
  });

  it('does not name a record that mentions itself', async () => {
    const home = SMALL_SITE['pages/en/home.yaml']!.replace('related: en/about', 'related: en/home');
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/home.yaml': home });
    expect(await mentions(site, 'page/1')).toEqual(['settings Test site']);
  });

  it('is what a change has, when it is asked for in that', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Leaner' } });
    const headers = { 'quire-change': 'leaner' };
    await site.ask('DELETE /admin/menus/1/items/1', { as: 'editor', headers });
    const { body } = await site.ask('GET /admin/mentions/page/3', { as: 'editor', headers });
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['page']);
    expect(await mentions(site, 'page/3')).toEqual(['menu Main', 'page Home']);
  });

  it('is told a part at a time, with how much there is', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('GET /admin/mentions/page/3?limit=1', { as: 'viewer' });
    expect([body.data.length, body.meta.total]).toEqual([1, 2]);
  });

  it('is asked for content that exists only, and by who may look', async () => {
    const site = await makeSite(SMALL_SITE);
    const status = async (path: string, as?: 'viewer'): Promise<number> =>
      (await site.ask(`GET /admin/mentions/${path}`, as && { as })).status;
    expect(await status('page/99', 'viewer')).toBe(404);
    expect(await status('user/1', 'viewer')).toBe(404);
    expect(await status('nonsense/1', 'viewer')).toBe(404);
    expect(await status('taxonomy/1?term=99', 'viewer')).toBe(404);
    expect(await status('page', 'viewer')).toBe(400);
    expect(await status('page?ids=1,x', 'viewer')).toBe(400);
    expect(await status('user?ids=1', 'viewer')).toBe(404);
    expect(await status('page/1')).toBe(401);
    expect(await status('page?ids=1')).toBe(401);
  });
});
