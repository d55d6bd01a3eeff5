import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeSite, type Site } from '../makeSite.ts';

const FILES = { 'site.yaml': 'siteName: Harbour\n' };

/** A site whose media files lie in a folder of their own. */
async function makeLocal() {
  const dir = mkdtempSync(join(tmpdir(), 'quire-media-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const site = await makeSite(FILES, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  const stored = (): readonly string[] => readdirSync(dir).map((name) => name.replace(/-.*/, ''));
  return { site, stored };
}

async function upload(site: Site, name: string, into?: number): Promise<number> {
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'editor@example.org', password: 'correct horse' },
  });
  const form = new FormData();
  form.append('file', new Blob([`${name}\n`]), name);
  const answer = await fetch(`${site.url}/api/admin/media${into === undefined ? '' : `/${into}/file`}`, {
    ...{ method: into === undefined ? 'POST' : 'PUT', body: form },
    headers: { authorization: `Bearer ${body.data.token}`, 'Quire-Change': 'menu' },
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

const gone = (stored: () => readonly string[], names: readonly string[]): Promise<void> =>
  expect.poll(stored, { timeout: 20_000 }).toEqual(names);

it('keeps the file of a dropped change as long as that can be restored, and no longer', async () => {
  const { site, stored } = await makeLocal();
  const id = await upload(site, 'dawn.txt');
  await site.ask('DELETE /admin/changes/menu', { as: 'editor' });
  await site.restart();
  await site.ask('GET /admin/problems', { as: 'admin' });
  expect(stored()).toEqual(['dawn']);
  await site.ask('POST /admin/changes/menu/restore', { as: 'editor' });
  const found = await site.ask(`GET /admin/media/${id}`, { as: 'editor', headers: { 'Quire-Change': 'menu' } });
  expect(found.status).toBe(200);
  await site.ask('DELETE /admin/changes/menu', { as: 'editor' });
  site.setTime('2026-03-04T12:00:00.000Z');
  await site.restart();
  await gone(stored, []);
  expect(site.git('for-each-ref', 'refs/quire/dropped')).toBe('');
});

it('keeps the files of a published change, and removes those that it has replaced', async () => {
  const { site, stored } = await makeLocal();
  const id = await upload(site, 'dawn.txt');
  await site.ask('POST /admin/changes/menu/publish', { as: 'editor', body: {} });
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  const before = (await site.ask(`GET /admin/media/${id}`, { as: 'editor' })).body.data.filename;
  await upload(site, 'dusk.txt', id);
  expect(stored()).toHaveLength(2);
  expect((await fetch(`${site.url}/api/content/media/${id}/original`)).status).toBe(200);
  await site.ask('POST /admin/changes/menu/publish', { as: 'editor', body: {} });
  await expect.poll(() => stored().length, { timeout: 20_000 }).toBe(1);
  const after = (await site.ask(`GET /admin/media/${id}`, { as: 'editor' })).body.data.filename;
  expect(after).not.toBe(before);
  expect(await (await fetch(`${site.url}/api/content/media/${id}/original`)).text()).toBe('dusk.txt\n');
});
