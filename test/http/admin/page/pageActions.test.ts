import { describe, expect, it } from 'vitest';
import { long } from '../../../long.ts';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const send = (site: Site, call: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }), ...(headers && { headers }) });
const bulk = (site: Site, action: string, ids: readonly unknown[]) =>
  send(site, 'POST /admin/pages/bulk', { ids, action });
const read = async (site: Site, id: number) => (await site.ask(`GET /admin/pages/${id}`, { as: 'viewer' })).body.data;
const filesOf = (site: Site): readonly string[] =>
  site.git('show', '--format=', '--name-status', '--no-renames', 'HEAD').split('\n').filter(Boolean);
const trailers = (site: Site, key: string): readonly string[] =>
  site.git('log', '-1', `--format=%(trailers:key=${key},valueonly)`).trim().split('\n');
const expectClean = (site: Site): void =>
  expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
const expectNothingWritten = (site: Site): void => {
  expect(site.newCommits()).toEqual([]);
  expectClean(site);
};
const GROUP = '7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('POST /admin/pages/bulk', () => {
  it('publishes in one commit that names every page, and lists missing ids', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await bulk(site, 'publish', [4, '99', 'pb_1', 4]);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ data: { affected: 2, action: 'publish', ids: [4, 1], notFound: [99] } });
    expect(site.newCommits()).toEqual(['Publish 2 pages']);
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(trailers(site, 'Quire-Action')).toEqual(['page.publish']);
    expect(trailers(site, 'Quire-Record')).toEqual(['page/4 en/secret', 'page/1 en/home']);
    expect(filesOf(site)).toEqual(['M\tpages/en/secret.yaml']);
    expect(await read(site, 4)).toMatchObject({ status: 'published', publishedAt: NOW });
    expect(await read(site, 1)).toMatchObject({ publishedAt: '2026-01-05T09:00:00.000Z' });
    expect((await site.ask('GET /content/pages/secret')).status).toBe(200);
    expectClean(site);
  });

  it('unpublishes to drafts and archives, with the note in the commit', async () => {
    const site = await makeSite(SMALL_SITE);
    expect((await bulk(site, 'unpublish', [1, 3])).body.data.affected).toBe(2);
    expect([(await read(site, 1)).status, (await read(site, 3)).status]).toEqual(['draft', 'draft']);
    await send(site, 'POST /admin/pages/bulk', { ids: [2], action: 'archive', revisionNote: 'Old' });
    expect((await read(site, 2)).status).toBe('archived');
    expect(site.git('log', '-1', '--format=%B')).toMatch(
      /^Archive page "Inicio" \(es\/inicio\)\n\nOld\n\nQuire-Action/,
    );
    expect(site.newCommits()).toHaveLength(2);
    expectClean(site);
  });

  it('deletes pages with the same effects as a single deletion', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await bulk(site, 'delete', [3, 4]);
    expect(reply.body).toEqual({
      data: { affected: 2, action: 'delete', ids: [3, 4], notFound: [] },
      meta: {
        references: [
          { type: 'menu', id: 1, title: 'Main' },
          { type: 'page', id: 1, title: 'Home', slug: 'home', locale: 'en' },
        ],
      },
    });
    expect(site.newCommits()).toEqual(['Delete 2 pages']);
    expect(filesOf(site)).toEqual(['D\tpages/en/about.yaml', 'D\tpages/en/secret.yaml']);
    expect((await site.ask('GET /admin/pages', { as: 'viewer' })).body.meta.total).toBe(2);
    expectClean(site);
  });

  it('fails as a whole if one page may not be changed, naming each by its index', async () => {
    const draft = (id: number, fields: string) => `id: ${id}\ntype: article\ntitle: D${id}\n${fields}`;
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/empty.yaml': draft(5, ''),
      'pages/en/nested.yaml': draft(6, 'fields:\n  summary: S\n  facts: [{ note: x }]\n'),
    });
    const reply = await bulk(site, 'publish', [4, 5, 99, 6]);
    expect(refusalOf(reply)).toBe('400 VALIDATION ids.1 VALIDATION ids.3');
    expect(reply.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Page 5: fields.summary is required',
      'Page 6: fields.facts.0.title is required',
    ]);
    expectNothingWritten(site);
    expect((await read(site, 4)).status).toBe('draft');
    expect((await bulk(site, 'archive', [5, 6])).body.data.affected).toBe(2);
  });

  it('unpublishes pages that their type no longer allows', async () => {
    const broken = (id: number) =>
      `id: ${id}\ntype: article\ntitle: P${id}\nstatus: published\nfields:\n  rating: many\n`;
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/five.yaml': broken(5), 'pages/en/six.yaml': broken(6) });
    expect((await send(site, 'PUT /admin/pages/5', { title: 'Other' })).status).toBe(200);
    expect((await send(site, 'PUT /admin/pages/5', { fields: { rating: 'more' } })).status).toBe(400);
    expect((await bulk(site, 'unpublish', [5])).body.data).toMatchObject({ affected: 1 });
    expect(refusalOf(await bulk(site, 'publish', [5]))).toBe('400 VALIDATION ids.0');
    expect((await send(site, 'PUT /admin/pages/6', { status: 'archived' })).body.data).toMatchObject({
      status: 'archived',
      fields: { rating: 'many' },
    });
    expect(site.git('show', '--format=', 'HEAD')).toContain('\n-status: published\n+status: archived\n');
    expect(site.newCommits()).toEqual([
      'Update page "P6" (en/six)',
      'Unpublish page "Other" (en/five)',
      'Update page "Other" (en/five)',
    ]);
    expectClean(site);
  });

  it('makes a revision also of unchanged pages, and no commit if none of the pages exists', async () => {
    const site = await makeSite(SMALL_SITE);
    const none = await bulk(site, 'publish', [77, 78]);
    expect(none.body.data).toEqual({ affected: 0, action: 'publish', ids: [], notFound: [77, 78] });
    expectNothingWritten(site);
    expect((await bulk(site, 'publish', [1])).body.data.affected).toBe(1);
    expect(site.newCommits()).toEqual(['Publish page "Home" (en/home)']);
    expect(filesOf(site)).toEqual([]);
  });

  it('refuses invalid bodies with all problems at once', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [body, refusal] of [
      [{}, '400 VALIDATION action VALIDATION ids'],
      [{ ids: [], action: 'publish' }, '400 VALIDATION ids'],
      [{ ids: [1], action: 'explode' }, '400 VALIDATION action'],
      [{ ids: ['x', 1, -3], action: 'publish' }, '400 VALIDATION ids.0 VALIDATION ids.2'],
      [{ ids: [null], action: 'publish' }, '400 VALIDATION ids.0'],
      [{ ids: 4, action: 'delete' }, '400 VALIDATION ids'],
      [{ ids: Array.from({ length: 1001 }, (_, n) => n + 1), action: 'delete' }, '400 VALIDATION ids'],
      [{ ids: [1], action: 'publish', revisionNote: 'x'.repeat(501) }, '400 VALIDATION revisionNote'],
    ] as const) {
      const [status, ...problems] = refusalOf(await send(site, 'POST /admin/pages/bulk', body)).split(' VALIDATION ');
      expect([body, [status, ...problems.sort()].join(' VALIDATION ')]).toEqual([body, refusal]);
    }
    expectNothingWritten(site);
  });

  const MANY = 300;
  long.it('changes hundreds of pages at once', async () => {
    const many = Object.fromEntries(
      Array.from({ length: MANY }, (_, n) => [
        `pages/en/_${n % 8}/p${n}.yaml`,
        `id: ${100 + n}\ntype: article\ntitle: P${n}\nfields:\n  summary: S\n  related: en/home\n`,
      ]),
    );
    const site = await makeSite({ ...SMALL_SITE, ...many });
    const ids = Array.from({ length: MANY }, (_, n) => 100 + n);
    expect((await bulk(site, 'publish', ids)).body.data.affected).toBe(MANY);
    expect((await bulk(site, 'delete', ids)).body.data.affected).toBe(MANY);
    expect(site.newCommits()).toEqual([`Delete ${MANY} pages`, `Publish ${MANY} pages`]);
    expectClean(site);
  });
});

