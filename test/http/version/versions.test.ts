import { describe, expect, it } from 'vitest';
import { fillPathParams } from '../../../src/http/endpoint.ts';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const PARAMS = { slug: 'home', locale: 'en', n: '1', type: 'article', vocabulary: 'topics', term: 'news', id: 1 };
const OTHERS = { variant: 'original', page: 'home', part: '1.xml' };

/** Commits these files on a new branch, and goes back to what is live. */
function onBranch(site: Site, name: string, files: Readonly<Record<string, string>>): string {
  site.git('checkout', '--quiet', '-b', name);
  for (const [path, text] of Object.entries(files)) site.write(path, text);
  site.git('add', '--all');
  site.git('commit', '--quiet', `--message=On ${name}`);
  const commit = site.git('rev-parse', 'HEAD').trim();
  site.git('checkout', '--quiet', 'main');
  return commit;
}

const SPRING = {
  'pages/en/about.yaml': SMALL_SITE['pages/en/about.yaml']!.replace('About us', 'Spring canary'),
  'pages/en/hidden.yaml': 'id: 90\ntype: plain\ntitle: Hidden canary\nstatus: draft\n',
};

const makeSpring = async (): Promise<Site> => {
  const site = await makeSite(SMALL_SITE);
  onBranch(site, 'spring', SPRING);
  return site;
};

/** Sends a request without the checks of `makeSite`, because not all answers are JSON. */
const fetchFrom = (site: Site, path: string, init: RequestInit = {}): Promise<Response> => fetch(site.url + path, init);

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('SEC-41 another version of the site', () => {
  it('SEC-41 is closed to callers without a credential, at every address, and never answered with what is live', async () => {
    const site = await makeSpring();
    const versioned = site.cms.endpoints.filter(({ site }) => site?.findInVersion);
    const isContent = (path: string): boolean => /^\/(?:api\/content\/|sitemap|_)/.test(path);
    expect(site.cms.endpoints.filter(({ path, site }) => isContent(path) && !site?.findInVersion)).toEqual([]);
    for (const { method, path } of versioned) {
      const address = fillPathParams(path, { ...PARAMS, ...OTHERS });
      const sent = method === 'POST' ? post({ query: '{ config { siteName } }', pages: ['about'] }) : { method };
      // Twice, so that the live answer is in memory.
      for (const _ of [1, 2]) await (await fetchFrom(site, address, sent)).arrayBuffer();
      for (const query of [
        '?ref=spring',
        '?ref=none',
        '?ref=',
        '?at=2026-01-15T00:00:00Z',
        '?%72ef=spring',
        '?ref=spring&token=x',
      ]) {
        const answer = await fetchFrom(site, address + query, sent);
        const text = await answer.text();
        expect([address + query, answer.status, answer.headers.get('cache-control')]).toEqual([
          address + query,
          401,
          'no-store',
        ]);
        expect(text).not.toContain('canary');
      }
      const headers = { ...('headers' in sent ? (sent.headers as Record<string, string>) : {}), 'quire-ref': 'spring' };
      expect([path, (await fetchFrom(site, address, { ...sent, headers })).status]).toEqual([path, 401]);
    }
  });

  it('SEC-41 shows nothing of a branch, tag or commit in public after somebody has read it', async () => {
    const site = await makeSpring();
    const look = async (path: string): Promise<string> => (await fetchFrom(site, path)).text();
    const paths = [
      'pages?limit=50',
      'pages/about',
      'pages/hidden',
      'search?q=canary',
      'search/en.json',
      'sitemap',
      'lists/en/all/1.json',
    ];
    const before = await Promise.all(paths.map((path) => look(`/api/content/${path}`)));
    for (const path of paths)
      await site.ask(`GET /content/${path.replace('sitemap', 'config')}${path.includes('?') ? '&' : '?'}ref=spring`, {
        as: 'admin',
      });
    expect(await Promise.all(paths.map((path) => look(`/api/content/${path}`)))).toEqual(before);
    expect(before.join()).not.toMatch(/(?:Spring|Hidden) canary/);
  });

  it('SEC-41 is not cached, and shows its drafts only in previews', async () => {
    const site = await makeSpring();
    const { status, body, headers } = await site.ask('GET /content/pages/about?ref=spring', { as: 'viewer' });
    expect([status, body.data.title, headers.get('cache-control')]).toEqual([
      200,
      'Spring canary',
      'private, no-store',
    ]);
    expect(headers.get('vary')).toContain('Authorization');
    expect(refusalOf(await site.ask('GET /content/pages/hidden?ref=spring', { as: 'viewer' }))).toBe('404 NOT_FOUND');
    const preview = await site.ask('GET /content/preview/pages/hidden?ref=spring', { as: 'viewer' });
    expect([preview.status, preview.body.data.title]).toEqual([200, 'Hidden canary']);
    expect(refusalOf(await site.ask('GET /content/preview/pages/hidden', { as: 'viewer' }))).toBe('404 NOT_FOUND');
    expect(site.newCommits()).toEqual([]);
  });
});

