import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

type Login = 'viewer' | 'editor' | 'admin';

const open = async (site: Site, body: object = {}, as: Login = 'editor'): Promise<Reply> =>
  site.ask('POST /admin/auth/preview-session', { as, body });

/** A site with a branch on which one page has another title and another is new and not public. */
async function makeSpring(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const site = await makeSite(SMALL_SITE, { env });
  site.git('checkout', '--quiet', '-b', 'spring');
  site.write('pages/en/about.yaml', SMALL_SITE['pages/en/about.yaml']!.replace('About us', 'In spring'));
  site.write('pages/en/hidden.yaml', 'id: 90\ntype: plain\ntitle: Hidden\nstatus: draft\n');
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Spring');
  site.git('branch', 'summer');
  site.git('checkout', '--quiet', 'main');
  return site;
}

const statusOf = async (site: Site, path: string, token: string): Promise<number> =>
  (await fetch(`${site.url}/api/content/${path}${path.includes('?') ? '&' : '?'}token=${token}`)).status;

describe('a preview', () => {
  it('opens drafts of what is live, for ten minutes by default and thirty days at most', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, body } = await open(site);
    expect([status, body.data]).toEqual([200, { id: 1, token: expect.any(String), url: null, expiresIn: 600 }]);
    const long = (await open(site, { expiresIn: 30 * 24 * 3600 })).body.data.token;
    for (const bad of [{ expiresIn: 59 }, { expiresIn: 30 * 24 * 3600 + 1 }, { page: 0 }, { ref: '' }, { ref: '-x' }])
      expect(refusalOf(await open(site, bad))).toBe(`400 VALIDATION ${Object.keys(bad)[0]}`);
    for (const none of [{ page: 999 }, { ref: 'winter' }, { page: 90 }])
      expect(refusalOf(await open(site, none))).toBe('404 NOT_FOUND');
    expect(await statusOf(site, 'preview/pages/secret', body.data.token)).toBe(200);
    site.setTime('2026-02-01T12:10:01.000Z');
    expect(await statusOf(site, 'preview/pages/secret', body.data.token)).toBe(401);
    site.setTime('2026-03-03T11:59:59.000Z');
    expect(await statusOf(site, 'preview/pages/secret', long)).toBe(200);
    site.setTime('2026-03-03T12:00:00.000Z');
    expect(await statusOf(site, 'preview/pages/secret', long)).toBe(401);
  });

  it("leaves no trace in lists where it is for its maker's own window, and ends within ten minutes then", async () => {
    const site = await makeSite(SMALL_SITE);
    const { token } = (await open(site, { isListed: false })).body.data;
    expect(await statusOf(site, 'preview/pages/secret', token)).toBe(200);
    expect((await site.ask('GET /admin/preview-sessions', { as: 'admin' })).body.data).toEqual([]);
    const { data } = (await site.ask('GET /admin/audit-logs', { as: 'admin' })).body;
    expect(data.filter(({ action }: { action: string }) => action.startsWith('preview.'))).toEqual([]);
    expect(refusalOf(await open(site, { isListed: false, expiresIn: 601 }))).toBe('400 VALIDATION expiresIn');
  });

  it('SEC-41 of one ref opens that ref and no other, nor a moment, nor drafts of what is live', async () => {
    const site = await makeSpring();
    const { token } = (await open(site, { ref: 'spring' })).body.data;
    const opened = [
      'pages?ref=spring',
      'pages/about?ref=spring',
      'preview/pages/hidden?ref=spring',
      'sitemap?ref=spring',
    ];
    const closed = ['pages?ref=summer', 'pages?ref=main', `pages?ref=${site.git('rev-parse', 'spring').trim()}`];
    const others = [
      'pages?at=2026-01-15T00:00:00Z',
      'pages?ref=spring&at=2026-01-15T00:00:00Z',
      'preview/pages/secret',
      'preview/pages/about',
    ];
    for (const path of opened) expect([path, await statusOf(site, path, token)]).toEqual([path, 200]);
    for (const path of [...closed, ...others]) expect([path, await statusOf(site, path, token)]).toEqual([path, 403]);
    expect(await statusOf(site, 'pages?ref=spring', (await open(site)).body.data.token)).toBe(403);
    // A branch may be named in full.
    expect(await statusOf(site, 'pages?ref=refs/heads/spring', token)).toBe(200);
    const full = (await open(site, { ref: 'refs/heads/spring' })).body.data.token;
    site.git('tag', 'summer/tag', 'main');
    expect([
      await statusOf(site, 'pages?ref=spring', full),
      await statusOf(site, 'pages?ref=summer/tag', full),
    ]).toEqual([200, 403]);
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: { authorization: `Bearer ${token}` } }))).toBe(
      '401 UNAUTHORIZED',
    );
  });

  it('of one ref opens it to POST too, with the token in the address', async () => {
    const site = await makeSpring();
    const { token } = (await open(site, { ref: 'spring' })).body.data;
    const body = { query: '{ page(slug: "about") { title } }' };
    const answer = await site.ask(`POST /content/graphql?token=${token}`, { body, headers: { 'Quire-Ref': 'spring' } });
    expect([answer.status, answer.body.data?.page.title]).toEqual([200, 'In spring']);
  });

  it('SEC-41 of one page opens that page, even after a rename, and the content around it', async () => {
    const site = await makeSpring();
    const { token } = (await open(site, { ref: 'spring', page: 3 })).body.data;
    const statuses = async (paths: readonly string[], of = token): Promise<readonly unknown[]> =>
      Promise.all(paths.map((path) => statusOf(site, path, of)));
    expect(
      await statuses([
        'pages/about?ref=spring',
        'preview/pages/about?ref=spring',
        'pages/en/about.json?ref=spring',
        'menus/main?ref=spring',
        'config?ref=spring',
      ]),
    ).toEqual([200, 200, 200, 200, 200]);
    // Pages that are public are answered as to everybody, and a draft as if it did not exist.
    expect(
      await statuses([
        'pages/home?ref=spring',
        'preview/pages/home?ref=spring',
        'preview/pages/hidden?ref=spring',
        'preview/pages/none?ref=spring',
        'pages/none?ref=spring',
      ]),
    ).toEqual([200, 200, 404, 404, 404]);
    expect(
      await statuses([
        'pages?ref=spring',
        'search?q=home&ref=spring',
        'sitemap?ref=spring',
        'og/about.png?ref=spring',
        'search/en.json?ref=spring',
        'graphql?query=%7Bmenus%7Bid%7D%7D&ref=spring',
      ]),
    ).toEqual([200, 200, 200, 200, 200, 200]);
    const live = (await open(site, { page: 4 })).body.data.token;
    expect(await statuses(['preview/pages/secret', 'preview/pages/home', 'preview/pages/none'], live)).toEqual([
      200, 200, 404,
    ]);
    site.git('checkout', '--quiet', 'spring');
    site.git('mv', 'pages/en/about.yaml', 'pages/en/us.yaml');
    site.git('commit', '--quiet', '--message=Rename');
    site.git('checkout', '--quiet', 'main');
    expect(await statuses(['pages/us?ref=spring', 'pages/about?ref=spring'])).toEqual([200, 404]);
  });

  it('SEC-41 of one page shows nothing of other hidden pages that it mentions', async () => {
    const group = 'translationGroup: 0b9f7a52-6f9b-4c0e-9d38-6b2f0d3a5c11';
    const site = await makeSite({
      'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en, de]\n',
      'content-types/plain.yaml':
        'id: 1\nname: Plain\nfieldsSchema:\n  - { name: more, type: reference }\n  - { name: next, type: page }\n  - { name: cta, type: link }\n  - { name: words, type: text }\n',
      'pages/en/own.yaml': `id: 4\ntype: plain\ntitle: Own\nstatus: draft\n${group}\nfields: { more: en/other, next: en/other, cta: { page: en/other, text: There } }\n`,
      'pages/de/own.yaml': `id: 5\ntype: plain\ntitle: Canary\nstatus: draft\n${group}\n`,
      'pages/en/other.yaml': 'id: 6\ntype: plain\ntitle: Canary\nstatus: draft\nfields: { words: Canary }\n',
    });
    const read = async (token: string): Promise<string> =>
      (await fetch(`${site.url}/api/content/preview/pages/own?expand=reference,page,media,term&token=${token}`)).text();
    const alone = await read((await open(site, { page: 4 })).body.data.token);
    expect(JSON.parse(alone).data.title).toBe('Own');
    expect(alone).not.toMatch(/canary|en\/other/i);
    // A token for all pages shows them, so the mentions themselves are valid.
    expect((await read((await open(site)).body.data.token)).match(/Canary/g)?.length).toBeGreaterThan(2);
  });

  it('SEC-41 of a change ends when it is published: a later change of the same name is another one', async () => {
    const site = await makeSite(SMALL_SITE);
    const ref = 'change/sale';
    const begin = async (): Promise<string> =>
      (await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Sale' } })).body.data.name;
    const edit = async (title: string): Promise<unknown> =>
      site.ask('PUT /admin/pages/3', { as: 'editor', headers: { 'Quire-Change': 'sale' }, body: { title } });
    await begin();
    const full = (await open(site, { ref: `refs/heads/${ref}` })).body.data.token;
    const [{ token }, other] = [(await open(site, { ref })).body.data, (await open(site)).body.data];
    await edit('First');
    expect(await statusOf(site, `pages/about?ref=${ref}`, token)).toBe(200);
    expect((await site.ask('POST /admin/changes/sale/publish', { as: 'editor', body: {} })).status).toBe(200);
    expect(await begin()).toBe('sale');
    await edit('Second');
    for (const ended of [token, full]) expect(await statusOf(site, `pages/about?ref=${ref}`, ended)).toBe(401);
    expect(await statusOf(site, 'preview/pages/about', other.token)).toBe(200);
    await site.restart();
    expect(await statusOf(site, `pages/about?ref=${ref}`, token)).toBe(401);
    // A change that is deleted and restored is the same one.
    const second = (await open(site, { ref })).body.data.token;
    await site.ask('DELETE /admin/changes/sale', { as: 'editor' });
    await site.ask('POST /admin/changes/sale/restore', { as: 'editor' });
    expect(await statusOf(site, `pages/about?ref=${ref}`, second)).toBe(200);
  });

  it('has a link to the front end', async () => {
    const site = await makeSpring({ PREVIEW_URL: 'https://example.org/{path}?preview={token}&ref={ref}&in={locale}' });
    const url = async (body: object): Promise<string> => {
      const { token, url } = (await open(site, body)).body.data;
      return url.replace(token, 'TOKEN');
    };
    expect(await url({})).toBe('https://example.org/?preview=TOKEN&ref=&in=en');
    expect(await url({ page: 2, ref: 'spring' })).toBe('https://example.org/es/inicio?preview=TOKEN&ref=spring&in=es');
    expect(await url({ page: 90, ref: 'spring' })).toBe('https://example.org/hidden?preview=TOKEN&ref=spring&in=en');
  });

  it('survives a restart, in a file that contains no token', async () => {
    const site = await makeSpring();
    const { token } = (await open(site, { ref: 'spring' })).body.data;
    const file = join(site.privateDir, 'state/preview-sessions.json');
    expect(readFileSync(file, 'utf8')).not.toContain(token.slice(3));
    await site.restart();
    expect(await statusOf(site, 'pages?ref=spring', token)).toBe(200);
    expect((await open(site)).body.data.id).toBe(2);
    await site.stop();
    writeFileSync(file, '{"last":');
    await site.restart();
    expect(await statusOf(site, 'pages?ref=spring', token)).toBe(401);
    expect((await open(site)).status).toBe(200);
  });
});

