import { beforeAll, describe, expect, it } from 'vitest';
import { addNotes, NOTES, walkSite } from './site.ts';

const walked = walkSite();
beforeAll(() => addNotes(walked));

/** All public pages of the default locale: home, about, unlisted and the notes. */
const TOTAL = NOTES + 3;
const slugsOf = ({ body }: { body: { data: { slug: string }[] } }): readonly string[] =>
  body.data.map(({ slug }) => slug);
const list = async (query: string): Promise<readonly string[]> => slugsOf(await walked.read(`/pages?${query}`));

const expectRefused = async (query: string, path: string): Promise<void> => {
  const { status, body } = await walked.read(`/pages?${query}`);
  expect([query, status, body.errors]).toEqual([
    query,
    400,
    [{ code: 'VALIDATION', message: expect.any(String), path: [path] }],
  ]);
};

describe('Public content interface: GET /pages', () => {
  it('response { data: [page], meta: { total, limit, offset } }', async () => {
    const { status, body } = await walked.read('/pages');
    expect([status, Object.keys(body), body.meta]).toEqual([
      200,
      ['data', 'meta'],
      { total: TOTAL, limit: 20, offset: 0 },
    ]);
    expect(body.data.length).toBe(20);
  });
  it('Public page shape (list item): id, type, title, slug, status, fields, terms, meta, and the locale', async () => {
    const { body } = await walked.read('/pages?sort=slug:asc&type=article');
    const [about, home] = body.data;
    expect(about).toEqual({
      id: walked.ids['about'],
      type: 'article',
      title: 'About us',
      slug: 'about',
      status: 'published',
      locale: 'en',
      fields: {},
      terms: [{ taxonomy: 'topics', term: 'birds', weight: 0 }],
      meta: {
        created_at: expect.any(String),
        updated_at: expect.any(String),
        published_at: '2026-01-20T00:00:00.000Z',
      },
    });
    expect(Object.keys(home.fields).sort()).toEqual(['body', 'picture', 'summary']);
  });
});

describe('Public list parameters', () => {
  it('type: content type slug', async () => {
    expect(await list('type=article')).toEqual(['about', 'home', 'unlisted']);
    expect((await walked.read('/pages?type=note')).body.meta.total).toBe(NOTES);
    expect((await walked.read('/pages?type=nothing')).body).toEqual({
      data: [],
      meta: { total: 0, limit: 20, offset: 0 },
    });
  });
  it('taxonomy: <vocabulary_slug>:<term_slug> for one term', async () => {
    expect(await list('taxonomy=topics:news')).toEqual(['home']);
    expect(await list('taxonomy=topics:birds')).toEqual(['about', 'home']);
    expect(await list('taxonomy=places:cape')).toEqual(['home']);
    expect(await list('taxonomy=topics:nothing')).toEqual([]);
  });
  it('taxonomy: <vocabulary_slug> for any term of the vocabulary', async () => {
    const { body } = await walked.read('/pages?taxonomy=topics');
    expect([slugsOf({ body }), body.meta]).toEqual([['about', 'home'], { total: 2, limit: 20, offset: 0 }]);
    expect(await list('taxonomy=places')).toEqual(['home']);
    expect(await list('taxonomy=nothing')).toEqual([]);
    expect(await list('taxonomy=topics&type=note')).toEqual([]);
  });
  it('sort: default published_at:desc', async () => {
    expect(await list('limit=3')).toEqual(['about', 'home', 'unlisted']);
    expect(await list('limit=3')).toEqual(await list('limit=3&sort=published_at:desc'));
  });
  it.each(['published_at', 'created_at', 'updated_at', 'title', 'slug'])(
    'sort: <field>:<direction>; field %s',
    async (field) => {
      const sortedBy = (page: { title: string; slug: string; meta: Record<string, string> }): string =>
        field === 'title' || field === 'slug' ? page[field] : page.meta[field]!;
      const { body } = await walked.read(`/pages?type=article&sort=${field}:asc`);
      const values: string[] = body.data.map(sortedBy);
      expect(values).toEqual(values.toSorted());
      const { body: down } = await walked.read(`/pages?type=article&sort=${field}:desc`);
      expect(down.data.map(sortedBy)).toEqual(values.toSorted().reverse());
    },
  );
  it('sort: no other field or direction', async () => {
    for (const sort of ['status:asc', 'id:asc', 'title:up', 'title:asc:desc', ''])
      await expectRefused(`sort=${sort}`, 'sort');
  });
  it('limit: default 20, maximum 50', async () => {
    for (const [limit, length] of [
      [1, 1],
      [50, 50],
      [51, 50],
      [1000, 50],
    ]) {
      const { body } = await walked.read(`/pages?limit=${limit}`);
      expect([limit, body.data.length, body.meta]).toEqual([limit, length, { total: TOTAL, limit: length, offset: 0 }]);
    }
    for (const limit of ['0', '-1', '1.5', 'x', '']) await expectRefused(`limit=${limit}`, 'limit');
  });
  it('offset: default 0', async () => {
    const all = [...(await list('limit=50')), ...(await list('limit=50&offset=50'))];
    expect(new Set(all).size).toBe(TOTAL);
    expect(await list('limit=2&offset=3')).toEqual(all.slice(3, 5));
    expect((await walked.read('/pages?offset=1000')).body).toEqual({
      data: [],
      meta: { total: TOTAL, limit: 20, offset: 1000 },
    });
    for (const offset of ['-1', '0.5', 'x', '100000000000000000000', '9007199254740992'])
      await expectRefused(`offset=${offset}`, 'offset');
  });
  it('locale: site defaultLocale; only pages of this locale are returned', async () => {
    expect(await list('locale=es')).toEqual(['home']);
    expect(await list('locale=fr')).toEqual([]);
    expect((await walked.read('/pages?locale=en')).body).toEqual((await walked.read('/pages')).body);
  });
  it('The public interfaces return only published pages', async () => {
    expect(await list('limit=50')).not.toContain('not-yet');
    expect(await list('taxonomy=topics:news')).not.toContain('not-yet');
  });
});

