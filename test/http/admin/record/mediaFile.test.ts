import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeSite, type Site } from '../../../makeSite.ts';
import { PDF, picture, upload } from '../../../media/samples.ts';
import { SMALL_SITE } from '../../../smallSite.ts';

const RED = { width: 64, height: 32, background: '#ff0000' };
const BLUE = { width: 20, height: 50, background: '#0000ff' };

const filesOf = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
const inGit = (site: Site): string => join(site.contentDir, 'media/files');

describe('replacing a file', () => {
  it('keeps the id, the references and the description, in one commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const fields = { title: 'A flag', altText: 'A red flag', folder: 'Flags' };
    const before = (await upload(site, 'flag.png', await picture('png', RED), { fields })).body.data;
    await site.ask(`PUT /admin/media/${before.id}`, { as: 'editor', body: { focalPoint: { x: 0.2, y: 0.8 } } });
    const bytes = await picture('jpeg', BLUE);
    const { status, body, headers } = await upload(site, 'newer flag.jpg', bytes, { into: before.id });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ id: before.id, title: 'A flag', altText: 'A red flag', folder: 'Flags', focalPoint: { x: 0.2, y: 0.8 } },
      ...{ originalName: 'newer flag.jpg', mimeType: 'image/jpeg', size: bytes.length, width: 20, height: 50 },
    });
    expect(body.data.url).not.toBe(before.url);
    expect(body.data.dominantColor).not.toBe(before.dominantColor);
    expect(filesOf(inGit(site))).toEqual([body.data.filename]);
    expect(readFileSync(join(inGit(site), body.data.filename)).equals(bytes)).toBe(true);
    expect(headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.newCommits()).toHaveLength(3);
    expect(site.git('log', '-1', '--format=%B')).toContain('File replaced');
    expect(site.git('status', '--porcelain')).toBe('');
    const served = await fetch(site.url + body.data.url);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('is undone with the bytes of the former file, and says where that can be', async () => {
    const site = await makeSite(SMALL_SITE);
    const [red, blue] = [await picture('png', RED), await picture('jpeg', BLUE)];
    const { filename } = (await upload(site, 'flag.png', red)).body.data;
    const { body, headers } = await upload(site, 'newer.jpg', blue, { into: 1 });
    expect(body.meta.isRestorable).toBe(true);
    const commit = headers.get('x-commit');
    const undone = await site.ask(`POST /admin/commits/${commit}/revert`, { as: 'editor', body: {} });
    expect(undone.status).toBe(200);
    expect(filesOf(inGit(site))).toEqual([filename]);
    expect(readFileSync(join(inGit(site), filename)).equals(red)).toBe(true);
    const { data } = (await site.ask('GET /admin/media/1', { as: 'viewer' })).body;
    expect(data).toMatchObject({ filename, originalName: 'flag.png', mimeType: 'image/png', width: 64 });
    const served = await fetch(site.url + data.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(red)).toBe(true);
    expect(site.git('status', '--porcelain')).toBe('');

    const dir = mkdtempSync(join(tmpdir(), 'quire-media-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const elsewhere = await makeSite(SMALL_SITE, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
    await upload(elsewhere, 'flag.png', red);
    expect((await upload(elsewhere, 'newer.jpg', blue, { into: 1 })).body.meta?.isRestorable).toBeUndefined();
    const gone = await elsewhere.ask('DELETE /admin/media/1', { as: 'editor' });
    expect(gone.body.meta).toEqual({ references: [] });
  });

  it('leaves no file behind if files are stored outside git', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'quire-media-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const site = await makeSite(SMALL_SITE, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
    await upload(site, 'flag.png', await picture('png', RED));
    const { body } = await upload(site, 'flag.png', await picture('png', BLUE), { into: 1 });
    expect(filesOf(dir).filter((name) => !name.startsWith('.'))).toEqual([body.data.filename]);
    const broken = await upload(site, 'flag.png', PDF, { into: 1 });
    expect([broken.status, filesOf(dir).filter((name) => !name.startsWith('.'))]).toEqual([400, [body.data.filename]]);
  });

  it('accepts the same file again, and a file that another item has', async () => {
    const site = await makeSite(SMALL_SITE);
    const [red, blue] = [await picture('png', RED), await picture('png', BLUE)];
    await upload(site, 'red.png', red);
    await upload(site, 'blue.png', blue);
    expect((await upload(site, 'red.png', red, { into: 1 })).body.data.width).toBe(64);
    const { status, body } = await upload(site, 'blue.png', blue, { into: 1 });
    expect([status, body.data.width, body.meta.doubles]).toEqual([
      ...[200, 20],
      [{ id: 2, title: null, originalName: 'blue.png', folder: null }],
    ]);
    expect(filesOf(inGit(site))).toHaveLength(2);
  });

  it('refuses a file of another kind, a broken one, a stale request and a missing item, and keeps the file', async () => {
    const site = await makeSite(SMALL_SITE);
    const png = await picture('png', RED);
    await upload(site, 'flag.png', png);
    await upload(site, 'rules.pdf', PDF);
    const files = filesOf(inGit(site));
    for (const [into, name, bytes, options, status] of [
      [1, 'rules.pdf', PDF, {}, 400],
      [2, 'flag.png', png, {}, 400],
      [1, 'flag.png', png.subarray(0, 60), {}, 400],
      [1, 'flag.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', {}, 415],
      [1, 'flag.png', png, { headers: { 'if-match': '"stale"' } }, 412],
      [9, 'flag.png', png, {}, 404],
      [1, 'flag.png', png, { as: 'viewer' }, 403],
    ] as const)
      expect([into, name, (await upload(site, name, bytes, { into, ...options })).status]).toEqual([
        into,
        name,
        status,
      ]);
    expect(filesOf(inGit(site))).toEqual(files);
    expect(site.newCommits()).toHaveLength(2);
    expect(site.git('status', '--porcelain')).toBe('');
  });
});

it('reports an upload whose file already exists, and no other', async () => {
  const site = await makeSite(SMALL_SITE);
  const bytes = await picture('png', RED);
  const first = await upload(site, 'flag.png', bytes, { fields: { title: 'Flag', folder: 'Flags' } });
  expect(first.body.meta).toBeUndefined();
  const second = await upload(site, 'copy.png', bytes);
  expect([second.status, second.body.meta]).toEqual([
    201,
    { doubles: [{ id: 1, title: 'Flag', originalName: 'flag.png', folder: 'Flags' }] },
  ]);
});

it('lists the pictures without a description', async () => {
  const site = await makeSite(SMALL_SITE);
  await upload(site, 'red.png', await picture('png', RED), { fields: { altText: 'A red flag' } });
  await upload(site, 'blue.png', await picture('png', BLUE));
  await upload(site, 'rules.pdf', PDF);
  const { body } = await site.ask('GET /admin/media?alt=missing', { as: 'viewer' });
  expect(body.data.map(({ originalName }: { originalName: string }) => originalName)).toEqual(['blue.png']);
  expect(body.meta.total).toBe(1);
  expect((await site.ask('GET /admin/media?alt=none', { as: 'viewer' })).status).toBe(400);
});
