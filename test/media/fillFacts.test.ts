import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../http/makeServer.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { picture } from './samples.ts';

const HEAD = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const BY_HAND = `id: 1\nfilename: hill.png\n${HEAD}`;

function writeBytes({ contentDir }: Site, name: string, bytes: Uint8Array): void {
  mkdirSync(join(contentDir, 'media/files'), { recursive: true });
  writeFileSync(join(contentDir, 'media/files', name), bytes);
}

const itemOf = async (site: Site) => (await site.ask('GET /admin/media/1', { as: 'viewer' })).body.data;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A site whose record leaves out the facts about its picture, and these facts. */
async function makeHill(record = BY_HAND) {
  const site = await makeSite({ ...SMALL_SITE, 'media/hill.yaml': record });
  const bytes = await picture('png', { width: 30, height: 20, background: '#336699' });
  writeBytes(site, 'hill.png', bytes);
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Picture');
  await site.restart();
  await until(async () => (await itemOf(site)).size === bytes.length);
  return { site, bytes };
}

it('shows facts from the file that its record leaves out, everywhere, and writes nothing', async () => {
  const { site, bytes } = await makeHill();
  const facts = { size: bytes.length, width: 30, height: 20 };
  expect(await itemOf(site)).toMatchObject({
    ...facts,
    dominantColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
    placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
    url: `/api/content/media/1/original.png?v=${hashOf(bytes).slice(0, 16)}`,
  });
  const info = (await site.ask('GET /content/media/1/info')).body.data;
  expect(info).toMatchObject({ ...facts, variants: { medium: { width: 30, height: 20 } } });
  const original = await fetch(site.url + info.url);
  expect(original.headers.get('cache-control')).toContain('immutable');
  expect([site.read('media/hill.yaml'), site.git('status', '--porcelain')]).toEqual([BY_HAND, '']);
});

it('keeps the facts about a picture by its bytes for the next start', async () => {
  const { site, bytes } = await makeHill();
  const folder = join(site.privateDir, 'cache/facts');
  const before = await itemOf(site);
  const [name, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  await site.stop();
  const kept = { width: 31, height: 21, dominantColor: '#123456', placeholder: 'data:image/webp;base64,AA==' };
  writeFileSync(join(folder, name!), JSON.stringify(kept));
  await site.restart();
  await until(async () => (await itemOf(site)).size === bytes.length);
  expect(await itemOf(site)).toMatchObject({
    url: before.url,
    size: before.size,
    ...kept,
    srcset: expect.stringMatching(/ 31w$/),
  });
});

it('leaves alone what the record says, and a record that describes another file', async () => {
  const { site } = await makeHill(`id: 1\nfilename: hill.png\nwidth: 7\n${HEAD}`);
  expect(await itemOf(site)).toMatchObject({ width: 7, height: 20 });
  site.write('media/other.yaml', `id: 2\nfilename: hill.png\nhash: ${'a'.repeat(64)}\n${HEAD}`);
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Other');
  await site.ask('PUT /admin/media/1', { as: 'editor', body: { title: 'A hill' } });
  await site.ask('PUT /admin/media/1', { as: 'editor', body: { title: 'The hill' } });
  const other = (await site.ask('GET /admin/media/2', { as: 'viewer' })).body.data;
  expect(other).toMatchObject({ size: null, width: null });
});

it('reads the facts again when the file is replaced', async () => {
  const { site } = await makeHill();
  const other = await picture('png', { width: 5, height: 6, background: '#000000' });
  writeBytes(site, 'hill.png', other);
  expect((await fetch(`${site.url}/api/content/media/1/original`)).status).toBe(200);
  await until(async () => {
    await site.ask('GET /admin/problems', { as: 'viewer' });
    return (await itemOf(site)).width === 5;
  });
  expect(await itemOf(site)).toMatchObject({ size: other.length, width: 5, height: 6 });
});

it('writes the facts with the next change of the record', async () => {
  const { site, bytes } = await makeHill();
  await site.ask('PUT /admin/media/1', { as: 'editor', body: { altText: 'Green' } });
  expect(site.read('media/hill.yaml')).toContain(
    `size: ${bytes.length}\nwidth: 30\nheight: 20\nhash: ${hashOf(bytes)}\n`,
  );
  expect(await itemOf(site)).toMatchObject({ altText: 'Green', size: bytes.length, width: 30 });
});
