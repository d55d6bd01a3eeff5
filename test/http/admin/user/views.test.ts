import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { refusalOf } from '../../problemsOf.ts';

type Login = 'viewer' | 'editor' | 'admin';

const VIEW = { name: 'Soon', screen: 'pages', query: 'type=event&sort=fields.begins' };

const save = async (site: Site, as: Login, more: object = {}): Promise<number> =>
  (await site.ask('POST /admin/views', { as, body: { ...VIEW, ...more } })).body.data.id;
const namesOf = async (site: Site, as: Login, query = ''): Promise<readonly string[]> =>
  (await site.ask(`GET /admin/views${query}`, { as })).body.data.map(({ name }: { name: string }) => name);

describe('saved views', () => {
  it('are seen by their owner only, unless they are shared, and survive a restart', async () => {
    const site = await makeSite({});
    await save(site, 'editor');
    await save(site, 'editor', { name: 'All of us', shared: true });
    await save(site, 'viewer', { name: 'Pictures', screen: 'media', query: '' });
    await site.restart();
    expect(await namesOf(site, 'editor')).toEqual(['All of us', 'Soon']);
    expect(await namesOf(site, 'viewer')).toEqual(['All of us', 'Pictures']);
    expect(await namesOf(site, 'viewer', '?screen=media')).toEqual(['Pictures']);
    expect(await namesOf(site, 'admin')).toEqual(['All of us']);
    const [view] = (await site.ask('GET /admin/views?screen=pages', { as: 'viewer' })).body.data;
    expect(view).toEqual({
      ...{ ...VIEW, id: 2, name: 'All of us', shared: true, isOwn: false },
      ...{ owner: { type: 'user', id: 2, name: 'The editor' }, createdAt: NOW, updatedAt: NOW },
    });
    expect(site.newCommits()).toEqual([]);
  });

  it('are saved once by a browser that sends them twice', async () => {
    const site = await makeSite({});
    const ids = await Promise.all([save(site, 'editor'), save(site, 'editor')]);
    expect(ids).toEqual([1, 1]);
    expect(await save(site, 'admin')).toBe(2);
    expect(await save(site, 'editor', { shared: true })).toBe(3);
  });

  it('are changed by their owner; a shared one by admins too', async () => {
    const site = await makeSite({});
    const [own, shared] = [await save(site, 'editor'), await save(site, 'editor', { shared: true })];
    const put = (id: number, as: Login, body: object) => site.ask(`PUT /admin/views/${id}`, { as, body });
    expect((await put(own, 'editor', { name: 'Later' })).body.data).toMatchObject({ ...VIEW, name: 'Later' });
    expect(refusalOf(await put(own, 'admin', { name: 'Mine' }))).toBe('404 NOT_FOUND');
    expect(refusalOf(await put(shared, 'viewer', { name: 'Mine' }))).toBe('403 FORBIDDEN');
    expect((await put(shared, 'admin', { shared: false })).status).toBe(200);
    expect(refusalOf(await put(shared, 'admin', { shared: true }))).toBe('404 NOT_FOUND');
    const remove = (id: number, as: Login) => site.ask(`DELETE /admin/views/${id}`, { as });
    expect(refusalOf(await remove(own, 'viewer'))).toBe('404 NOT_FOUND');
    expect((await remove(own, 'editor')).body.data).toEqual({ deleted: true });
    expect(await namesOf(site, 'editor')).toEqual(['Soon']);
  });

  it.each([
    [{ name: ' ' }, '400 VALIDATION name'],
    [{ screen: '../x' }, '400 VALIDATION screen'],
    [{ query: 'x'.repeat(4001) }, '400 VALIDATION query'],
    [{ shared: 'yes' }, '400 VALIDATION shared'],
  ])('refuse %j', async (values, refusal) => {
    const site = await makeSite({});
    expect(refusalOf(await site.ask('POST /admin/views', { as: 'viewer', body: { ...VIEW, ...values } }))).toBe(
      refusal,
    );
  });

  it('are kept without those that somebody has broken in the file', async () => {
    const site = await makeSite({});
    await save(site, 'editor');
    const view = { ...VIEW, id: 1, owner: 'user/2', shared: false, createdAt: NOW, updatedAt: NOW };
    await site.stop();
    writeFileSync(
      join(site.privateDir, 'state', 'views.json'),
      JSON.stringify({ last: 2, views: [view, { ...view, id: 2, query: 5 }, null] }),
    );
    await site.restart();
    expect(await namesOf(site, 'editor')).toEqual(['Soon']);
    expect(await save(site, 'editor', { name: 'Later' })).toBe(3);
  });
});
