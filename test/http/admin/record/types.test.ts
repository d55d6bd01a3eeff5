import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

describe('content types', () => {
  it('are listed whole and returned as they were sent', async () => {
    const site = await makeSite(SMALL_SITE);
    const list = await site.ask('GET /admin/content-types', { as: 'viewer' });
    expect(list.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(['article', 'plain']);
    expect(list.body.meta).toEqual({ total: 2 });
    const schema = { type: 'object', properties: { a: { type: 'string', title: 'A' } }, required: ['a'], 'x-own': 1 };
    const created = await send(site, 'POST /admin/content-types', {
      name: 'Größe: S/M',
      fieldsSchema: schema,
      regions: ['main', { name: 'side', label: 'Side', allowed_types: ['text'] }],
      settings: { icon: 'x', list: [1] },
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: 3,
      name: 'Größe: S/M',
      slug: 'grosse-s-m',
      description: null,
      fieldsSchema: schema,
      fields: [{ name: 'a', type: 'text', label: 'A', required: true }],
      regions: ['main', { name: 'side', label: 'Side', allowed_types: ['text'] }],
      defaultBlocks: null,
      settings: { icon: 'x', list: [1] },
    });
    expect(site.newCommits()).toEqual(['Create content type "Größe: S/M" (grosse-s-m)']);
    const read = await site.ask('GET /admin/content-types/3', { as: 'viewer' });
    expect(read.body.data).toEqual(created.body.data);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    expect(created.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.read('content-types/grosse-s-m.yaml')).toMatch(/^id: 3\nname: "?Größe: S\/M"?\nsettings:/);
  });

  it('return a schema without fields in the form in which it was sent', async () => {
    const site = await makeSite(SMALL_SITE);
    const schemaOf = async (call: string, fieldsSchema: unknown) =>
      (await send(site, call, { name: 'Bare', fieldsSchema })).body.data.fieldsSchema;
    const file = 'block-types/bare.yaml';
    expect(await schemaOf('POST /admin/content-types', {})).toEqual({});
    expect(await schemaOf('POST /admin/block-types', {})).toEqual({});
    expect(site.read(file)).toContain('\nfieldsSchema: {}\n');
    expect(await schemaOf('PUT /admin/block-types/3', [])).toEqual([]);
    expect(site.read(file)).not.toContain('fieldsSchema');
    expect(await schemaOf('PUT /admin/block-types/3', {})).toEqual({});
    expect(await schemaOf('PUT /admin/block-types/3', null)).toEqual([]);
    expect(site.read(file)).not.toContain('fieldsSchema');
  });

  it('keep what an update leaves out and make no commit if nothing changes', async () => {
    const site = await makeSite(SMALL_SITE);
    const before = site.git('rev-parse', 'HEAD').trim();
    const same = await send(site, 'PUT /admin/content-types/2', { name: 'Plain', settings: null });
    expect(same.status).toBe(200);
    expect(site.newCommits()).toEqual([]);
    expect(same.headers.get('x-commit')).toBe(before);

    await send(site, 'PUT /admin/content-types/2', { description: 'Text only', id: 77, createdAt: '2000-01-01' });
    expect(site.read('content-types/plain.yaml')).toBe(
      SMALL_SITE['content-types/plain.yaml']?.replace('name: Plain\n', 'name: Plain\ndescription: Text only\n'),
    );
    const stale = await site.ask('PUT /admin/content-types/2', {
      as: 'admin',
      body: { name: 'X' },
      headers: { 'if-match': same.headers.get('etag') ?? '' },
    });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
    expect(site.newCommits()).toEqual(['Update content type "Plain" (plain)']);
  });

  it('refuse invalid bodies with all problems at once', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [call, body, refusal] of [
      ['POST /admin/content-types', {}, '400 VALIDATION name'],
      ['POST /admin/content-types', { name: '???' }, '400 VALIDATION slug'],
      ['POST /admin/content-types', { name: 'A', slug: 'a/b' }, '400 VALIDATION slug'],
      ['POST /admin/content-types', { name: 'A', slug: '_shelf' }, '400 VALIDATION slug'],
      ['POST /admin/content-types', { name: 'Plain' }, '409 CONFLICT slug'],
      ['POST /admin/content-types', { name: 'PLAIN', slug: 'PLAIN' }, '409 CONFLICT slug'],
      [
        'POST /admin/content-types',
        { name: 4, slug: 'b c', fieldsSchema: [{ name: 'a' }, { name: 'b', type: 'text', min: 'x' }], regions: [7] },
        '400 VALIDATION slug VALIDATION name VALIDATION fieldsSchema.0.type VALIDATION fieldsSchema.1.min VALIDATION regions.0',
      ],
      ['POST /admin/content-types', { name: 'A', regions: ['x', { name: 'x' }] }, '400 VALIDATION regions.1'],
      ['PUT /admin/content-types/1', { settings: { slugPrefix: '../up' } }, '400 VALIDATION settings.slugPrefix'],
      ['PUT /admin/content-types/1', { settings: { slugPrefix: 5 } }, '400 VALIDATION settings.slugPrefix'],
      ['PUT /admin/content-types/1', { name: null }, '400 VALIDATION name'],
      ['PUT /admin/content-types/1', { slug: 'plain' }, '409 CONFLICT slug'],
      ['PUT /admin/content-types/9', { name: '' }, '404 NOT_FOUND'],
      ['DELETE /admin/content-types/1', undefined, '409 IN_USE'],
      ['DELETE /admin/content-types/9', undefined, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('rename their slug in every page, in one commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await send(site, 'PUT /admin/content-types/1', { slug: 'story' });
    expect(reply.body).toEqual({ data: expect.objectContaining({ id: 1, slug: 'story' }) });
    expect(site.newCommits()).toEqual(['Update content type "Article" (story)']);
    expect(site.read('pages/en/home.yaml')).toBe(SMALL_SITE['pages/en/home.yaml']?.replace('article', 'story'));
    expect(site.git('show', '--format=', '--name-status', '-M', 'HEAD').split('\n').filter(Boolean)).toEqual([
      'R100\tcontent-types/article.yaml\tcontent-types/story.yaml',
      'M\tpages/en/home.yaml',
      'M\tpages/es/inicio.yaml',
    ]);
    expect((await site.ask('GET /content/pages?type=story')).body.meta.total).toBe(1);
    expect((await site.ask('GET /content/pages?type=article')).body.meta.total).toBe(0);
  });

  it('can be deleted when nothing uses them', async () => {
    const site = await makeSite(SMALL_SITE);
    const refused = await send(site, 'DELETE /admin/content-types/2');
    expect(refused.body.errors[0].message).toContain('pages/en/about.yaml');
    await send(site, 'DELETE /admin/pages/3');
    await send(site, 'DELETE /admin/pages/4');
    expect((await send(site, 'DELETE /admin/content-types/2')).body).toEqual({ data: { deleted: true } });
    expect(site.newCommits()[0]).toBe('Delete content type "Plain" (plain)');
  });

  it('mark pages that do not match a new prefix, in the same commit', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/docs/one.yaml': 'id: 5\ntype: plain\ntitle: One\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    const reply = await send(site, 'PUT /admin/content-types/2', { settings: { slugPrefix: 'docs' } });
    expect(reply.body.meta).toEqual({ sweptOverrides: 2 });
    expect(site.newCommits()).toEqual(['Update content type "Plain" (plain)']);
    expect(site.read('pages/en/about.yaml')).toContain('slugOverride: true\n');
    expect(site.read('pages/en/docs/one.yaml')).not.toContain('slugOverride');
    const { body } = await send(site, 'PUT /admin/pages/3', { slug: 'elsewhere/about' });
    expect(body.data).toMatchObject({ slug: 'elsewhere/about', slugOverride: true });
    expect(
      (await send(site, 'PUT /admin/content-types/2', { settings: { slugPrefix: 'docs' }, name: 'P' })).body.meta,
    ).toBe(undefined);
  });

  it('report that a new prefix marked no page, and nothing when it is removed', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (settings: object | null) => (await send(site, 'PUT /admin/content-types/2', { settings })).body;
    await send(site, 'PUT /admin/pages/3', { slug: 'docs/about' });
    await send(site, 'PUT /admin/pages/4', { slug: 'docs/secret' });
    expect((await put({ slugPrefix: 'docs' })).meta).toEqual({ sweptOverrides: 0 });
    expect((await put(null)).meta).toBeUndefined();
  });

  it('place default blocks of types that exist, in regions that allow them', async () => {
    const site = await makeSite(SMALL_SITE);
    const at = (region: string, blockTypeSlug: string) => ({ region, blockTypeSlug });
    const names = { name: 'L', regions: ['aside', { name: 'content', allowed_types: ['text'] }] };
    for (const [body, refusal] of [
      [{ ...names, defaultBlocks: [at('content', 'text'), at('footer', 'text')] }, 'defaultBlocks.1.region'],
      [{ ...names, defaultBlocks: [at('content', 'quote')] }, 'defaultBlocks.0.blockTypeSlug'],
      [{ ...names, defaultBlocks: [at('aside', 'gone')] }, 'defaultBlocks.0.blockTypeSlug'],
      [
        { ...names, defaultBlocks: [at('footer', 'gone')] },
        'defaultBlocks.0.region VALIDATION defaultBlocks.0.blockTypeSlug',
      ],
      [{ name: 'L', defaultBlocks: [at('__proto__', 'text')] }, 'defaultBlocks.0.region'],
      [{ name: 'L', regions: ['__proto__'] }, 'regions.0'],
      [{ name: 'L', regions: [{ name: 'a', allowed_types: 'text' }] }, 'regions.0.allowed_types'],
      [{ name: 'L', regions: [{ name: 'a', allowed_types: ['text', 5] }] }, 'regions.0.allowed_types'],
    ] as const)
      expect([body, refusalOf(await send(site, 'POST /admin/content-types', body))]).toEqual([
        body,
        `400 VALIDATION ${refusal}`,
      ]);
    expect(site.newCommits()).toEqual([]);
    const anywhere = [at('toString', 'text'), at('toString', 'text'), at('aside', 'quote')];
    const { data } = (await send(site, 'POST /admin/content-types', { name: 'L', defaultBlocks: anywhere })).body;
    const { regions } = (await send(site, 'POST /admin/pages', { title: 'P', typeId: data.id })).body.data;
    expect(Object.entries(regions).map(([name, blocks]) => [name, (blocks as []).length])).toEqual([
      ['toString', 2],
      ['aside', 1],
    ]);
  });

  it('stay editable after a block type in their default blocks is gone', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/old.yaml': 'id: 9\nname: Old\ndefaultBlocks: [{ region: a, blockTypeSlug: gone }]\n',
    });
    expect((await send(site, 'PUT /admin/content-types/9', { name: 'Older' })).status).toBe(200);
    expect(refusalOf(await send(site, 'PUT /admin/content-types/9', { regions: ['a'] }))).toBe(
      '400 VALIDATION defaultBlocks.0.blockTypeSlug',
    );
  });

  it('may get a new slug and a new prefix at once', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await send(site, 'PUT /admin/content-types/2', { slug: 'doc', settings: { slugPrefix: 'docs' } });
    expect(reply.body.meta).toEqual({ sweptOverrides: 2 });
    expect(site.read('pages/en/about.yaml')).toBe(
      SMALL_SITE['pages/en/about.yaml']
        ?.replace('type: plain', 'type: doc')
        .replace('title: About us\n', 'title: About us\nslugOverride: true\n'),
    );
    expect(site.newCommits()).toEqual(['Update content type "Plain" (doc)']);
  });

  it('accept a schema that published content violates, and list the violations', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await send(site, 'PUT /admin/content-types/2', {
      fieldsSchema: [{ name: 'lead', type: 'text', required: true }],
    });
    expect(reply.status).toBe(200);
    expect(reply.body.meta).toEqual({
      problems: [
        { kind: 'page', id: 3, path: ['fields', 'lead'], message: 'is required', reason: 'required', params: {} },
      ],
    });
    expect((await send(site, 'PUT /admin/content-types/2', { description: 'x' })).body.meta).toBeUndefined();
  });
});

