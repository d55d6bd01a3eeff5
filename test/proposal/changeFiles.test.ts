import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeSite, type Site } from '../makeSite.ts';
import { makeS3Server } from '../media/s3Server.ts';

const FILES = { 'site.yaml': 'siteName: Harbour\n' };

/** A site whose media files lie in a folder of their own. */
async function makeLocal() {
  const dir = mkdtempSync(join(tmpdir(), 'quire-media-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const site = await makeSite(FILES, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  const stored = (): readonly string[] => readdirSync(dir);
  return { site, stored };
}

interface Upload {
  /** The item whose file is replaced. */
  readonly into?: number;
  readonly isLive?: boolean;
}

async function upload(site: Site, name: string, { into, isLive = false }: Upload = {}): Promise<number> {
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'editor@example.org', password: 'correct horse' },
  });
  const form = new FormData();
  form.append('file', new Blob([`${name}\n`]), name);
  const answer = await fetch(`${site.url}/api/admin/media${into === undefined ? '' : `/${into}/file`}`, {
    ...{ method: into === undefined ? 'POST' : 'PUT', body: form },
    headers: { authorization: `Bearer ${body.data.token}`, ...(!isLive && { 'Quire-Change': 'menu' }) },
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

async function filenameInChange(site: Site, id: number): Promise<string> {
  const headers = { 'Quire-Change': 'menu' };
  return (await site.ask(`GET /admin/media/${id}`, { as: 'editor', headers })).body.data.filename;
}

const gone = (stored: () => readonly string[], names: readonly string[]): Promise<void> =>
  expect.poll(stored, { timeout: 20_000 }).toEqual(names);

it('keeps the file of a dropped change as long as that can be restored, and no longer', async () => {
  const { site, stored } = await makeLocal();
  const id = await upload(site, 'dawn.txt');
  await site.ask('DELETE /admin/changes/menu', { as: 'editor' });
  await site.restart();
  await site.ask('GET /admin/problems', { as: 'admin' });
  expect(stored()).toEqual([expect.stringMatching(/^dawn-/)]);
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
  await upload(site, 'dusk.txt', { into: id });
  expect(stored()).toHaveLength(2);
  expect((await fetch(`${site.url}/api/content/media/${id}/original`)).status).toBe(200);
  await site.ask('POST /admin/changes/menu/publish', { as: 'editor', body: {} });
  await expect.poll(() => stored().length, { timeout: 20_000 }).toBe(1);
  const after = (await site.ask(`GET /admin/media/${id}`, { as: 'editor' })).body.data.filename;
  expect(after).not.toBe(before);
  expect(await (await fetch(`${site.url}/api/content/media/${id}/original`)).text()).toBe('dusk.txt\n');
});

it('keeps a file of a change that the live content has used meanwhile and uses no more', async () => {
  const { site, stored } = await makeLocal();
  const id = await upload(site, 'dawn.txt', { isLive: true });
  await site.ask('POST /admin/changes/menu/update', { as: 'editor', body: {} });
  await upload(site, 'dusk.txt', { into: id });
  const filename = await filenameInChange(site, id);
  await upload(site, 'dusk.txt', { into: id, isLive: true });
  await upload(site, 'noon.txt', { into: id, isLive: true });
  expect(stored()).toContain(filename);
  await site.ask('DELETE /admin/changes/menu', { as: 'editor' });
  site.setTime('2026-03-04T12:00:00.000Z');
  await site.restart();
  await expect.poll(stored, { timeout: 20_000 }).toEqual([expect.not.stringContaining(filename)]);
});

it('keeps a file that a change stores again while its removal is pending', async () => {
  const server = await makeS3Server();
  const site = await makeSite(FILES, { env: server.env });
  const id = await upload(site, 'dawn.txt', { isLive: true });
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  await server.stop();
  await site.ask(`DELETE /admin/media/${id}`, { as: 'editor' });
  await server.start();
  await upload(site, 'dawn.txt', { into: id });
  const filename = await filenameInChange(site, id);
  await site.restart();
  await expect.poll(() => readFileSync(join(site.privateDir, 'state/media-unsettled.json'), 'utf8')).toBe('[]\n');
  expect((await fetch(`${server.config.endpoint}/media/${filename}`)).status).toBe(200);
});
