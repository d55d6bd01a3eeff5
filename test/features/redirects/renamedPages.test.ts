import { describe, expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const page = (id: number, slug: string, { locale = 'en', more = '' } = {}): Readonly<Record<string, string>> => ({
  [`pages/${locale}/${slug}.yaml`]: `id: ${id}\ntype: plain\ntitle: ${slug}\nstatus: published\npublishedAt: 2026-01-07T09:00:00.000Z\ncreatedAt: 2026-01-06T00:00:00.000Z\n${more}`,
});
const redirect = (key: string, from: string, to: string, more = ''): Readonly<Record<string, string>> => ({
  [`redirects/${key}.yaml`]: `id: ${from.length * 100 + to.length}\nfromPath: ${from}\ntoPath: ${to}\n${more}createdAt: 2026-01-01T00:00:00.000Z\n`,
});
const send = (site: Site, call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }) });
const rename = async (site: Site, id: number, slug: string, more: object = {}): Promise<Reply> => {
  const reply = await send(site, `PUT /admin/pages/${id}`, { slug, ...more });
  expect(reply.status).toBe(200);
  return reply;
};
/** `from to status`, with "off" if it is not active. */
const redirects = async (site: Site): Promise<readonly string[]> =>
  (await site.ask('GET /admin/redirects', { as: 'admin' })).body.data
    .map(
      ({ fromPath, toPath, statusCode, isActive }: Record<string, unknown>) =>
        `${fromPath} ${toPath} ${statusCode}${isActive ? '' : ' off'}`,
    )
    .sort();
const message = (site: Site): string => site.git('log', '-1', '--format=%B');
const filesOf = (site: Site): readonly string[] =>
  site.git('show', '--no-renames', '--format=', '--name-status', 'HEAD').split('\n').filter(Boolean);

describe('a public page with a new slug', () => {
  it('leaves a redirect at its old address in the same commit, also when an editor renames it', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await rename(site, 3, 'company');
    expect(reply.body.data).toMatchObject({ id: 3, slug: 'company' });
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.newCommits()).toEqual(['Update page "About us" (en/company)']);
    expect(filesOf(site)).toEqual([
      'M\tmenus/main.yaml',
      'D\tpages/en/about.yaml',
      'A\tpages/en/company.yaml',
      'M\tpages/en/home.yaml',
      'A\tredirects/about.yaml',
    ]);
    expect(site.read('redirects/about.yaml')).toMatch(
      /^id: \d+\nfromPath: \/about\ntoPath: \/company\ncreatedAt: 2026-02-01T12:00:00.000Z\n$/,
    );
    expect(message(site)).toMatch(/^Quire-Record: redirect\/\d+ about$/m);
    expect((await site.ask('GET /content/redirects')).body.data).toEqual([
      { id: expect.any(Number), fromPath: '/about', toPath: '/company', statusCode: 301 },
    ]);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('leaves one in its locale, and none if its address stays the same, like that of the home page', async () => {
    const site = await makeSite({ ...SMALL_SITE, ...page(9, 'café/menú', { locale: 'es' }) });
    await rename(site, 9, 'carta');
    expect(await redirects(site)).toEqual(['/es/caf%C3%A9/men%C3%BA /es/carta 301']);
    await rename(site, 1, 'start');
    expect((await site.ask('GET /admin/config', { as: 'admin' })).body.data.homeSlug).toBe('start');
    expect(await redirects(site)).toEqual(['/es/caf%C3%A9/men%C3%BA /es/carta 301']);
  });

  it('leaves none when it is renamed as a draft, unpublished, deleted, or hidden by the same write', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      ...page(9, 'one'),
      ...page(10, 'two'),
      ...page(11, 'soon', { more: 'scheduledAt: 2026-03-01T00:00:00.000Z\n' }),
    });
    await rename(site, 4, 'unknown');
    await rename(site, 3, 'company', { status: 'draft' });
    await rename(site, 11, 'later');
    await send(site, 'POST /admin/pages/bulk', { ids: [9], action: 'unpublish' });
    await send(site, 'DELETE /admin/pages/10');
    expect(site.newCommits()).toHaveLength(5);
    expect(await redirects(site)).toEqual([]);
  });

  it('leaves none if the body or the settings say so', async () => {
    const site = await makeSite({ ...SMALL_SITE, ...page(9, 'one'), ...redirect('zero', '/zero', '/one') });
    await rename(site, 9, 'two', { redirect: false });
    // Redirects to the page still lead to it.
    expect(await redirects(site)).toEqual(['/zero /two 301']);
    const off = { as: 'admin', body: { redirectOnRename: false } } as const;
    expect((await site.ask('PUT /admin/config', off)).body.data.redirectOnRename).toBe(false);
    expect(site.read('site.yaml')).toContain('redirectOnRename: false\n');
    await rename(site, 9, 'three');
    await rename(site, 9, 'zero');
    expect(await redirects(site)).toEqual(['/zero /two 301']);
    const wrong = await send(site, 'PUT /admin/pages/9', { slug: 'four', redirect: 'no' });
    expect([wrong.status, wrong.body.errors]).toEqual([400, [expect.objectContaining({ path: ['redirect'] })]]);
  });

  it('updates redirects to it so that none leads to another, and removes the one at its new address', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      ...page(9, 'a'),
      ...redirect('flyer', '/flyer', '/a?from=flyer#top', 'statusCode: 302\n'),
    });
    await rename(site, 9, 'b');
    await rename(site, 9, 'c');
    expect(await redirects(site)).toEqual(['/a /c 301', '/b /c 301', '/flyer /c?from=flyer#top 302']);
    await rename(site, 9, 'a');
    expect(await redirects(site)).toEqual(['/b /a 301', '/c /a 301', '/flyer /a?from=flyer#top 302']);
    await rename(site, 9, 'b');
    expect(await redirects(site)).toEqual(['/a /b 301', '/c /b 301', '/flyer /b?from=flyer#top 302']);
    expect(site.newCommits()).toHaveLength(4);
  });

  it('leaves an existing redirect unchanged, and makes none that leads back', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      ...page(9, 'a'),
      ...page(10, 'x'),
      ...redirect('a', '/A'.toLowerCase(), 'https://example.org/', 'isActive: false\n'),
      ...redirect('y', '/y', '/x', 'statusCode: 302\n'),
    });
    await rename(site, 9, 'b');
    expect(await redirects(site)).toEqual(['/a https://example.org/ 301 off', '/y /x 302']);
    await rename(site, 10, 'y');
    expect(await redirects(site)).toEqual(['/a https://example.org/ 301 off', '/y /x 302']);
    expect(site.cms.store.problems()).toEqual([]);
  });

  it('does not update redirects left by another write unless If-Match matches', async () => {
    const site = await makeSite(SMALL_SITE);
    const headers = { 'If-Match': '"0000000000000000000000000000000000000000"' };
    const stale = await site.ask('PUT /admin/pages/3', { as: 'editor', headers, body: { slug: 'company' } });
    expect(stale.status).toBe(412);
    expect(await redirects(site)).toEqual([]);
    expect(site.newCommits()).toEqual([]);
  });
});

