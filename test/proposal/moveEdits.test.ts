import { describe, expect, it } from 'vitest';
import { type Login, makeSite, type Site } from '../makeSite.ts';
import { PDF, upload } from '../media/samples.ts';

const page = (id: number, title: string): string =>
  `id: ${id}\ntype: article\ntitle: ${title}\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\n`;

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n',
  'pages/en/about.yaml': page(7, 'About'),
  'pages/en/visit.yaml': page(8, 'Visit'),
};

const ABOUT = { kind: 'page', key: 'en/about' };

async function withChange(): Promise<{ site: Site; ask: ReturnType<typeof asking> }> {
  const site = await makeSite(FILES);
  const ask = asking(site);
  await ask('POST /admin/changes', { title: 'Spring' });
  await ask('PUT /admin/pages/7', { title: 'About in spring' }, { change: 'spring' });
  await ask('PUT /admin/pages/8', { title: 'Visit in spring' }, { change: 'spring' });
  return { site, ask };
}

interface AskOptions {
  readonly as?: Login;
  readonly change?: string;
  readonly ifMatch?: string;
}

const asking =
  (site: Site) =>
  (call: string, body?: unknown, { as = 'editor', change, ifMatch }: AskOptions = {}) =>
    site.ask(call, {
      as,
      ...(body !== undefined && { body }),
      headers: { ...(change && { 'Quire-Change': change }), ...(ifMatch && { 'If-Match': `"${ifMatch}"` }) },
    });

const keysIn = async (ask: ReturnType<typeof asking>, name: string): Promise<readonly string[]> =>
  (await ask(`GET /admin/changes/${name}`)).body.data.records.map(({ key }: { key: string }) => key);

const branches = (site: Site): readonly string[] =>
  site.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/change').trim().split('\n').filter(Boolean);