describe('a change of status', () => {
  const PAST = '2026-01-20T00:00:00.000Z';
  const SOON = '2026-02-01T13:00:00.000Z';
  const times = async (site: Site, call: string, body: object) => {
    const { data } = (await send(site, call, body)).body;
    return [data.scheduledAt, data.unpublishAt];
  };

  it('clears times that have passed, so that the schedule does not undo it', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(await times(site, 'PUT /admin/pages/3', { scheduledAt: PAST, unpublishAt: SOON })).toEqual([PAST, SOON]);
    expect(await times(site, 'PUT /admin/pages/3', { title: 'Still' })).toEqual([PAST, SOON]);
    expect(await times(site, 'PUT /admin/pages/3', { status: 'draft' })).toEqual([null, SOON]);
    site.setTime('2026-02-01T14:00:00.000Z');
    await bulk(site, 'publish', [3]);
    expect(await read(site, 3)).toMatchObject({ status: 'published', unpublishAt: null });
    expect((await site.ask('GET /content/pages/about')).status).toBe(200);
  });

  it('keeps times given in the body', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(await times(site, 'PUT /admin/pages/3', { status: 'draft', scheduledAt: PAST })).toEqual([PAST, null]);
    expect(await times(site, 'POST /admin/pages', { title: 'N', typeId: 2, scheduledAt: PAST })).toEqual([PAST, null]);
  });
});