describe('open previews', () => {
  const idsOf = async (site: Site, as: Login): Promise<readonly number[]> =>
    (await site.ask('GET /admin/preview-sessions', { as })).body.data.map(({ id }: { id: number }) => id);

  it('are listed to their maker, and all of them to admins', async () => {
    const site = await makeSpring();
    await open(site, { ref: 'spring', page: 3, expiresIn: 3600 }, 'viewer');
    await open(site, {}, 'editor');
    const { body } = await site.ask('GET /admin/preview-sessions', { as: 'viewer' });
    expect(body).toEqual({
      data: [
        {
          ...{ id: 1, ref: 'spring', page: 3, pageTitle: 'About us' },
          createdBy: { type: 'user', id: 3, name: 'The viewer' },
          ...{ createdAt: '2026-02-01T12:00:00.000Z', expiresAt: '2026-02-01T13:00:00.000Z' },
        },
      ],
      meta: { total: 1 },
    });
    expect([await idsOf(site, 'editor'), await idsOf(site, 'admin')]).toEqual([[2], [2, 1]]);
    const { body: second } = await site.ask('GET /admin/preview-sessions?limit=1&offset=1', { as: 'admin' });
    expect([second.data.length, second.data[0]?.id, second.meta]).toEqual([1, 1, { total: 2 }]);
    site.setTime('2026-02-01T12:30:00.000Z');
    expect(await idsOf(site, 'admin')).toEqual([1]);
  });

  it('do not hold one that could not be kept, as on a full disk: nobody has its token', async () => {
    const site = await makeSite(SMALL_SITE);
    const state = join(site.privateDir, 'state');
    renameSync(state, `${state}-away`);
    writeFileSync(state, '');
    expect((await open(site)).status).toBe(500);
    rmSync(state);
    renameSync(`${state}-away`, state);
    expect(await idsOf(site, 'editor')).toEqual([]);
    expect((await open(site)).status).toBe(200);
    expect(await idsOf(site, 'editor')).toHaveLength(1);
  });

  it('end when they are revoked, at once and for good, by their maker or an admin', async () => {
    const site = await makeSpring();
    const [one, other] = [(await open(site, {}, 'viewer')).body.data, (await open(site, {}, 'editor')).body.data];
    expect(refusalOf(await site.ask(`DELETE /admin/preview-sessions/${other.id}`, { as: 'viewer' }))).toBe(
      '404 NOT_FOUND',
    );
    expect((await site.ask(`DELETE /admin/preview-sessions/${one.id}`, { as: 'viewer' })).body).toEqual({
      data: { deleted: true },
    });
    expect(await statusOf(site, 'preview/pages/secret', one.token)).toBe(401);
    await site.restart();
    expect([
      await statusOf(site, 'preview/pages/secret', one.token),
      await statusOf(site, 'preview/pages/secret', other.token),
    ]).toEqual([401, 200]);
    expect((await site.ask(`DELETE /admin/preview-sessions/${other.id}`, { as: 'admin' })).status).toBe(200);
    expect(refusalOf(await site.ask(`DELETE /admin/preview-sessions/${other.id}`, { as: 'admin' }))).toBe(
      '404 NOT_FOUND',
    );
    expect(await idsOf(site, 'admin')).toEqual([]);
    const { body } = await site.ask('GET /admin/audit-logs', { as: 'admin' });
    expect(body.data.filter(({ action }: { action: string }) => action.startsWith('preview.'))).toHaveLength(4);
    expect(site.newCommits()).toEqual([]);
  });
});
