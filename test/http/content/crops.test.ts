import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { picture, upload } from '../../media/samples.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const ENDS: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ENDS.map((end) => end())));

const bytesAt = async (site: Site, url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(site.url + url)).arrayBuffer());

/** Blue, with its right third red. */
const striped = async (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 200, channels: 3, background: '#0000ff' } })
    .composite([{ input: await picture('png', { width: 200, height: 200, background: '#ff0000' }), left: 400, top: 0 }])
    .png()
    .toBuffer();

async function describePicture(bytes: Buffer) {
  const { width, height, format } = await sharp(bytes).metadata();
  const [red = 0, , blue = 0] = await sharp(bytes).removeAlpha().raw().toBuffer();
  return { width, height, format, color: red > blue ? 'red' : 'blue' };
}

it('the crops of a site are variants of each picture, cut where somebody chose it, and else around the focal point', async () => {
  const options = {
    images: { card: { width: 90, ratio: '1:1' } },
    whenDone: (end: () => Promise<void>) => void ENDS.push(end),
  };
  const site = await makeSite(SMALL_SITE, options);
  const save = (body: object) => site.ask('PUT /admin/config', { as: 'admin', body });
  const choose = async (body: object) => (await site.ask('PUT /admin/media/1', { as: 'editor', body })).body.data;
  const info = async () => (await site.ask('GET /content/media/1/info')).body.data;
  await upload(site, 'a.png', await striped());

  const before = await info();
  expect(Object.keys(before.variants)).toEqual(['thumbnail', 'medium', 'large', 'w320', 'w640', 'card', 'card@2x']);
  expect(before.variants.card.srcset).toMatch(/card\.webp\?v=\w+ 90w, .*card@2x\.webp\?v=\w+ 180w$/);
  expect((await site.ask('GET /content/media/1/hero')).status).toBe(400);

  expect((await save({ images: { hero: { width: 200, ratio: '2:1' } } })).status).toBe(200);
  const { variants } = await info();
  expect(variants['hero@2x']).toMatchObject({ width: 400, height: 200, mimeType: 'image/webp' });
  expect(await describePicture(await bytesAt(site, variants['hero'].url))).toEqual({
    ...{ width: 200, height: 100, format: 'webp', color: 'blue' },
  });
  const asAvif = await fetch(`${site.url}/api/content/media/1/hero`, { headers: { accept: 'image/avif,image/webp' } });
  expect([asAvif.headers.get('content-type'), asAvif.headers.get('vary')]).toEqual([
    ...['image/avif', 'Accept-Encoding, Accept'],
  ]);

  const chosen = await choose({ crops: { hero: { x: 2 / 3, y: 0, width: 1 / 3 } } });
  expect(chosen.siteCrops.map(({ name, ratio }: { name: string; ratio: string }) => [name, ratio])).toEqual([
    ['card', '1:1'],
    ['hero', '2:1'],
  ]);
  const after = (await info()).variants;
  expect(after.hero.url).not.toBe(variants.hero.url);
  expect(after.card.url).toBe(variants.card.url);
  expect(await describePicture(await bytesAt(site, after.hero.url))).toMatchObject({ color: 'red' });
  expect(site.read('media/a.yaml')).toContain('crops:\n  hero:\n    x: 0.6666666666666666\n');
  expect((await fetch(site.url + after.hero.url)).headers.get('cache-control')).toContain('immutable');
});

it('a crop needs a free name, a width and a ratio, and a part of a picture lies in it', async () => {
  const site = await makeSite(SMALL_SITE, { whenDone: (end) => void ENDS.push(end) });
  const tryRule = async (images: object) =>
    (await site.ask('PUT /admin/config', { as: 'admin', body: { images } })).status;
  const rule = { width: 100, ratio: '1:1' };
  expect(
    await Promise.all(
      [
        ...[
          { large: rule },
          { 'hero@2x': rule },
          { hero: { ...rule, ratio: '16/9' } },
          { hero: { ...rule, width: 0 } },
        ],
        ...[{ hero: { ...rule, width: 4001 } }, { Hero: rule }, { hero: {} }],
      ].map(tryRule),
    ),
  ).toEqual([400, 400, 400, 400, 400, 400, 400]);
  await upload(site, 'a.png', await picture());
  const tryArea = async (hero: object) =>
    (await site.ask('PUT /admin/media/1', { as: 'editor', body: { crops: { hero } } })).status;
  expect(
    await Promise.all(
      [
        { x: -1, y: 0, width: 1 },
        { x: 0, y: 0, width: 0 },
        { x: 0, y: 0 },
      ].map(tryArea),
    ),
  ).toEqual([...[400, 400, 400]]);
  expect(site.newCommits()).toHaveLength(1);
});