describe('POST /admin/pages/:id/translate', () => {
  it('copies a page into the group, with blocks under ids of their own', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await send(site, 'POST /admin/pages/1/translate', { locale: 'PT-br' });
    const source = await read(site, 1);
    const { rev } = reply.body.data.translation;
    expect(site.git('rev-parse', 'HEAD~:pages/en/home.yaml').trim()).toBe(rev);
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      ...source,
      id: 5,
      locale: 'pt-BR',
      translation: { of: 'en', rev },
      translationState: 'draft',
      status: 'draft',
      publishedAt: null,
      createdAt: NOW,
      updatedAt: NOW,
      createdBy: 'The editor',
      hasDraft: false,
      meta: { created_at: NOW, updated_at: NOW, published_at: null },
      regions: {
        content: [
          { ...source.regions.content[0], id: 'pb_4', pb_id: 4, block_id: 4 },
          { ...source.regions.content[1], id: 'pb_5', pb_id: 5 },
        ],
      },
    });
    expect(site.newCommits()).toEqual(['Translate page "Home" (pt-BR/home)']);
    expect(filesOf(site)).toEqual(['A\tpages/pt-BR/home.yaml']);
    expect(reply.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/pt-BR/home.yaml').trim()}"`);
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expectClean(site);
  });

  it('gives the source a group if it had none, in the same commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await send(site, 'POST /admin/pages/3/translate', { locale: 'es' });
    const { translationGroupId } = body.data;
    expect(translationGroupId).toMatch(UUID);
    expect((await read(site, 3)).translationGroupId).toBe(translationGroupId);
    expect(site.newCommits()).toEqual(['Translate page "About us" (es/about)']);
    expect(filesOf(site)).toEqual(['M\tpages/en/about.yaml', 'A\tpages/es/about.yaml']);
    const list = await site.ask(`GET /admin/pages/${body.data.id}/translations`, { as: 'viewer' });
    expect(list.body).toEqual({
      data: [
        { id: 3, locale: 'en', title: 'About us', slug: 'about', status: 'published' },
        { id: 5, locale: 'es', title: 'About us', slug: 'about', status: 'draft' },
      ],
      meta: { total: 2 },
    });
    expectClean(site);
  });

  it('leaves out missing references, and the schedule', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/1', { scheduledAt: '2026-05-01', unpublishAt: '2026-06-01' });
    site.git('rm', '--quiet', 'taxonomies/topics.yaml', 'blocks/motto.yaml');
    site.git('commit', '--quiet', '--message=Remove');
    const { status, body } = await send(site, 'POST /admin/pages/1/translate', { locale: 'de' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ scheduledAt: null, unpublishAt: null, terms: [] });
    expect(body.data.regions.content).toHaveLength(1);
    expect(site.read('pages/de/home.yaml')).not.toMatch(/motto|topics/);
  });

  it('is a conflict if the group has the locale or the slug is taken there', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/de/about.yaml': 'id: 9\ntype: plain\ntitle: Anderes\n',
    });
    for (const [call, body, refusal] of [
      ['POST /admin/pages/1/translate', { locale: 'es' }, '409 CONFLICT locale'],
      ['POST /admin/pages/3/translate', { locale: 'en' }, '409 CONFLICT locale'],
      ['POST /admin/pages/3/translate', { locale: 'de' }, '409 CONFLICT slug'],
      ['POST /admin/pages/3/translate', { locale: 'not a locale' }, '400 VALIDATION locale'],
      ['POST /admin/pages/3/translate', { locale: 5 }, '400 VALIDATION locale'],
      ['POST /admin/pages/3/translate', {}, '400 VALIDATION locale'],
      ['POST /admin/pages/99/translate', { locale: 'de' }, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    const stale = await send(site, 'POST /admin/pages/3/translate', { locale: 'fr' }, { 'if-match': '"0"' });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
    expectNothingWritten(site);
  });
});