describe('a page at the address of a redirect', () => {
  it('removes it when it becomes public, in the same commit', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      ...redirect('old', '/old', '/about'),
      ...redirect('sale', '/sale', '/about', 'statusCode: 307\n'),
    });
    const { body } = await send(site, 'POST /admin/pages', { typeId: 2, title: 'Old' });
    expect(await redirects(site)).toEqual(['/old /about 301', '/sale /about 307']);
    await send(site, 'POST /admin/pages/bulk', { ids: [body.data.id], action: 'publish' });
    expect(filesOf(site)).toEqual(['M\tpages/en/old.yaml', 'D\tredirects/old.yaml']);
    await send(site, 'POST /admin/pages', { typeId: 2, title: 'Sale', status: 'published' });
    expect(await redirects(site)).toEqual(['/sale /about 307']);
  });

  it('leaves one again when it is renamed', async () => {
    const site = await makeSite(SMALL_SITE);
    await rename(site, 3, 'company');
    await send(site, 'POST /admin/pages/upsert', { typeId: 2, title: 'New', slug: 'about', status: 'published' });
    expect(await redirects(site)).toEqual([]);
    const { body } = await send(site, 'GET /admin/pages?search=new');
    await rename(site, body.data[0].id, 'news');
    expect(await redirects(site)).toEqual(['/about /news 301']);
  });
});

it('restoring an older slug leaves a redirect, too', async () => {
  const site = await makeSite(SMALL_SITE);
  await rename(site, 3, 'company');
  const { body } = await send(site, 'GET /admin/pages/3/revisions');
  const first = body.data.at(-1).id;
  const restored = await send(site, `POST /admin/pages/3/revisions/${first}/restore`, {});
  expect([restored.status, restored.body.data.slug]).toEqual([200, 'about']);
  expect(await redirects(site)).toEqual(['/company /about 301']);
});