describe('a ref', () => {
  it('must exist', async () => {
    const site = await makeSpring();
    const ask = async (query: string): Promise<string> =>
      refusalOf(await site.ask(`GET /content/pages/about?${query}`, { as: 'viewer' }));
    expect(await ask('ref=winter')).toBe('404 NOT_FOUND');
    expect(await ask(`ref=${'0'.repeat(40)}`)).toBe('404 NOT_FOUND');
    for (const bad of [
      'ref=',
      'ref=-x',
      'ref=main..spring',
      'ref=a&ref=b',
      `ref=${'a'.repeat(300)}`,
      'at=yesterday',
      'at=2026',
    ])
      expect([bad, await ask(bad)]).toEqual([bad, `400 VALIDATION ${bad.slice(0, bad.indexOf('='))}`]);
  });

  it('is in a header for requests with a body', async () => {
    const site = await makeSpring();
    const ask = (path: string, body: object, ref: string): Promise<Reply> =>
      site.ask(`POST /content/${path}`, { as: 'viewer', body, headers: { 'Quire-Ref': ref } });
    const query = { query: '{ page(slug: "about") { title } }' };
    expect((await ask('batch', { pages: ['about'] }, 'spring')).body.data.pages.about.title).toBe('Spring canary');
    expect((await ask('graphql', query, 'spring')).body.data.page.title).toBe('Spring canary');
    expect((await ask('graphql', query, 'main')).body.data.page.title).toBe('About us');
    const { body, status } = await ask('graphql', query, 'winter');
    expect([status, body.errors[0].extensions.code]).toEqual([404, 'NOT_FOUND']);
    const both = await site.ask('GET /content/pages/about?ref=main', {
      as: 'viewer',
      headers: { 'Quire-Ref': 'spring' },
    });
    expect(refusalOf(both)).toBe('400 VALIDATION ref');
  });

  it('can be read by POST by callers who may write to changes only', async () => {
    const site = await makeSpring();
    const key = { name: 'Agent', permissions: 'content:write', changesOnly: true };
    const { body } = await site.ask('POST /admin/api-keys', { as: 'admin', body: key });
    const headers = { 'X-API-Key': body.data.key, 'Quire-Ref': 'spring' };
    const batch = await site.ask('POST /content/batch', { body: { pages: ['about'] }, headers });
    expect([batch.status, batch.body.data?.pages.about.title]).toEqual([200, 'Spring canary']);
    const graphql = await site.ask('POST /content/graphql', {
      body: { query: '{ page(slug: "about") { title } }' },
      headers,
    });
    expect([graphql.status, graphql.body.data?.page.title]).toEqual([200, 'Spring canary']);
  });

  it('follows its branch, also in searches', async () => {
    const site = await makeSpring();
    const find = async (): Promise<unknown> =>
      (await site.ask('GET /content/search?q=canary&in=all&ref=spring', { as: 'viewer' })).body.data.map(
        (one: { title: string }) => one.title,
      );
    expect(await find()).toEqual(['Spring canary']);
    site.git('checkout', '--quiet', 'spring');
    site.write('pages/en/late.yaml', 'type: plain\ntitle: Late canary\nstatus: published\n');
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=More');
    site.git('checkout', '--quiet', 'main');
    expect(await find()).toEqual(['Spring canary', 'Late canary']);
  });

  it('has the media files of its commit', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'media/note.yaml': NOTE, 'media/files/note.txt': 'Now\n' });
    const before = site.git('rev-parse', 'HEAD').trim();
    site.write('media/files/note.txt', 'Later, and longer\n');
    site.git('commit', '--quiet', '--all', '--message=Another text');
    const { body } = await site.ask('POST /admin/auth/login', {
      body: { email: 'viewer@example.org', password: 'correct horse' },
    });
    const headers = { authorization: `Bearer ${body.data.token}` };
    const past = await fetchFrom(site, `/api/content/media/1/original?ref=${before}`, { headers });
    expect([await past.text(), past.headers.get('cache-control')]).toEqual(['Now\n', 'private, no-store']);
    const part = await fetchFrom(site, `/api/content/media/1/original?ref=${before}`, {
      headers: { ...headers, range: 'bytes=1-1' },
    });
    expect([part.status, await part.text()]).toEqual([206, 'o']);
    expect(await (await fetchFrom(site, '/api/content/media/1/original')).text()).toBe('Later, and longer\n');
  });
});

