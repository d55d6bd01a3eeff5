import { describe, expect, it } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { walkSite } from './site.ts';

const walked = walkSite();
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

let made = 0;
/** Makes a page that no other test uses. */
async function makePage(body: object = {}) {
  made += 1;
  return walked.write('POST /pages', {
    title: `Page ${made}`,
    typeId: walked.ids['article'],
    status: 'draft',
    fields: {},
    ...body,
  });
}
const readPage = (id: number) => walked.write(`GET /pages/${id}`);

describe('Resources: Page', () => {
  it('id: integer', async () => {
    expect((await makePage()).id).toBeTypeOf('number');
    for (const id of ['x', '0', '-1', '1.5', 'home'])
      expect(refusalOf(await walked.admin(`GET /pages/${id}`))).toBe('404 NOT_FOUND');
  });

  it('title: required on create', async () => {
    const { typeId } = await makePage();
    for (const title of [undefined, null, '', 7])
      expect(refusalOf(await walked.admin('POST /pages', { typeId, title, slug: 'x' }))).toBe('400 VALIDATION title');
  });

  it('slug: optional on create', async () => {
    expect(await makePage({ title: 'Ünïcode & Títle!' })).toMatchObject({ slug: 'unicode-and-title' });
    expect(await makePage({ slug: 'deep/down' })).toMatchObject({ slug: 'deep/down' });
  });

  it('slug: unique per locale', async () => {
    const { typeId } = await makePage({ slug: 'one' });
    const again = { title: 'One', slug: 'one', typeId };
    expect(refusalOf(await walked.admin('POST /pages', again))).toBe('409 CONFLICT slug');
    expect((await walked.admin('POST /pages', { ...again, locale: 'es' })).status).toBe(201);
    const other = await makePage();
    expect(refusalOf(await walked.admin(`PUT /pages/${other.id}`, { slug: 'one' }))).toBe('409 CONFLICT slug');
  });

  it('typeId: content type reference, sent on create', async () => {
    expect(await makePage()).toMatchObject({ typeId: walked.ids['article'] });
    for (const typeId of [999, 'x', undefined, null])
      expect(refusalOf(await walked.admin('POST /pages', { title: 'T', typeId }))).toBe('400 VALIDATION typeId');
  });

  it('status: sent on create', async () => {
    expect(await makePage({ status: 'draft' })).toMatchObject({ status: 'draft', publishedAt: null });
    expect(await makePage({ status: 'published' })).toMatchObject({ status: 'published' });
    const { typeId } = await makePage();
    expect(refusalOf(await walked.admin('POST /pages', { title: 'T', typeId, status: 'live' }))).toBe(
      '400 VALIDATION status',
    );
  });

  it("fields: values for the content type's field schema", async () => {
    expect(await makePage({ fields: { summary: 'Short' } })).toMatchObject({ fields: { summary: 'Short' } });
    const { typeId } = await makePage();
    expect(refusalOf(await walked.admin('POST /pages', { title: 'T', typeId, fields: { summary: 7 } }))).toBe(
      '400 VALIDATION fields.summary',
    );
  });

  it.each(['metaTitle', 'metaDescription', 'scheduledAt'])('%s: optional', async (key) => {
    expect(await makePage()).toMatchObject({ [key]: null });
    const value = key === 'scheduledAt' ? '2030-01-01T00:00:00.000Z' : 'Words';
    const { id } = await makePage({ [key]: value });
    expect(await readPage(id)).toMatchObject({ [key]: value });
    expect(await walked.write(`PUT /pages/${id}`, { [key]: null })).toMatchObject({ [key]: null });
    expect(refusalOf(await walked.admin(`PUT /pages/${id}`, { [key]: 7 }))).toBe(`400 VALIDATION ${key}`);
  });

  it('locale: language code, set at creation', async () => {
    expect(await makePage()).toMatchObject({ locale: 'en' });
    const { id } = await makePage({ locale: 'fr' });
    expect(await readPage(id)).toMatchObject({ locale: 'fr' });
    expect(refusalOf(await walked.admin(`PUT /pages/${id}`, { locale: 'es' }))).toBe('400 VALIDATION locale');
    expect((await walked.admin(`PUT /pages/${id}`, { locale: 'fr' })).status).toBe(200);
  });

  it('translationGroupId: UUID, shared by translations, optional', async () => {
    const { id, translationGroupId } = await makePage();
    expect(translationGroupId).toBeNull();
    const { id: other } = await walked.write(`POST /pages/${id}/translate`, { locale: 'es' });
    const group = (await readPage(id)).translationGroupId;
    expect(group).toMatch(UUID);
    expect(await readPage(other)).toMatchObject({ translationGroupId: group });
  });

  it('revisionNote: accepted on update', async () => {
    const { id } = await makePage();
    await walked.write(`PUT /pages/${id}`, { title: 'Noted', revisionNote: 'A better word' });
    const [latest] = await walked.write(`GET /pages/${id}/revisions`);
    expect(latest).toMatchObject({ title: 'Noted', note: 'A better word' });
    expect(await readPage(id)).not.toHaveProperty('revisionNote');
  });

  it('every update creates a revision', async () => {
    const { id } = await makePage();
    for (const body of [{ title: 'Once' }, { title: 'Once' }, { revisionNote: 'Only this' }, {}])
      expect((await walked.admin(`PUT /pages/${id}`, body)).headers.get('x-commit')).toBe(
        walked.site.git('rev-parse', 'HEAD').trim(),
      );
    expect(await walked.write(`GET /pages/${id}/revisions`)).toHaveLength(5);
  });
});

