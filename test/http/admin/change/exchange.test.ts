import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { brokenReferences } from '../../../brokenReferences.ts';
import { long } from '../../../long.ts';
import { makeSite, NOW, PASSWORD, type Reply, type Site } from '../../../makeSite.ts';
import { sampleSite } from '../../../sampleSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { until } from '../../makeServer.ts';
import { problemsOf } from '../../problemsOf.ts';

type Document = Record<string, { id: number; [key: string]: unknown }[]> & { quire: number };

const exportOf = async (site: Site): Promise<Document> =>
  (await site.ask('GET /admin/export', { as: 'admin' })).body as Document;

/** The content of a document, without the time and source of the export. */
const contentOf = ({ exportedAt: _, commit: __, ...content }: Document): object => content;

const importInto = (site: Site, body: object): Promise<Reply> => site.ask('POST /admin/import', { as: 'admin', body });

const withLists = (lists: object): object => ({ quire: 1, ...lists });

const countsOf = ({ body }: Reply): object => body.meta;

function expectWhole(site: Site): void {
  expect(site.git('status', '--porcelain')).toBe('');
  expect(site.git('fsck', '--strict')).toBe('');
}

const plainType = { slug: 'plain', name: 'Plain' };

describe('GET /admin/export', () => {
  it('SEC-4 is one document with every kind of content in the form of its files, and nothing private', async () => {
    const site = await makeSite(SMALL_SITE);
    const { headers, body } = await site.ask('GET /admin/export', { as: 'admin' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="quire-2026-02-01.json"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(Object.keys(body)).toEqual([
      'quire',
      'exportedAt',
      'commit',
      ...['settings', 'contentTypes', 'blockTypes', 'taxonomies', 'media'],
      ...['blocks', 'pages', 'menus', 'redirects', 'trackingScripts'],
    ]);
    expect(body).toMatchObject({ quire: 1, exportedAt: NOW, commit: site.git('rev-parse', 'HEAD').trim() });
    expect(body.pages.map(({ locale, slug }: Record<string, string>) => `${locale}/${slug}`)).toEqual([
      'en/about',
      'en/home',
      'en/secret',
      'es/inicio',
    ]);
    expect(body.pages[1]).toEqual({
      id: 1,
      locale: 'en',
      slug: 'home',
      type: 'article',
      title: 'Home',
      status: 'published',
      slugOverride: false,
      publishedAt: '2026-01-05T09:00:00.000Z',
      createdAt: '2026-01-04T16:20:11.204Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      translationGroup: '7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001',
      terms: { topics: ['news', 'events'] },
      seo: { metaTitle: 'Welcome' },
      fields: { summary: 'Where it begins.', related: 'en/about' },
      regions: {
        content: [
          { id: 2, type: 'text', fields: { body: 'Hello there.' } },
          { id: 3, block: 'motto', overrides: { tone: 'loud' } },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toContain('@example.org');
  });

  it('is the content at the time of the request, even while others write', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body: login } = await site.ask('POST /admin/auth/login', {
      body: { email: 'admin@example.org', password: PASSWORD },
    });
    const headers = { authorization: `Bearer ${login.data.token}` };
    const response = await fetch(`${site.url}/api/admin/export`, { headers });
    await site.ask('DELETE /admin/pages/3', { as: 'admin' });
    const { pages } = (await response.json()) as Document;
    expect(pages!.map(({ id }) => id)).toContain(3);
  });
});

describe('POST /admin/import', () => {
  it('restores the same content with the same ids and times in an empty repository, in one commit', async () => {
    const from = await makeSite(sampleSite());
    const document = await exportOf(from);
    const to = await makeSite();
    const reply = await importInto(to, document);
    const total =
      from.cms.store.count('page') + reply.body.data.filter((one: { kind: string }) => one.kind !== 'page').length;
    expect([reply.status, countsOf(reply)]).toEqual([200, { total, created: total, updated: 0, unchanged: 0 }]);
    expect(reply.headers.get('x-commit')).toBe(to.git('rev-parse', 'HEAD').trim());
    expect(contentOf(await exportOf(to))).toEqual(contentOf(document));
    expect(to.newCommits()).toEqual([`Import ${total} records`]);
    expect(to.git('log', '-1', '--format=%(trailers:key=Quire-Action,valueonly)').trim()).toBe('content.import');
    for (const path of ['/content/pages?limit=50', '/content/pages/visit/getting-here'])
      expect((await to.ask(`GET ${path}`)).body).toEqual((await from.ask(`GET ${path}`)).body);
    expectWhole(to);
    await to.restart();
    expect(contentOf(await exportOf(to))).toEqual(contentOf(document));
    expect(to.cms.store.problems()).toEqual([]);
    expect(brokenReferences(to.cms.store)).toEqual([]);
  });

  it('writes nothing if everything already exists', async () => {
    const site = await makeSite(SMALL_SITE);
    const document = await exportOf(site);
    const reply = await importInto(site, document);
    expect([reply.status, reply.headers.get('x-commit')]).toEqual([200, null]);
    expect(countsOf(reply)).toEqual({ total: 12, created: 0, updated: 0, unchanged: 12 });
    expect(site.newCommits()).toEqual([]);
  });

  it('replaces records with the same key, creates the others, and reports what happened to each', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await importInto(
      site,
      withLists({
        pages: [
          { id: 9, locale: 'en', slug: 'about', type: 'plain', title: 'About you', status: 'published' },
          { id: 9, locale: 'en', slug: 'fresh', type: 'plain', title: 'Fresh' },
          { id: 4, locale: 'en', slug: 'other', type: 'plain', title: 'Other', createdAt: '2020-05-01' },
        ],
      }),
    );
    expect(reply.body).toEqual({
      data: [
        { kind: 'page', key: 'en/about', id: 3, result: 'updated' },
        { kind: 'page', key: 'en/fresh', id: 9, result: 'created' },
        { kind: 'page', key: 'en/other', id: 10, result: 'created' },
      ],
      meta: { total: 3, created: 2, updated: 1, unchanged: 0 },
    });
    expect(site.read('pages/en/about.yaml')).not.toContain('publishedAt');
    expect((await site.ask('GET /admin/pages/10', { as: 'viewer' })).body.data).toMatchObject({
      title: 'Other',
      createdAt: '2020-05-01T00:00:00.000Z',
      updatedAt: NOW,
    });
    expect(site.newCommits()).toEqual(['Import 3 pages']);
    const { body } = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'Next', typeId: 2 } });
    expect(body.data.id).toBe(11);
    expectWhole(site);
  });

  it('keeps free nested ids and assigns new ones otherwise, the same ones when repeated', async () => {
    const site = await makeSite(SMALL_SITE);
    const body = withLists({
      pages: [
        {
          ...{ locale: 'en', slug: 'blocks', type: 'article', title: 'Blocks' },
          regions: { content: [2, 700, 700, 0].map((id) => ({ id, type: 'text', fields: { body: `was ${id}` } })) },
        },
      ],
      taxonomies: [
        {
          slug: 'places',
          name: 'Places',
          terms: [
            { id: 2, slug: 'a', name: 'A' },
            { slug: 'b', name: 'B' },
          ],
        },
      ],
    });
    await importInto(site, body);
    const read = async (): Promise<object> => {
      const { pages, taxonomies } = await exportOf(site);
      return [pages!.find(({ slug }) => slug === 'blocks'), taxonomies!.find(({ slug }) => slug === 'places')];
    };
    const first = await read();
    expect(first).toMatchObject([
      { regions: { content: [{ id: 701 }, { id: 700 }, { id: 702 }, { id: 703 }] } },
      { terms: [{ id: 3 }, { id: 4 }] },
    ]);
    expect(countsOf(await importInto(site, body))).toMatchObject({ unchanged: 2 });
    expect(await read()).toEqual(first);
  });

  long.it('puts the records of a full folder on shelves', async () => {
    const site = await makeSite();
    const pages = Array.from({ length: 300 }, (_, index) => ({
      ...{ locale: 'en', slug: `page-${index}`, type: 'plain', title: `Page ${index}` },
    }));
    await importInto(site, withLists({ contentTypes: [plainType], pages }));
    const files = site.git('ls-files', 'pages/en').trim().split('\n');
    const shelf = createHash('sha1').update('page-299').digest('hex').slice(0, 2);
    expect(files.filter((path) => path.split('/').length === 3)).toHaveLength(256);
    expect(files).toContain(`pages/en/_${shelf}/page-299.yaml`);
    expect((await site.ask('GET /admin/pages?limit=1', { as: 'viewer' })).body.meta.total).toBe(300);
    expectWhole(site);
  });

  it('accepts references among the imported records, in any order', async () => {
    const site = await makeSite();
    const reply = await importInto(
      site,
      withLists({
        menus: [
          { slug: 'main', name: 'Main', items: [{ title: 'A', page: 'en/a', children: [{ title: 'B', url: '/b' }] }] },
        ],
        pages: [
          { locale: 'en', slug: 'a', type: 'plain', title: 'A', fields: { next: 'en/b' }, terms: { topics: ['news'] } },
          { locale: 'en', slug: 'b', type: 'plain', title: 'B', fields: { next: 'en/a' } },
        ],
        taxonomies: [{ slug: 'topics', name: 'Topics', terms: [{ slug: 'news', name: 'News' }] }],
        contentTypes: [{ ...plainType, fieldsSchema: [{ name: 'next', type: 'page' }] }],
      }),
    );
    expect([reply.status, problemsOf(reply)]).toEqual([200, []]);
    expect(brokenReferences(site.cms.store)).toEqual([]);
  });

  it('names the record and place of every problem, and writes nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    const page = { locale: 'en', slug: 'x', type: 'article', title: 'X' };
    for (const [lists, problems] of [
      [
        { pages: [{ ...page, title: 5 }, page, { locale: 'en', slug: 'con', type: 'article', title: 'C' }] },
        ['VALIDATION pages.0.title', 'VALIDATION pages.2.slug'],
      ],
      [
        {
          pages: [
            { ...page, status: 'published' },
            { ...page, slug: 'y', fields: { rating: 'high' } },
          ],
        },
        ['VALIDATION pages.0.fields.summary', 'VALIDATION pages.1.fields.rating'],
      ],
      [{ pages: [page, { ...page, slug: 'X' }] }, ['VALIDATION pages.1']],
      [{ pages: [{ ...page, type: 'gone' }] }, ['VALIDATION pages.0.typeId']],
      [{ pages: [{ ...page, terms: { topics: ['gone'] } }] }, ['VALIDATION pages.0.terms']],
      [{ pages: [1, page] }, ['VALIDATION pages.0']],
      [{ pages: [{ ...page, slug: 'HOME' }] }, ['CONFLICT pages.0.slug']],
      [
        { menus: [{ slug: 'm', name: 'M', items: [{ title: 'A', children: [{ title: 'B', page: 'en/gone' }] }] }] },
        ['VALIDATION menus.0.items.0.children.0.page'],
      ],
      [
        { menus: [{ slug: 'm', name: 'M', items: [{ title: 'A', url: 'javascript:alert(1)' }] }] },
        ['VALIDATION menus.0.items.0.url'],
      ],
      [{ redirects: [{ key: 'a', fromPath: '/a', toPath: 'https://[' }] }, ['VALIDATION redirects.0.toPath']],
      [
        {
          redirects: [
            { key: 'a', fromPath: '/a', toPath: '/b' },
            { key: 'b', fromPath: '/b', toPath: '/a' },
          ],
        },
        ['VALIDATION redirects.0.toPath', 'VALIDATION redirects.1.toPath'],
      ],
      [{ users: [{ email: 'a@b.org' }] }, ['VALIDATION users']],
      [{ pages: {} }, ['VALIDATION pages']],
      [{ quire: 2 }, ['VALIDATION quire']],
      [{ settings: [{ defaultLocale: 'fr' }] }, ['VALIDATION settings.0.defaultLocale']],
    ] as const) {
      const reply = await importInto(site, withLists(lists));
      expect([lists, problemsOf(reply)]).toEqual([lists, problems]);
    }
    expect(site.newCommits()).toEqual([]);
    expectWhole(site);
  });

  it('SEC-9 refuses a document that is malformed, too large, too deep or dangerous', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body: login } = await site.ask('POST /admin/auth/login', {
      body: { email: 'admin@example.org', password: PASSWORD },
    });
    const send = async (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Reply> => {
      const response = await fetch(`${site.url}/api/admin/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${login.data.token}`, 'content-type': 'application/json', ...headers },
        body: body as NonNullable<RequestInit['body']>,
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    const nested = `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`;
    for (const [body, headers, wanted] of [
      ['', {}, '400 VALIDATION'],
      ['[]', {}, '400 VALIDATION'],
      ['{"quire":1', {}, '400 VALIDATION'],
      ['{"quire":1,"pages":[{"title":]}', {}, '400 VALIDATION pages.0'],
      ['{"quire":1,"pages":[{},{"title":"A"', {}, '400 VALIDATION pages.1'],
      [`{"quire":1,"pages":[${nested}]}`, {}, '400 VALIDATION pages.0'],
      ['{"quire":1,"pages":[{"fields":{"__proto__":1}}]}', {}, '400 VALIDATION pages.0.fields.__proto__'],
      ['{"quire":1,"__proto__":[]}', {}, '400 VALIDATION __proto__'],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, '400 VALIDATION'],
      [`{"quire":1,"pages":["${'x'.repeat(5 * 2 ** 20)}"]}`, {}, '400 VALIDATION pages.0'],
      ['{"quire":1}', { 'content-type': 'text/plain' }, '415 UNSUPPORTED_MEDIA_TYPE'],
      ['{"quire":1}', {}, '200'],
    ] as const) {
      const reply = await send(body, headers);
      const text = `${body}`.slice(0, 60);
      expect([text, `${reply.status} ${problemsOf(reply).join(' ')}`.trim()]).toEqual([text, wanted]);
    }
    expect(site.newCommits()).toEqual([]);
  });

  long.it('SEC-9 reports the problems of records of any shape, and writes no file outside its folders', async () => {
    const site = await makeSite(SMALL_SITE);
    const document = await exportOf(site);
    const shapes = [null, -1, '', '../../x', 'a\\b', 'constructor', [[]], {}];
    const long = ['x'.repeat(100_000), Array.from({ length: 5_000 }, () => ({})), { toString: 1, valueOf: [] }];
    const odd: string[] = [];
    for (const [list, records] of Object.entries(document)) {
      if (!Array.isArray(records) || !records[0]) continue;
      for (const key of [...Object.keys(records[0]), 'id', 'slug', 'parent', 'children', 'terms', 'items', 'file'])
        for (const some of [shapes, long]) {
          const changed = some.map((shape) => ({ ...records[0], [key]: shape }));
          const reply = await importInto(site, withLists({ [list]: changed }));
          const isClear = [400, 409, 413].includes(reply.status) && problemsOf(reply).length > 0;
          if (!isClear) odd.push(`${list} ${key} ${reply.status}`);
        }
    }
    expect(odd).toEqual([]);
    const folders = Object.keys(SMALL_SITE).map((path) => path.split('/')[0]);
    for (const path of site.git('ls-files').trim().split('\n'))
      expect([...folders, '.gitattributes']).toContain(path.split('/')[0]);
    expectWhole(site);
  });

  it('is for admins only, while everybody with a credential may export', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const as of ['viewer', 'editor'] as const) {
      expect((await site.ask('GET /admin/export', { as })).status).toBe(200);
      expect((await site.ask('POST /admin/import', { as, body: withLists({ pages: [] }) })).status).toBe(403);
    }
    expect(site.newCommits()).toEqual([]);
  });
});