describe('fields', () => {
  it('are shown in one form however their schema was sent, and may be sent back', async () => {
    const site = await makeSite(SMALL_SITE);
    const ways = [
      [{ name: 'size', type: 'integer', min: 1 }],
      { size: { type: 'integer', min: 1 } },
      { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } },
    ];
    for (const [index, fieldsSchema] of ways.entries()) {
      const { body } = await send(site, 'POST /admin/content-types', {
        name: `Way ${index}`,
        fieldsSchema,
        regions: [],
      });
      expect(body.data.fields).toEqual([{ name: 'size', type: 'integer', min: 1 }]);
      const back = await send(site, `PUT /admin/content-types/${body.data.id}`, body.data);
      expect([back.status, back.body.data, back.body.meta]).toEqual([200, body.data, undefined]);
    }
  });
});

describe('block types', () => {
  it('are created, changed and deleted, one commit each', async () => {
    const site = await makeSite(SMALL_SITE);
    const created = await send(site, 'POST /admin/block-types', {
      name: 'Video',
      icon: 'film',
      fieldsSchema: { src: 'url' },
    });
    expect(created.body.data).toEqual({
      id: 3,
      name: 'Video',
      slug: 'video',
      description: null,
      fieldsSchema: { src: 'url' },
      fields: [{ name: 'src', type: 'url' }],
      icon: 'film',
      category: null,
      settings: null,
    });
    expect((await send(site, 'PUT /admin/block-types/3', { icon: null, category: 'Media' })).body.data).toMatchObject({
      icon: null,
      category: 'Media',
    });
    expect((await send(site, 'DELETE /admin/block-types/3')).status).toBe(200);
    expect(site.newCommits()).toEqual([
      'Delete block type "Video" (video)',
      'Update block type "Video" (video)',
      'Create block type "Video" (video)',
    ]);
    expect((await site.ask('GET /admin/block-types', { as: 'viewer' })).body.meta.total).toBe(2);
  });

  it('rename their slug in pages, reusable blocks and content types, in one commit', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/block-types/2', { slug: 'citation' });
    expect(site.newCommits()).toEqual(['Update block type "Quote" (citation)']);
    expect(site.read('blocks/motto.yaml')).toContain('type: citation\n');
    expect(site.read('content-types/article.yaml')).toContain('allowed_types: [text, citation]');
    const { body } = await site.ask('GET /content/pages/home');
    expect(body.data.regions.content.map((block: { block_type: string }) => block.block_type)).toEqual([
      'text',
      'citation',
    ]);
    await send(site, 'PUT /admin/block-types/1', { slug: 'prose' });
    expect(site.read('pages/en/home.yaml')).toContain('type: prose\n      fields: { body: Hello there. }');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('are in use while a page, a reusable block or a content type mentions them', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(refusalOf(await send(site, 'DELETE /admin/block-types/1'))).toBe('409 IN_USE');
    expect(refusalOf(await send(site, 'DELETE /admin/block-types/2'))).toBe('409 IN_USE');
    await send(site, 'PUT /admin/pages/1', { regions: null });
    expect(refusalOf(await send(site, 'DELETE /admin/block-types/1'))).toBe('409 IN_USE');
    await send(site, 'PUT /admin/content-types/1', { regions: [] });
    expect(refusalOf(await send(site, 'DELETE /admin/block-types/1'))).toBe('200');
    expect(refusalOf(await send(site, 'DELETE /admin/block-types/2'))).toBe('409 IN_USE');
  });

  it('list values of published pages and reusable blocks that a changed schema does not allow', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await send(site, 'PUT /admin/block-types/2', {
      fieldsSchema: [{ name: 'text', type: 'text', max: 5 }],
    });
    expect(
      body.meta.problems.map(
        ({ kind, id, path }: { kind: string; id: number; path: string[] }) => `${kind} ${id} ${path.join('.')}`,
      ),
    ).toEqual(['block 1 fields.text', 'page 1 regions.content.1.overrides.text']);
  });
});