describe('Endpoints: administrative pages', () => {
  const idsOf = async (query: string): Promise<readonly number[]> => {
    const { body } = await walked.admin(`GET /pages?limit=100${query}`);
    expect(body.meta).toMatchObject({ total: body.data.length, limit: 100, offset: 0 });
    return body.data.map(({ id }: { id: number }) => id);
  };

  it('GET /pages: lists all pages of any status', async () => {
    const { ids } = walked;
    expect(await idsOf('')).toEqual(
      expect.arrayContaining([ids['home'], ids['inicio'], ids['draft'], ids['unlisted']]),
    );
  });

  it('GET /pages: filter type', async () => {
    const { id: note } = await makePage({ typeId: walked.ids['note'] });
    expect(await idsOf('&type=note')).toEqual([note]);
    expect(await idsOf('&type=nothing')).toEqual([]);
  });

  it('GET /pages: filter status', async () => {
    const { id } = await makePage({ status: 'archived' });
    expect(await idsOf('&status=archived')).toContain(id);
    expect(await idsOf('&status=draft')).toContain(walked.ids['draft']);
    expect(await idsOf('&status=published')).not.toContain(walked.ids['draft']);
    expect(refusalOf(await walked.admin('GET /pages?status=live'))).toBe('400 VALIDATION status');
  });

  it('GET /pages: filter search', async () => {
    const { id } = await makePage({ title: 'Cormorants', slug: 'seabirds' });
    for (const words of ['cormor', 'SEABIRDS']) expect(await idsOf(`&search=${words}`)).toEqual([id]);
  });

  it('GET /pages: sort', async () => {
    const [b, a] = [(await makePage({ title: 'Sorted B' })).id, (await makePage({ title: 'Sorted A' })).id];
    expect(await idsOf('&search=sorted&sort=title:asc')).toEqual([a, b]);
    expect(await idsOf('&search=sorted&sort=title:desc')).toEqual([b, a]);
    expect(refusalOf(await walked.admin('GET /pages?sort=shoes:asc'))).toBe('400 VALIDATION sort');
  });

  it('GET /pages: limit and offset', async () => {
    const all = await idsOf('&sort=title:asc');
    const { body } = await walked.admin('GET /pages?limit=2&offset=1&sort=title:asc');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(all.slice(1, 3));
    expect(body.meta).toEqual({ total: all.length, limit: 2, offset: 1 });
    for (const query of ['limit=0', 'limit=x', 'limit=-1', 'offset=-1', 'offset=x', 'offset=100000000000000000000'])
      expect(refusalOf(await walked.admin(`GET /pages?${query}`))).toBe(`400 VALIDATION ${query.split('=')[0]}`);
  });

  it('GET /pages: filter locale', async () => {
    const { id } = await makePage({ locale: 'pt-BR' });
    expect(await idsOf('&locale=pt-BR')).toEqual([id]);
    expect(await idsOf('&locale=es')).toContain(walked.ids['inicio']);
  });

  it('GET /pages/:id: page with resolved blocks', async () => {
    const { regions } = await readPage(walked.ids['home']!);
    expect(regions.main).toMatchObject([
      { id: `pb_${walked.ids['homeHero']}`, block_type: 'hero', fields: { heading: 'Ahoy' } },
    ]);
    expect(regions.aside).toMatchObject([
      { id: `pb_${walked.ids['homeShared']}`, block_type: 'hero', fields: { heading: 'Welcome' }, is_shared: true },
    ]);
    expect(refusalOf(await walked.admin('GET /pages/99999'))).toBe('404 NOT_FOUND');
  });

  it('POST /pages', async () => {
    const body = {
      title: 'All of it',
      slug: 'all-of-it',
      typeId: walked.ids['article'],
      status: 'draft',
      fields: { summary: 'S' },
      metaTitle: 'M',
      metaDescription: 'D',
      scheduledAt: '2030-01-01T00:00:00.000Z',
      locale: 'fr',
    };
    const { status, body: answer } = await walked.admin('POST /pages', body);
    expect([status, answer.data]).toEqual([201, expect.objectContaining(body)]);
    expect(await readPage(answer.data.id)).toMatchObject(body);
  });

  it('POST /pages/upsert: create or update by slug; returns { data, created: boolean }', async () => {
    const body = { title: 'Upserted', slug: 'upserted', typeId: walked.ids['article'], status: 'draft', fields: {} };
    const first = await walked.admin('POST /pages/upsert', body);
    expect([first.status, first.body]).toEqual([201, { data: expect.objectContaining(body), created: true }]);
    const second = await walked.admin('POST /pages/upsert', { ...body, title: 'Again' });
    expect([second.status, second.body]).toEqual([
      200,
      { data: expect.objectContaining({ id: first.body.data.id, title: 'Again' }), created: false },
    ]);
    const third = await walked.admin('POST /pages/upsert', { ...body, locale: 'es' });
    expect([third.status, third.body.created]).toEqual([201, true]);
  });

  it('PUT /pages/:id: partial update; creates a revision; accepts revisionNote', async () => {
    const before = await makePage({ fields: { summary: 'Kept' }, metaTitle: 'Kept' });
    const { id } = before;
    const after = await walked.write(`PUT /pages/${id}`, { title: 'Changed', revisionNote: 'Why' });
    expect(after).toMatchObject({
      id,
      title: 'Changed',
      slug: before.slug,
      fields: { summary: 'Kept' },
      metaTitle: 'Kept',
    });
    expect(await walked.write(`GET /pages/${id}/revisions`)).toMatchObject([{ note: 'Why' }, { note: null }]);
    expect(refusalOf(await walked.admin('PUT /pages/99999', { title: 'T' }))).toBe('404 NOT_FOUND');
  });

  it('DELETE /pages/:id', async () => {
    const { id } = await makePage();
    const { status, body } = await walked.admin(`DELETE /pages/${id}`);
    expect([status, body.data]).toEqual([200, { deleted: true }]);
    expect(refusalOf(await walked.admin(`GET /pages/${id}`))).toBe('404 NOT_FOUND');
    expect(refusalOf(await walked.admin(`DELETE /pages/${id}`))).toBe('404 NOT_FOUND');
  });

  it.each([
    ['publish', 'published'],
    ['unpublish', 'draft'],
    ['archive', 'archived'],
    ['delete', undefined],
  ])('POST /pages/bulk: action %s', async (action, status) => {
    const ids = [(await makePage()).id, (await makePage({ status: 'published' })).id];
    const { body } = await walked.admin('POST /pages/bulk', { ids: [...ids, 99999], action });
    expect(body.data).toMatchObject({ affected: 2, action, ids, notFound: [99999] });
    for (const id of ids) {
      const page = await walked.admin(`GET /pages/${id}`);
      expect([page.status, page.body.data?.status]).toEqual([status === undefined ? 404 : 200, status]);
    }
  });

  it('POST /pages/bulk: body { ids: [integer], action }', async () => {
    const { ids } = walked;
    const refused: readonly (readonly [object, string])[] = [
      [{ ids: [ids['draft']], action: 'shred' }, '400 VALIDATION action'],
      [{ ids: [ids['draft']] }, '400 VALIDATION action'],
      [{ action: 'publish' }, '400 VALIDATION ids'],
      [{ ids: [], action: 'publish' }, '400 VALIDATION ids'],
      [{ ids: ['x'], action: 'publish' }, '400 VALIDATION ids.0'],
    ];
    for (const [body, refusal] of refused)
      expect(refusalOf(await walked.admin('POST /pages/bulk', body))).toBe(refusal);
  });

  it('POST /pages/:id/translate: body { locale }; creates a draft translation', async () => {
    const { id } = await makePage({ status: 'published' });
    const { status, body } = await walked.admin(`POST /pages/${id}/translate`, { locale: 'fr' });
    expect([status, body.data]).toEqual([201, expect.objectContaining({ locale: 'fr', status: 'draft' })]);
    expect(refusalOf(await walked.admin(`POST /pages/${id}/translate`, {}))).toBe('400 VALIDATION locale');
  });

  it('GET /pages/:id/translations: lists all translations in the group', async () => {
    const { id, slug, title } = await makePage();
    const { id: other } = await walked.write(`POST /pages/${id}/translate`, { locale: 'fr' });
    for (const one of [id, other]) {
      const { body } = await walked.admin(`GET /pages/${one}/translations`);
      expect(body.data).toEqual([
        { id, locale: 'en', title, slug, status: 'draft' },
        { id: other, locale: 'fr', title, slug, status: 'draft' },
      ]);
    }
  });

  it("POST /pages/:id/blocks: body { region, blockTypeSlug, fields }; response carries the new record's id", async () => {
    const { id } = await makePage();
    const body = { region: 'main', blockTypeSlug: 'hero', fields: { heading: 'Hi' } };
    const answer = await walked.admin(`POST /pages/${id}/blocks`, body);
    expect([answer.status, answer.body.data.id]).toEqual([201, expect.any(Number)]);
    expect((await readPage(id)).regions).toEqual({
      main: [
        expect.objectContaining({ id: `pb_${answer.body.data.id}`, block_type: 'hero', fields: { heading: 'Hi' } }),
      ],
    });
  });
});