describe('media files in exports', () => {
  const PICTURE = readFileSync(
    join(import.meta.dirname, '../../../../content/media/files', 'harbour-at-dawn-e914b9f7.jpg'),
  );

  async function upload(site: Site, bytes: Uint8Array, name: string): Promise<void> {
    const { body } = await site.ask('POST /admin/auth/login', {
      body: { email: 'editor@example.org', password: PASSWORD },
    });
    const form = new FormData();
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    form.set('altText', 'A picture');
    const headers = { authorization: `Bearer ${body.data.token}` };
    const { status } = await fetch(`${site.url}/api/admin/media`, { method: 'POST', headers, body: form });
    expect(status).toBe(201);
  }

  const bytesOf = async (site: Site, id: number): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${site.url}/api/content/media/${id}/original`)).arrayBuffer());

  it('are left out by default', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, PICTURE, 'harbour.jpg');
    expect(Object.keys((await exportOf(site))['media']![0]!)).not.toContain('file');
  });

  long.it.each([[{}], [{ MEDIA_STORAGE: 'local', MEDIA_DIR: 'LOCAL' }]])(
    'are imported with their records, unchanged and in one commit (%j)',
    async (env) => {
      const from = await makeSite(SMALL_SITE);
      await upload(from, PICTURE, 'harbour.jpg');
      await upload(from, Buffer.from('Notes, one byte too many for threes\n'), 'notes.txt');
      const { body: document } = await from.ask('GET /admin/export?media=true', { as: 'admin' });
      const dir = mkdtempSync(join(tmpdir(), 'quire-media-'));
      onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
      const to = await makeSite(
        {},
        { env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace('LOCAL', dir)])) },
      );
      const reply = await importInto(to, document);
      expect([reply.status, problemsOf(reply)]).toEqual([200, []]);
      for (const { id } of document.media) expect(await bytesOf(to, id)).toEqual(await bytesOf(from, id));
      expect((await to.ask('GET /admin/export?media=true', { as: 'admin' })).body.media).toEqual(document.media);
      expect(to.newCommits()).toHaveLength(1);
      expect(countsOf(await importInto(to, document))).toMatchObject({ created: 0, updated: 0 });
      expect(to.newCommits()).toHaveLength(1);
      expectWhole(to);
    },
  );

  it('leave an item that has them unchanged, with its descriptions', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, PICTURE, 'harbour.jpg');
    const byHand = site
      .read('media/harbour.yaml')
      .replace(/^dominantColor: .*$/m, "dominantColor: '#123456'")
      .replace(/^placeholder: .*\n/m, '');
    site.write('media/harbour.yaml', byHand);
    site.git('commit', '--quiet', '--all', '--message=By hand');
    // A file that is seen before its commit has the time of the file, not that of the commit; what it leaves out is
    // found out after that.
    const commit = site.git('rev-parse', 'HEAD').trim();
    await until(async () => {
      const exported = await exportOf(site);
      const item = exported['media']?.[0];
      return item?.['dominantColor'] === '#123456' && 'placeholder' in item && Object.is(exported['commit'], commit);
    });
    const { body: document } = await site.ask('GET /admin/export?media=true', { as: 'admin' });
    const commits = site.newCommits();
    expect(countsOf(await importInto(site, document))).toMatchObject({ created: 0, updated: 0 });
    expect(site.newCommits()).toEqual(commits);
    expect(site.read('media/harbour.yaml')).toBe(byHand);
    expectWhole(site);
  });

  it('replace the file of an existing item, and are added to a record without one', async () => {
    const site = await makeSite({ 'media/old.yaml': 'id: 1\nfilename: old-00000000.txt\n' });
    const file = Buffer.from('One text.\n').toString('base64');
    await importInto(site, withLists({ media: [{ key: 'old', filename: 'x.txt', file }] }));
    expect((await bytesOf(site, 1)).toString()).toBe('One text.\n');
    const other = Buffer.from('Another text.\n').toString('base64');
    await importInto(site, withLists({ media: [{ key: 'old', filename: 'x.txt', file: other }] }));
    expect((await bytesOf(site, 1)).toString()).toBe('Another text.\n');
    expect(site.git('ls-files', 'media/files').trim().split('\n')).toHaveLength(1);
    expectWhole(site);
  });

  it('SEC-24 are refused if an upload of them would be, and nothing is kept', async () => {
    const site = await makeSite(SMALL_SITE);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const media = (file: unknown, key = 'a'): object => ({
      key,
      filename: `${key}.txt`,
      originalName: `${key}.txt`,
      file,
    });
    for (const [items, problems] of [
      [[media('***')], ['VALIDATION media.0.file']],
      [[media(5)], ['VALIDATION media.0.file']],
      [[media(base64('fine')), media(base64('<svg onload="x"></svg>'), 'b')], ['UNSUPPORTED_MEDIA_TYPE media.1.file']],
      [[media(base64('fine')), { key: 'b' }], ['VALIDATION media.1.filename']],
    ] as const) {
      expect(problemsOf(await importInto(site, withLists({ media: items })))).toEqual(problems);
    }
    expect(site.newCommits()).toEqual([]);
    expect(readdirSync(join(site.privateDir, 'uploads'))).toEqual([]);
    expectWhole(site);
  });
});