describe('GraphQL: pages', () => {
  const rows = 'id title slug type locale fields meta { createdAt updatedAt publishedAt }';
  const pages = (args: string) => `pages${args} { data { ${rows} } meta { total limit offset } }`;

  it('Result fields data [ id, title, slug, type, locale, fields, meta ], meta { total, limit, offset }', async () => {
    const data = await walked.query(`{ ${pages('(type: "article", sort: "slug:asc")')} }`);
    const { body } = await walked.read('/pages?type=article&sort=slug:asc');
    expect(data.pages.meta).toEqual(body.meta);
    expect(data.pages.data).toEqual(
      body.data.map(({ status: _, terms: __, meta, ...page }: Record<string, Record<string, string>>) => ({
        ...page,
        meta: { createdAt: meta!['created_at'], updatedAt: meta!['updated_at'], publishedAt: meta!['published_at'] },
      })),
    );
  });
  it('limit: Int (20, capped at 50), offset: Int (0), sort: String (default published_at:desc)', async () => {
    const { plain, large, second } = await walked.query(
      `{ plain: ${pages('')} large: ${pages('(limit: 1000)')} second: ${pages('(limit: 50, offset: 50)')} }`,
    );
    expect([plain.data.length, plain.meta]).toEqual([20, { total: TOTAL, limit: 20, offset: 0 }]);
    expect([large.data.length, large.meta]).toEqual([50, { total: TOTAL, limit: 50, offset: 0 }]);
    expect([second.data.length, second.meta]).toEqual([TOTAL - 50, { total: TOTAL, limit: 50, offset: 50 }]);
    expect(large.data.slice(0, 20)).toEqual(plain.data);
    expect(plain.data.map(({ slug }: { slug: string }) => slug)).toEqual(await list(''));
  });
  it('locale: String (default: default locale)', async () => {
    const { es, en } = await walked.query(
      '{ es: pages(locale: "es") { data { title locale } } en: pages(locale: null) { meta { total } } }',
    );
    expect([es.data, en.meta.total]).toEqual([[{ title: 'Inicio', locale: 'es' }], TOTAL]);
  });
  it('answers all fields of 50 pages, asked for twice in one request', async () => {
    const all = `pages(limit: 50) { data { ${rows} status terms { taxonomy term weight } createdAt updatedAt publishedAt
      translationGroupId translations { id locale slug title }
      seo { metaTitle metaDescription ogImage canonicalUrl robots } regions } meta { total limit offset } }`;
    const { one, two } = await walked.query(`{ one: ${all} two: ${all} }`);
    expect([one.data.length, two]).toEqual([50, one]);
  });
});