describe('States and transitions', () => {
  it('translate: target locale has no translation yet', async () => {
    const { id } = await makePage();
    await walked.write(`POST /pages/${id}/translate`, { locale: 'es' });
    for (const locale of ['es', 'en'])
      expect(refusalOf(await walked.admin(`POST /pages/${id}/translate`, { locale }))).toMatch(/^409 CONFLICT/);
  });

  it('translate: same slug and content type, shared group, content not translated, draft', async () => {
    const { id } = await makePage({ status: 'published', fields: { summary: 'Words' }, slug: 'to-translate' });
    const copy = await walked.write(`POST /pages/${id}/translate`, { locale: 'es' });
    expect(await readPage(copy.id)).toMatchObject({
      ...{ slug: 'to-translate', typeId: walked.ids['article'], status: 'draft', locale: 'es' },
      ...{ fields: { summary: 'Words' }, translationGroupId: (await readPage(id)).translationGroupId },
    });
  });

  it('Page status is set on create and by bulk actions; the public interfaces return only published pages', async () => {
    const { id, slug } = await makePage({ slug: 'seen' });
    const isSeen = async () => (await walked.read(`/pages/${slug}`)).status === 200;
    const found = async () =>
      (await walked.read('/search?q=seen')).body.data.map((page: { slug: string }) => page.slug);
    for (const [action, shows] of [
      ['publish', true],
      ['archive', false],
      ['publish', true],
      ['unpublish', false],
    ] as const) {
      await walked.write('POST /pages/bulk', { ids: [id], action });
      expect([action, await isSeen(), (await found()).includes('seen')]).toEqual([action, shows, shows]);
    }
  });
});

