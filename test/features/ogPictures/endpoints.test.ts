import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { long } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const get = (site: Site, path: string): Promise<Response> => fetch(`${site.url}/api/content/og/${path}`);
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const page = (title: string, more = ''): string =>
  `type: plain\ntitle: ${JSON.stringify(title)}\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\n${more}`;

/** How many pixels of a part of the picture are bright, as letters on the dark background are. */
async function ink(bytes: Buffer, left: number, width: number): Promise<number> {
  const part = sharp(bytes).extract({ left, top: 150, width, height: 460 });
  const raw = await part.greyscale().raw().toBuffer();
  return raw.filter((value) => value > 140).length;
}

describe('the picture of a page', () => {
  it('is a PNG of 1200 × 630, with or without the ending, made once', async () => {
    const site = await makeSite(SMALL_SITE);
    const response = await get(site, 'about.png');
    const bytes = await bytesOf(response);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect((await bytesOf(await get(site, 'about'))).equals(bytes)).toBe(true);
    expect(readdirSync(join(site.privateDir, 'cache/og'))).toHaveLength(1);
    const unchanged = await fetch(`${site.url}/api/content/og/about.png`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(unchanged.status).toBe(304);
  });

  it('shows the present text of the page', async () => {
    const site = await makeSite(SMALL_SITE);
    const before = await bytesOf(await get(site, 'about.png'));
    for (const body of [{ title: 'Quite another title' }, { metaDescription: 'And what it is about' }]) {
      const present = await bytesOf(await get(site, 'about.png'));
      expect((await site.ask('PUT /admin/pages/3', { as: 'editor', body })).status).toBe(200);
      expect((await bytesOf(await get(site, 'about.png'))).equals(present)).toBe(false);
    }
    expect((await bytesOf(await get(site, 'about.png'))).equals(before)).toBe(false);
  });

  it('shows a description like search does, from the SEO values or the summary', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/plain.yaml': 'id: 2\nname: Plain\nfieldsSchema: { summary: text }\n',
      'pages/en/bare.yaml': page('Boats'),
      'pages/en/seo.yaml': page('Boats', 'seo: { metaDescription: All of them }\nfields: { summary: Some }\n'),
      'pages/en/summary.yaml': page('Boats', 'fields: { summary: All of them }\n'),
    });
    const [bare, seo, summary] = await Promise.all(
      ['bare', 'seo', 'summary'].map(async (slug) => (await bytesOf(await get(site, slug))).toString('base64')),
    );
    expect(summary).toBe(seo);
    expect(summary).not.toBe(bare);
  });

  long.it('exists in each locale, for nested slugs, and at its address on the static site', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/a/b.yaml': page('Deep'), 'pages/en/es/a.yaml': page('Es') });
    const asked = ['inicio.png?locale=es', 'es/inicio.png', 'a/b.png', 'en/a/b.png', 'es/a.png', 'es/a', 'en/es/a.png'];
    for (const path of asked) expect([path, (await get(site, path)).status]).toEqual([path, 200]);
    for (const path of ['inicio.png', 'en/inicio.png', 'es/inicio.png?locale=es', 'es/inicio', 'a/b.png.png'])
      expect([path, (await get(site, path)).status]).toEqual([path, 404]);
    site.write('pages/es/a.yaml', page('Otra'));
    await expect.poll(async () => (await get(site, 'a.png?locale=es')).status).toBe(200);
    const [still, ofSpanish, ofEnglish] = await Promise.all(
      ['es/a.png', 'a.png?locale=es', 'es/a.png?locale=en'].map(async (path) => bytesOf(await get(site, path))),
    );
    expect([still?.equals(ofSpanish!), still?.equals(ofEnglish!)]).toEqual([true, false]);
    expect((await get(site, 'about.png?locale=..')).status).toBe(400);
  });

  it('SEC-20 is drawn for public pages only', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/later.yaml': page('Later', 'scheduledAt: 2026-02-01T12:00:30.000Z\n'),
    });
    const missing = await get(site, 'nothing.png');
    for (const slug of ['secret', 'later']) {
      const hidden = await get(site, `${slug}.png`);
      expect([hidden.status, await hidden.text()]).toEqual([missing.status, expect.stringContaining('Page not found')]);
    }
    expect((await get(site, 'about.png')).headers.get('cache-control')).toContain('max-age=30,');
    site.setTime('2026-02-01T12:01:00.000Z');
    expect((await get(site, 'later.png')).status).toBe(200);
  });

  it('is drawn whatever its words hold: signs that nobody sees, and marks without letters', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'site.yaml': `siteName: "\u2060"\n`,
      'pages/en/unseen.yaml': page('\u200b'),
      'pages/en/hyphen.yaml': page('Seen', 'seo: { metaDescription: "\u00ad \u00ad" }\n'),
      'pages/en/marks.yaml': page('\u0e47'.repeat(200)),
    });
    const pictures = await Promise.all(['unseen', 'hyphen', 'marks'].map(async (slug) => get(site, `${slug}.png`)));
    expect(pictures.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await sharp(await bytesOf(pictures[2]!)).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  long.it('SEC-28 draws markup as plain text', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/a.yaml': page('<b>x</b> & "y" </span>'),
      'pages/en/b.yaml': page('x'),
      'pages/en/c.yaml': page('\u0001 \u202e'),
      'pages/en/d.yaml': page('&amp; <span foreground="'),
    });
    const [marked, plain] = await Promise.all([get(site, 'a.png').then(bytesOf), get(site, 'b.png').then(bytesOf)]);
    expect(await ink(marked, 0, 1200)).toBeGreaterThan(3 * (await ink(plain, 0, 1200)));
    for (const slug of ['c', 'd']) expect((await get(site, `${slug}.png`)).status).toBe(200);
  });

  long.it('SEC-28 draws Latin, right-to-left Arabic, Japanese and emoji, and cuts long text', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/latin.yaml': page('Ünïcödé'),
      'pages/en/arabic.yaml': page('مرصد'),
      'pages/en/japanese.yaml': page('港の夜'),
      'pages/en/emoji.yaml': page('🌊'),
      'pages/en/long.yaml': page('word '.repeat(99)),
      'pages/en/longer.yaml': page('word '.repeat(80)),
      'pages/en/unbroken.yaml': page('x'.repeat(500)),
    });
    const draw = async (slug: string) => bytesOf(await get(site, `${slug}.png`));
    const [left, right] = [
      async (slug: string) => ink(await draw(slug), 0, 500),
      async (slug: string) => ink(await draw(slug), 700, 500),
    ];
    for (const slug of ['latin', 'japanese', 'emoji']) {
      expect([slug, (await left(slug)) > 500, await right(slug)]).toEqual([slug, true, 0]);
    }
    expect([await left('arabic'), (await right('arabic')) > 500]).toEqual([0, true]);
    expect((await draw('long')).equals(await draw('longer'))).toBe(true);
    expect(await left('unbroken')).toBeGreaterThan(500);
  });
});