describe('edits taken out of a change', () => {
  it('go live alone, and the rest stays', async () => {
    const { site, ask } = await withChange();
    const moved = await ask('POST /admin/changes/spring/move', { records: [ABOUT], to: 'live' });
    expect(moved.body.data).toEqual({
      name: 'spring',
      to: 'live',
      commit: site.git('rev-parse', 'HEAD').trim(),
      moved: 1,
    });
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About in spring');
    expect((await site.ask('GET /content/pages/visit')).body.data.title).toBe('Visit');
    expect(await keysIn(ask, 'spring')).toEqual(['en/visit']);
    await ask('POST /admin/changes/spring/publish', {});
    expect((await site.ask('GET /content/pages/visit')).body.data.title).toBe('Visit in spring');
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About in spring');
    expect(branches(site)).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('go into another change, also a record that was made in the first', async () => {
    const { site, ask } = await withChange();
    await ask('POST /admin/pages', { title: 'New', type: 'article' }, { change: 'spring' });
    await ask('POST /admin/changes', { title: 'Summer' });
    const records = [ABOUT, { kind: 'page', key: 'en/new' }];
    expect((await ask('POST /admin/changes/spring/move', { records, to: 'summer' })).status).toBe(200);
    expect(await keysIn(ask, 'spring')).toEqual(['en/visit']);
    expect(await keysIn(ask, 'summer')).toEqual(['en/about', 'en/new']);
    expect(branches(site)).toEqual(['change/spring', 'change/summer']);
    expect(site.newCommits()).toEqual([]);
  });

  it('are given up', async () => {
    const { ask } = await withChange();
    expect((await ask('POST /admin/changes/spring/move', { records: [ABOUT], to: null })).status).toBe(200);
    expect(await keysIn(ask, 'spring')).toEqual(['en/visit']);
    expect((await ask('GET /admin/pages/7', undefined, { change: 'spring' })).body.data.title).toBe('About');
  });

  it.each(['summer', null])('take both ends of a renamed record along (to %s)', async (to) => {
    const { site, ask } = await withChange();
    await ask('PUT /admin/pages/7', { slug: 'us' }, { change: 'spring' });
    await ask('PUT /admin/pages/8', { slug: 'about' }, { change: 'spring' });
    await ask('POST /admin/changes', { title: 'Summer' });
    const records = [{ kind: 'page', key: 'en/us' }];
    expect((await ask('POST /admin/changes/spring/move', { records, to })).status).toBe(200);
    const pagesIn = (name: string) => site.git('diff', '--name-status', '-M', 'main', `change/${name}`, '--', 'pages');
    expect(pagesIn('spring')).toBe('');
    expect((await ask('GET /admin/pages/7', undefined, { change: 'spring' })).body.data.slug).toBe('about');
    const moved = await keysIn(ask, 'summer');
    expect(moved).toEqual(to === null ? [] : ['en/about', 'en/us']);
  });

  it('are not moved into the change that they are in', async () => {
    const { ask } = await withChange();
    const moved = await ask('POST /admin/changes/spring/move', { records: [ABOUT], to: 'spring' });
    expect(moved.status).toBe(400);
    expect(moved.body.errors).toEqual([expect.objectContaining({ path: ['to'], message: 'must be another change' })]);
    expect(await keysIn(ask, 'spring')).toEqual(['en/about', 'en/visit']);
  });

  it('stay where they are if they clash at the other end, are not there, or were not looked at', async () => {
    const { site, ask } = await withChange();
    const { head } = (await ask('GET /admin/changes/spring')).body.data;
    await ask('PUT /admin/pages/7', { title: 'About, live' });
    const clash = await ask('POST /admin/changes/spring/move', { records: [ABOUT], to: 'live' });
    expect([clash.status, clash.body.clashes[0].path]).toEqual([409, ['title']]);
    const missing = [{ kind: 'page', key: 'en/nothing' }];
    expect((await ask('POST /admin/changes/spring/move', { records: missing, to: 'live' })).status).toBe(404);
    await ask('PUT /admin/pages/8', { title: 'Later' }, { change: 'spring' });
    const stale = await ask('POST /admin/changes/spring/move', { records: [ABOUT], to: null }, { ifMatch: head });
    expect(stale.status).toBe(412);
    expect(await keysIn(ask, 'spring')).toEqual(['en/about', 'en/visit']);
    expect(branches(site)).toEqual(['change/spring']);
  });

  it('take the file of a media item along, and not that of another whose name goes on', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('POST /admin/changes', { title: 'Spring' });
    await ask('POST /admin/changes', { title: 'Summer' });
    for (const name of ['a', 'a-b'])
      await upload(site, `${name}.pdf`, `${PDF}% ${name}`, { headers: { 'Quire-Change': 'spring' } });
    const records = [{ kind: 'media', key: 'a' }];
    expect((await ask('POST /admin/changes/spring/move', { records, to: 'summer' })).status).toBe(200);
    const filesIn = (name: string) => site.git('ls-tree', '-r', '--name-only', `change/${name}`, 'media').trim();
    expect(filesIn('summer')).toMatch(/^media\/a\.yaml\nmedia\/files\/a-[0-9a-f]{8}\.pdf$/);
    expect(filesIn('spring')).toMatch(/^media\/a-b\.yaml\nmedia\/files\/a-b-[0-9a-f]{8}\.pdf$/);
  });

  it('leave no empty draft behind', async () => {
    const site = await makeSite(FILES);
    const ask = asking(site);
    await ask('PUT /admin/pages/7/draft', { title: 'Drafted' });
    await ask('POST /admin/changes', { title: 'Spring' });
    await ask('POST /admin/changes/about/move', { records: [ABOUT], to: 'spring' });
    expect((await ask('GET /admin/pages/7')).body.data.draft).toBeNull();
    expect((await ask('GET /admin/pages/7', undefined, { change: 'spring' })).body.data.title).toBe('Drafted');
  });

  it('go live only by those who may publish', async () => {
    const { site } = await withChange();
    const body = { name: 'Agent', permissions: 'content:write', changesOnly: true };
    const { key } = (await site.ask('POST /admin/api-keys', { as: 'admin', body })).body.data;
    const headers = { 'X-API-Key': key };
    const move = (to: string | null) =>
      site.ask('POST /admin/changes/spring/move', { headers, body: { records: [ABOUT], to } });
    expect((await move('live')).status).toBe(403);
    expect((await move(null)).status).toBe(403);
  });
});