describe('Localization rules', () => {
  it('1. the same slug may exist in several locales', async () => {
    for (const locale of ['en', 'es', 'fr'])
      expect(await makePage({ slug: 'same', locale })).toMatchObject({ slug: 'same', locale });
  });

  it('4. pages without a translation group exist in one locale only', async () => {
    const { id, title, slug } = await makePage();
    expect(await walked.write(`GET /pages/${id}/translations`)).toEqual([
      { id, locale: 'en', title, slug, status: 'draft' },
    ]);
  });

  it('5. supported locales and the default locale are site settings', async () => {
    expect(await walked.write('GET /config')).toMatchObject({
      defaultLocale: 'en',
      supportedLocales: ['en', 'es', 'fr'],
    });
    expect(refusalOf(await walked.admin('PUT /config', { defaultLocale: 'de' }))).toBe('400 VALIDATION defaultLocale');
  });
});

describe('A page is linked to terms through page-term operations', () => {
  it("assigned terms then appear in the page's terms", async () => {
    const { id, slug } = await makePage({ status: 'published' });
    const { ids } = walked;
    await walked.write(`PUT /pages/${id}/terms`, { termIds: [ids['news'], ids['cape']] });
    expect((await readPage(id)).terms).toHaveLength(2);
    const { body } = await walked.read(`/pages/${slug}`);
    const byTaxonomy = [...body.data.terms].sort((a, b) => (a.taxonomy < b.taxonomy ? -1 : 1));
    expect(byTaxonomy).toEqual([
      { taxonomy: 'places', term: 'cape', weight: 0 },
      { taxonomy: 'topics', term: 'news', weight: 2 },
    ]);
  });
});
