import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CmsError } from '../src/model/errors.ts';
import { openWork } from '../src/work/openWork.ts';
import { makeSite, type Site } from './makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n',
  'pages/en/about.yaml':
    'id: 7\ntype: article\ntitle: About us\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\n',
};

const put = (site: Site, path: string, title: string, more: object = {}, as: 'editor' | 'admin' = 'editor') =>
  site.ask(`PUT /admin/work/${path}`, { as, body: { base: { rev: 'r1' }, values: { title }, ...more } });
const read = async (site: Site, path: string, as: 'editor' | 'admin' = 'editor') =>
  (await site.ask(`GET /admin/work/${path}`, { as })).body.data;

describe('unfinished work', () => {
  it('is kept for one person without a commit, and told beside the record', async () => {
    const site = await makeSite(FILES);
    const kept = await put(site, 'page/7', 'Half a sen');
    expect(kept.body.data).toEqual({
      ...{ kind: 'page', id: 7, key: null, change: null, base: { rev: 'r1' }, savedAt: '2026-02-01T12:00:00.000Z' },
    });
    expect((await read(site, 'page/7')).values).toEqual({ title: 'Half a sen' });
    const page = (await site.ask('GET /admin/pages/7', { as: 'editor' })).body.data;
    expect([page.title, page.work]).toEqual(['About us', { savedAt: '2026-02-01T12:00:00.000Z', base: { rev: 'r1' } }]);
    expect(site.newCommits()).toEqual([]);
    expect(JSON.stringify((await site.ask('GET /admin/audit-logs', { as: 'admin' })).body)).not.toContain('Half a sen');
  });

  it('is listed with the title of its record', async () => {
    const site = await makeSite(FILES);
    await put(site, 'page/7', '');
    await put(site, 'page/new/k1', 'Begun');
    await put(site, 'page/99', 'Gone');
    const { data } = (await site.ask('GET /admin/work', { as: 'editor' })).body;
    expect(Object.fromEntries(data.map(({ id, title }: { id: number; title: string }) => [id, title]))).toEqual({
      ...{ 7: 'About us', 99: null, null: null },
    });
  });

  it('is nobody else’s', async () => {
    const site = await makeSite(FILES);
    await put(site, 'page/7', 'Mine');
    expect(await read(site, 'page/7', 'admin')).toBeUndefined();
    expect((await site.ask('GET /admin/work', { as: 'admin' })).body.data).toEqual([]);
    expect((await site.ask('GET /admin/pages/7', { as: 'admin' })).body.data.work).toBeNull();
    expect(JSON.stringify((await site.ask('GET /admin/export', { as: 'admin' })).body)).not.toContain('Mine');
    await site.ask('DELETE /admin/work/page/7', { as: 'admin' });
    expect((await read(site, 'page/7')).values.title).toBe('Mine');
  });

  it('survives a restart, readable by its owner alone on the disk', async () => {
    const site = await makeSite(FILES);
    await put(site, 'page/7', 'Kept');
    await site.restart();
    expect((await read(site, 'page/7')).values.title).toBe('Kept');
    const folder = join(site.privateDir, 'work');
    const [person] = readdirSync(folder);
    const [file] = readdirSync(join(folder, person!));
    expect(statSync(join(folder, person!, file!)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, person!, file!), 'utf8')).toContain('Kept');
  });

  it('keeps what was saved last, whatever arrives last', async () => {
    const site = await makeSite(FILES);
    site.setTime('2026-02-01T12:10:00.000Z');
    await put(site, 'page/7', 'Newer', { savedAt: '2026-02-01T12:09:00.000Z' });
    const late = await put(site, 'page/7', 'Older', { savedAt: '2026-02-01T12:08:00.000Z' });
    expect(late.body.data.savedAt).toBe('2026-02-01T12:09:00.000Z');
    expect((await read(site, 'page/7')).values.title).toBe('Newer');
    const ahead = await put(site, 'page/7', 'From a fast clock', { savedAt: '2027-02-01T12:00:00.000Z' });
    expect(ahead.body.data.savedAt).toBe('2026-02-01T12:10:00.000Z');
  });

  it('is forgotten when it is saved, unless somebody has typed on another device since', async () => {
    const site = await makeSite(FILES);
    await put(site, 'page/7', 'Typed on the phone since');
    await site.ask('DELETE /admin/work/page/7?until=2026-02-01T11:00:00.000Z', { as: 'editor' });
    expect((await read(site, 'page/7')).values.title).toBe('Typed on the phone since');
    await site.ask('DELETE /admin/work/page/7?until=2026-02-01T12:00:00.000Z', { as: 'editor' });
    expect(await read(site, 'page/7')).toBeUndefined();
  });

  it('is listed newest first, with records that are not made yet and those of changes, for ninety days', async () => {
    const site = await makeSite(FILES);
    const body = { name: 'Typist', permissions: 'content:write' };
    const { key } = (await site.ask('POST /admin/api-keys', { as: 'admin', body })).body.data;
    const headers = { 'X-API-Key': key };
    const keep = (path: string) =>
      site.ask(`PUT /admin/work/${path}`, { headers, body: { base: { rev: null }, values: { title: 'x' } } });
    await keep('page/7');
    site.setTime('2026-04-30T12:00:00.000Z');
    await keep('page/new/k1');
    site.setTime('2026-04-30T13:00:00.000Z');
    await keep('page/7?change=spring');
    const list = async () => (await site.ask('GET /admin/work', { headers })).body.data;
    expect((await list()).map(({ id, key, change }: Record<string, unknown>) => [id, key, change])).toEqual([
      [7, null, 'spring'],
      [null, 'k1', null],
      [7, null, null],
    ]);
    site.setTime('2026-05-02T12:00:01.000Z');
    expect(await list()).toHaveLength(2);
  });

  it('of people who never come back is removed after ninety days too', async () => {
    const { privateDir } = await makeSite(FILES);
    let now = '2026-02-01T12:00:00.000Z';
    const onError = vi.fn();
    const work = openWork({ privateDir, clock: () => new Date(now), requireSpace: () => undefined, onError });
    const [gone, here] = [{ type: 'user', id: 2 } as const, { type: 'user', id: 3 } as const];
    const keep = (person: typeof gone | typeof here, id: number) =>
      work.keep(person, {
        ...{ kind: 'page', id, key: null, change: null, base: { rev: null }, values: {}, savedAt: now },
      });
    await keep(gone, 7);
    now = '2026-05-02T11:00:00.000Z';
    await keep(here, 7);
    const filesOf = ({ id }: { id: number }) => readdirSync(join(privateDir, 'work', `user-${id}`));
    expect(filesOf(gone)).toHaveLength(1);
    now = '2026-05-03T11:00:00.000Z';
    await work.list(here);
    await vi.waitFor(() => expect(filesOf(gone)).toEqual([]));
    expect(filesOf(here)).toHaveLength(1);
    expect(onError).not.toHaveBeenCalled();
  });

  it('of one person does not wait for that of another', async () => {
    const { privateDir } = await makeSite(FILES);
    const folder = join(privateDir, 'work', 'user-2');
    mkdirSync(folder, { recursive: true });
    execFileSync('mkfifo', [join(folder, 'slow.json')]);
    const onError = vi.fn();
    const clock = () => new Date('2026-02-01T12:00:00.000Z');
    const work = openWork({ privateDir, clock, requireSpace: () => undefined, onError });
    const slow = work.list({ type: 'user', id: 2 });
    expect(await work.list({ type: 'user', id: 3 })).toEqual([]);
    // Without a reader, opening a pipe waits: it must not hold up the reader, who comes by this thread.
    await writeFile(join(folder, 'slow.json'), '{}');
    expect(await slow).toEqual([]);
    expect(onError).toHaveBeenCalledOnce();
  });

  it('is refused where nothing can be kept, and too large', async () => {
    const site = await makeSite(FILES);
    const status = async (path: string, more?: object) => (await put(site, path, 'x', more)).status;
    expect(await status('user/1')).toBe(404);
    expect(await status('redirect/1')).toBe(404);
    expect(await status('nothing/1')).toBe(404);
    expect(await status('page/new/..%2f..')).toBe(400);
    expect(await status('page/7', { values: { title: 'x'.repeat(1024 * 1024) } })).toBe(413);
    expect((await site.ask('PUT /admin/work/page/7', { as: 'viewer', body: {} })).status).toBe(403);
    expect(await read(site, 'page/7')).toBeUndefined();
  });

  it('SEC-33 is not kept on a disk that is nearly full, which git needs, but forgotten there', async () => {
    const { privateDir } = await makeSite(FILES);
    const full = new CmsError('INSUFFICIENT_STORAGE', 'The disk is almost full');
    let isFull = false;
    const work = openWork({
      ...{ privateDir, clock: () => new Date('2026-02-01T12:00:00.000Z') },
      requireSpace() {
        if (isFull) throw full;
      },
      onError(error) {
        throw error;
      },
    });
    const person = { type: 'user', id: 2 } as const;
    const place = { kind: 'page', id: 7, key: null, change: null } as const;
    const one = { ...place, base: { rev: null }, values: {}, savedAt: '2026-02-01T12:00:00.000Z' };
    await work.keep(person, one);
    isFull = true;
    await expect(work.keep(person, { ...one, id: 8 })).rejects.toBe(full);
    expect(await work.list(person)).toHaveLength(1);
    await work.forget(person, place);
    expect(await work.list(person)).toEqual([]);
  });

  it('of one file that is damaged does not hide the others', async () => {
    const site = await makeSite(FILES);
    await put(site, 'page/7', 'Damaged');
    await put(site, 'page/8', 'Whole');
    const folder = join(site.privateDir, 'work', readdirSync(join(site.privateDir, 'work'))[0]!);
    const damaged = readdirSync(folder).find((file) => readFileSync(join(folder, file), 'utf8').includes('Damaged'));
    writeFileSync(join(folder, damaged!), '{');
    await site.restart();
    expect((await site.ask('GET /admin/work', { as: 'editor' })).body.data).toHaveLength(1);
    await put(site, 'page/7', 'Typed again');
    expect((await read(site, 'page/7')).values.title).toBe('Typed again');
  });
});

describe('a published page with a time to come', () => {
  it('is hidden, and the answer says so', async () => {
    const site = await makeSite(FILES);
    const set = async (scheduledAt: string | null) =>
      (await site.ask('PUT /admin/pages/7', { as: 'editor', body: { scheduledAt } })).body.meta;
    expect(await set('2027-01-01T00:00:00.000Z')).toEqual({ hidden: true });
    expect((await site.ask('GET /content/pages/about')).status).toBe(404);
    expect(await set(null)).toBeUndefined();
  });
});