const NOTE =
  'id: 1\nfilename: note.txt\noriginalName: note.txt\nmimeType: text/plain\ncreatedAt: 2026-01-01T00:00:00.000Z\n';

describe('a moment', () => {
  const titles = async (site: Site, query: string): Promise<unknown> =>
    (await site.ask(`GET /content/pages?sort=title:asc&${query}`, { as: 'viewer' })).body.data.map(
      (one: { title: string }) => one.title,
    );
  const timed = (key: string, time: string): string =>
    `type: plain\ntitle: Timed ${key}\nstatus: published\npublishedAt: 2026-01-01T00:00:00.000Z\n${time}\n`;

  it('shows the content of that time, as it was visible at that time', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/later.yaml': timed('later', 'scheduledAt: 2026-01-20T00:00:00.000Z'),
      'pages/en/earlier.yaml': timed('earlier', 'unpublishAt: 2026-01-10T00:00:00.000Z'),
    });
    await site.ask('PATCH /admin/pages/3', { as: 'editor', body: { title: 'Renamed' } });
    expect(await titles(site, '')).toEqual(['Home', 'Renamed', 'Timed later']);
    expect(await titles(site, 'at=2026-01-05T00:00:00Z')).toEqual(['About us', 'Home', 'Timed earlier']);
    expect(await titles(site, 'at=2026-01-25T00:00:00Z')).toEqual(['About us', 'Home', 'Timed later']);
    expect(await titles(site, 'at=2026-01-05T00:00:00Z')).toEqual(['About us', 'Home', 'Timed earlier']);
    expect(refusalOf(await site.ask('GET /content/pages?at=2020-01-01T00:00:00Z', { as: 'viewer' }))).toBe(
      '404 NOT_FOUND',
    );
  });

  it('may be in the future, and on a branch', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/later.yaml': timed('later', 'scheduledAt: 2026-05-01T00:00:00.000Z'),
    });
    onBranch(site, 'spring', SPRING);
    expect(await titles(site, '')).toEqual(['About us', 'Home']);
    expect(await titles(site, 'at=2026-06-01T00:00:00Z')).toEqual(['About us', 'Home', 'Timed later']);
    expect(await titles(site, 'ref=spring&at=2026-06-01T00:00:00Z')).toEqual(['Home', 'Spring canary', 'Timed later']);
    expect(await titles(site, '')).toEqual(['About us', 'Home']);
  });
});