describe('GET /admin/pages/:id/translations', () => {
  it('lists a group of any status, and a page without a group alone', async () => {
    const site = await makeSite(SMALL_SITE);
    const list = async (id: number) => (await site.ask(`GET /admin/pages/${id}/translations`, { as: 'viewer' })).body;
    expect((await list(2)).data.map(({ locale, slug }: Record<string, string>) => `${locale}/${slug}`)).toEqual([
      'en/home',
      'es/inicio',
    ]);
    expect(await list(4)).toEqual({
      data: [{ id: 4, locale: 'en', title: 'Not yet', slug: 'secret', status: 'draft' }],
      meta: { total: 1 },
    });
    expect(refusalOf(await site.ask('GET /admin/pages/99/translations', { as: 'viewer' }))).toBe('404 NOT_FOUND');
  });
});

describe('POST /admin/pages/:id/duplicate', () => {
  it('makes drafts with titles, slugs and blocks of their own', async () => {
    const site = await makeSite(SMALL_SITE);
    const first = await send(site, 'POST /admin/pages/1/duplicate');
    const source = await read(site, 1);
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      id: 5,
      title: 'Home (Copy)',
      slug: 'home-copy',
      locale: 'en',
      status: 'draft',
      translationGroupId: null,
      publishedAt: null,
      metaTitle: 'Welcome',
      fields: source.fields,
      terms: source.terms,
    });
    expect(first.body.data.regions.content.map(({ id }: { id: string }) => id)).toEqual(['pb_4', 'pb_5']);
    expect((await send(site, 'POST /admin/pages/1/duplicate')).body.data.slug).toBe('home-copy-2');
    expect((await send(site, 'POST /admin/pages/1/duplicate')).body.data.slug).toBe('home-copy-3');
    expect(site.newCommits()[2]).toBe('Duplicate page "Home (Copy)" (en/home-copy)');
    expect(site.newCommits()).toHaveLength(3);
    expect((await read(site, 1)).translationGroupId).toBe(GROUP);
    expectClean(site);
  });

  it('keeps titles and slugs within their limits', async () => {
    const site = await makeSite(SMALL_SITE);
    const long = { title: 'x'.repeat(500), slug: `a/${'b'.repeat(198)}`, typeId: 2 };
    const { id } = (await send(site, 'POST /admin/pages', long)).body.data;
    const { data } = (await send(site, `POST /admin/pages/${id}/duplicate`)).body;
    expect(data.title).toBe(`${'x'.repeat(493)} (Copy)`);
    expect(data.slug).toBe(`a/${'b'.repeat(193)}-copy`);
    expect((await send(site, `POST /admin/pages/${id}/duplicate`)).body.data.slug).toBe(`a/${'b'.repeat(191)}-copy-2`);
  });

  it('marks a copy outside the prefix of its type', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/plain.yaml': `${SMALL_SITE['content-types/plain.yaml']}settings: { slugPrefix: docs }\n`,
      'pages/en/docs/in.yaml': 'id: 9\ntype: plain\ntitle: In\n',
    });
    for (const [call, slug, slugOverride] of [
      ['POST /admin/pages/3/duplicate', 'about-copy', true],
      ['POST /admin/pages/3/translate', 'about', true],
      ['POST /admin/pages/9/duplicate', 'docs/in-copy', false],
    ] as const)
      expect((await send(site, call, { locale: 'es' })).body.data).toMatchObject({ slug, slugOverride });
  });

  it('passes over slugs that differ only by case', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/About-Copy.yaml': 'id: 9\ntype: plain\ntitle: X\n' });
    expect((await send(site, 'POST /admin/pages/3/duplicate')).body.data.slug).toBe('about-copy-2');
    expect(refusalOf(await send(site, 'POST /admin/pages/77/duplicate'))).toBe('404 NOT_FOUND');
  });
});