describe('checking a change to a type', () => {
  const check = (site: Site, call: string, body: object) => send(site, `POST /admin/${call}/check`, body);

  it('answers what the change would report, and changes nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await send(site, 'GET /admin/content-types/1');
    const fieldsSchema = [...body.data.fieldsSchema, { name: 'subtitle', type: 'text', required: true }];
    const foreseen = await check(site, 'content-types/1', { fieldsSchema });
    expect(foreseen.status).toBe(200);
    expect(foreseen.body.data.problems.length).toBeGreaterThan(0);
    expect(foreseen.body.data.problems[0]).toMatchObject({ kind: 'page', path: ['fields', 'subtitle'] });
    expect(site.newCommits()).toEqual([]);
    const done = await send(site, 'PUT /admin/content-types/1', { fieldsSchema });
    expect(done.body.meta.problems).toEqual(foreseen.body.data.problems);
  });

  it('lists fields whose values would become unknown, and how many records have them', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await send(site, 'GET /admin/content-types/1');
    const pages = (await send(site, 'GET /admin/pages?type=article')).body.data;
    const [first] = body.data.fieldsSchema.filter(({ name }: { name: string }) => name in pages[0].fields);
    const has = pages.filter(({ fields }: { fields: object }) => first.name in fields).length;
    const fieldsSchema = body.data.fieldsSchema.filter(({ name }: { name: string }) => name !== first.name);
    const foreseen = await check(site, 'content-types/1', { fieldsSchema });
    expect(foreseen.body.data.unknownFields).toEqual([{ name: first.name, records: has }]);
    const same = await check(site, 'content-types/1', { fieldsSchema: body.data.fieldsSchema });
    expect(same.body.data).toEqual({
      ...{ problems: [], unknownFields: [], sweptOverrides: 0 },
      failing: { records: 0, first: [] },
    });
  });

  it('refuses whatever the change would refuse', async () => {
    const site = await makeSite(SMALL_SITE);
    const fieldsSchema = 5;
    const [foreseen, done] = [
      await check(site, 'block-types/1', { fieldsSchema }),
      await send(site, 'PUT /admin/block-types/1', { fieldsSchema }),
    ];
    expect(foreseen.status).toBe(400);
    expect(foreseen.body).toEqual(done.body);
    expect((await check(site, 'block-types/99', {})).status).toBe(404);
  });
});
