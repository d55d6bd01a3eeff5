import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorsOf } from '../errorsOf.ts';
import { until } from '../http/makeServer.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { makeS3Server } from './s3Server.ts';
import { PDF, picture, upload } from './samples.ts';

function makeMediaDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const problemsOf = async (site: Site) => errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data);
const unsettledOf = (site: Site): unknown => {
  const path = join(site.privateDir, 'state/media-unsettled.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
};
const fetchBytes = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('media in a folder outside of git', () => {
  it('come and go with their records; only these are committed', async () => {
    const dir = makeMediaDir();
    const site = await makeSite(SMALL_SITE, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
    const bytes = await picture('png', { width: 300, height: 300 });
    const { status, body } = await upload(site, 'a.png', bytes);
    expect([status, readdirSync(dir)]).toEqual([201, [body.data.filename]]);
    expect(site.git('show', '--format=', '--name-only', 'HEAD')).toBe('media/a.yaml\n');
    expect((await fetchBytes(site.url + body.data.url)).equals(bytes)).toBe(true);
    const thumbnail = await fetchBytes(site.url + body.data.variantUrls.thumbnail);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 150, height: 150 });
    const [smallest = ''] = body.data.srcset.split(' ');
    expect(await sharp(await fetchBytes(site.url + smallest)).metadata()).toMatchObject({ format: 'webp', width: 300 });
    expect((await site.ask('DELETE /admin/media/1', { as: 'editor' })).status).toBe(200);
    expect([readdirSync(dir), unsettledOf(site)]).toEqual([[], []]);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('leave nothing behind when the commit fails', async () => {
    const dir = makeMediaDir();
    const site = await makeSite(SMALL_SITE, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
    site.git('update-ref', 'MERGE_HEAD', 'HEAD');
    expect((await upload(site, 'a.pdf', PDF)).status).toBe(503);
    expect([readdirSync(dir), unsettledOf(site), site.newCommits()]).toEqual([[], [], []]);
    site.git('update-ref', '-d', 'MERGE_HEAD');
    const { body } = await upload(site, 'a.pdf', PDF);
    site.git('update-ref', 'MERGE_HEAD', 'HEAD');
    expect((await site.ask(`DELETE /admin/media/${body.data.id}`, { as: 'editor' })).status).toBe(503);
    expect([readdirSync(dir), unsettledOf(site)]).toEqual([[body.data.filename], []]);
  });

  it('that a killed process left without a record are gone after the next start', async () => {
    const dir = makeMediaDir();
    const site = await makeSite(SMALL_SITE, { env: { MEDIA_STORAGE: 'local', MEDIA_DIR: dir } });
    const { body } = await upload(site, 'a.pdf', PDF);
    await site.stop();
    for (const name of ['lost-0.pdf', '.cut-0.pdf.tmp', 'foreign.pdf']) writeFileSync(join(dir, name), 'x');
    const names = ['lost-0.pdf', 'cut-0.pdf', body.data.filename];
    writeFileSync(join(site.privateDir, 'state/media-unsettled.json'), JSON.stringify(names));
    mkdirSync(join(site.privateDir, 'uploads/cut'), { recursive: true });
    await site.restart();
    await until(() => JSON.stringify(unsettledOf(site)) === '[]');
    expect(readdirSync(dir).sort()).toEqual([body.data.filename, 'foreign.pdf'].sort());
    expect(existsSync(join(site.privateDir, 'uploads'))).toBe(false);
  });
});

describe('media in a bucket', () => {
  it('are stored, served, resized and deleted', async () => {
    const server = await makeS3Server();
    const site = await makeSite(SMALL_SITE, { env: server.env });
    const bytes = await picture('png', { width: 300, height: 200 });
    const { status, body } = await upload(site, 'a.png', bytes);
    expect(status).toBe(201);
    const stored = `${server.config.endpoint}/media/${body.data.filename}`;
    expect((await fetchBytes(site.url + body.data.url)).equals(bytes)).toBe(true);
    const part = await fetch(site.url + body.data.url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    const medium = await fetchBytes(site.url + body.data.variantUrls.medium);
    expect(await sharp(medium).metadata()).toMatchObject({ width: 300, height: 200 });
    const [smallest = ''] = body.data.srcset.split(' ');
    expect(await sharp(await fetchBytes(site.url + smallest)).metadata()).toMatchObject({ format: 'webp', width: 300 });
    expect((await site.ask('DELETE /admin/media/1', { as: 'editor' })).status).toBe(200);
    expect((await fetch(stored)).status).not.toBe(200);
    expect(unsettledOf(site)).toEqual([]);
  });

  it('are fetched from the public address of the bucket if there is one', async () => {
    const server = await makeS3Server();
    const publicUrl = 'https://cdn.example.org/files';
    const site = await makeSite(SMALL_SITE, { env: { ...server.env, S3_PUBLIC_URL: publicUrl } });
    const { body } = await upload(site, 'a.pdf', PDF);
    const response = await fetch(site.url + body.data.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, `${publicUrl}/${body.data.filename}`]);
  });

  it('fail completely while the service is down', async () => {
    const server = await makeS3Server();
    const site = await makeSite(SMALL_SITE, { env: server.env });
    await server.stop();
    const { status, body } = await upload(site, 'a.pdf', PDF);
    expect([status, body.errors[0].code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect([site.newCommits(), unsettledOf(site)]).toEqual([[], []]);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('that could not be deleted are a problem, and are deleted after a restart', async () => {
    const server = await makeS3Server();
    const site = await makeSite(SMALL_SITE, { env: server.env });
    const { body } = await upload(site, 'a.pdf', PDF);
    await server.stop();
    const answer = await site.ask('DELETE /admin/media/1', { as: 'editor' });
    expect([answer.status, answer.body.data]).toEqual([200, { deleted: true }]);
    expect((await site.ask('GET /admin/media/1', { as: 'viewer' })).status).toBe(404);
    const path = `media/files/${body.data.filename}`;
    const problem = { path, severity: 'error', code: 'MEDIA_STORAGE', message: expect.any(String) };
    expect(await problemsOf(site)).toEqual([problem]);
    expect(unsettledOf(site)).toEqual([body.data.filename]);
    await site.restart();
    await until(async () => (await problemsOf(site)).length === 1);
    await server.start();
    await site.restart();
    await until(() => JSON.stringify(unsettledOf(site)) === '[]');
    expect(await problemsOf(site)).toEqual([]);
    expect((await fetch(`${server.config.endpoint}/media/${body.data.filename}`)).status).not.toBe(200);
  });
});
