import { describe, expect, it } from 'vitest';
import { brokenReferences } from '../../../brokenReferences.ts';
import { errorsOf } from '../../../errorsOf.ts';
import { long } from '../../../long.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const WITH_DEFAULTS = `id: 3
name: Landing
regions: [content, aside]
defaultBlocks:
  - { region: content, blockTypeSlug: quote, position: 1, fields: { text: Second } }
  - { region: content, blockTypeSlug: text, position: 0 }
  - { region: aside, blockTypeSlug: text }
createdAt: 2026-01-01T00:00:00.000Z
`;

/** The blocks of a region in short form: id, type and text of each. */
async function blocksOf(site: Site, id: number, region = 'content'): Promise<readonly string[]> {
  const { body } = await site.ask(`GET /admin/pages/${id}`, { as: 'viewer' });
  return (body.data.regions[region] ?? []).map(
    (block: { id: string; block_type: string; fields: { body?: string; text?: string } }) =>
      `${block.id} ${block.block_type} ${block.fields.body ?? block.fields.text ?? '-'}`,
  );
}

describe('regions of a page', () => {
  it('match entries by id, create the others and drop absent ones', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (regions: object) => site.ask('PUT /admin/pages/1', { as: 'editor', body: { regions } });

    await put({ content: [{ blockTypeSlug: 'text', fields: { body: 'First' } }, { id: 'pb_2' }, { id: 3 }] });
    expect(await blocksOf(site, 1)).toEqual(['pb_4 text First', 'pb_2 text Hello there.', 'pb_3 quote Look twice.']);
    await put({ content: [{ id: '3' }], aside: [{ id: 'pb_4', fields: { body: 'Moved' } }] });
    expect(await blocksOf(site, 1)).toEqual(['pb_3 quote Look twice.']);
    expect(await blocksOf(site, 1, 'aside')).toEqual(['pb_4 text Moved']);
    expect(site.read('pages/en/home.yaml')).toContain(`regions:
  content:
    - id: 3
      block: motto
      overrides: { tone: loud }
  aside:
    - id: 4
      type: text
      fields:
        body: Moved
`);
    expect(site.newCommits()).toHaveLength(2);
  });

  it('change one line of the file when one value of one block changes', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('PUT /admin/pages/1', {
      as: 'editor',
      body: { regions: { content: [{ id: 2 }, { id: 3, overrides: { tone: 'quiet' } }] } },
    });
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']?.replace('tone: loud', 'tone: quiet'),
    );
  });

  it('survive being read and sent back as they are', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('GET /admin/pages/1', { as: 'editor' });
    const { regions, fields } = body.data;
    const reply = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { regions, fields } });
    expect(reply.body.data.regions).toEqual(regions);
    expect(site.read('pages/en/home.yaml')).toBe(SMALL_SITE['pages/en/home.yaml']);
  });

  it('merge overrides over a shared block, which itself stays the same', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (entry: object) =>
      (await site.ask('PUT /admin/pages/1', { as: 'editor', body: { regions: { content: [{ id: 3, ...entry }] } } }))
        .body.data.regions.content[0];
    expect(await put({ overrides: { text: 'Mine' } })).toMatchObject({
      fields: { text: 'Mine' },
      overrides: { text: 'Mine' },
      is_shared: true,
      block_id: 1,
    });
    expect(await put({ overrides: null })).toMatchObject({ fields: { text: 'Look twice.' }, overrides: null });
    expect(await put({ fields: { text: 'Ignored' } })).toMatchObject({ fields: { text: 'Look twice.' } });
    expect(site.read('blocks/motto.yaml')).toBe(SMALL_SITE['blocks/motto.yaml']);
  });

  it('begin with the default blocks of the type if the body has no regions', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'content-types/landing.yaml': WITH_DEFAULTS });
    const create = async (body: object) =>
      (await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'L', typeId: 3, ...body } })).body.data.id;
    const bare = await create({});
    expect(await blocksOf(site, bare)).toEqual(['pb_4 text -', 'pb_6 quote Second']);
    expect(await blocksOf(site, bare, 'aside')).toEqual(['pb_5 text -']);
    const own = await create({ slug: 'm', regions: { content: [] } });
    expect(await blocksOf(site, own)).toEqual([]);
    expect(await blocksOf(site, own, 'aside')).toEqual(['pb_7 text -']);
  });

  it('store keys where the default blocks of the type have ids', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'block-types/teaser.yaml':
        'id: 3\nname: Teaser\nfieldsSchema: [{ name: page, type: page }, { name: other, type: page }]\n',
      'content-types/landing.yaml':
        'id: 3\nname: L\ndefaultBlocks: [{ region: a, blockTypeSlug: teaser, fields: { page: 3, other: en/home } }]\n',
    });
    const reply = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'P', typeId: 3 } });
    expect(reply.body.data.regions.a[0].fields).toEqual({ page: 3, other: 1 });
    expect(site.read('pages/en/p.yaml')).toContain('page: en/about\n        other: en/home\n');
  });

  it('accept any name if the type declares none', async () => {
    const site = await makeSite(SMALL_SITE);
    const regions = { anywhere: [{ blockTypeId: 1, fields: { body: 'x', more: { kept: true } } }] };
    const { status, body } = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { regions } });
    expect(status).toBe(200);
    expect(body.data.regions.anywhere[0].fields).toEqual({ body: 'x', more: { kept: true } });
  });

  it('are refused as a whole if one entry is invalid', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [regions, refusal] of [
      [{ footer: [{ blockTypeSlug: 'text' }] }, '400 VALIDATION regions.footer'],
      [{ footer: [], content: [] }, '400 VALIDATION regions.footer'],
      [{ content: [{ blockTypeSlug: 'video' }] }, '400 VALIDATION regions.content.0.blockTypeSlug'],
      [{ content: [{ blockTypeId: 9 }] }, '400 VALIDATION regions.content.0.blockTypeId'],
      [{ content: [{ blockId: 9 }] }, '400 VALIDATION regions.content.0.blockId'],
      [{ content: [{}] }, '400 VALIDATION regions.content.0.blockTypeSlug'],
      [{ content: [{ id: 2 }, { id: 'pb_2' }] }, '400 VALIDATION regions.content.1.id'],
      [{ content: [{ blockTypeSlug: 'quote', fields: {} }] }, '400 VALIDATION regions.content.0.fields.text'],
      [{ content: [{ id: 3, overrides: { text: 7 } }] }, '400 VALIDATION regions.content.0.overrides.text'],
      [{ content: ['text'] }, '400 VALIDATION regions.content.0'],
      [['text'], '400 VALIDATION regions'],
    ] as const)
      expect([regions, refusalOf(await site.ask('PUT /admin/pages/1', { as: 'editor', body: { regions } }))]).toEqual([
        regions,
        refusal,
      ]);
    expect(site.newCommits()).toEqual([]);
  });

  it('may be sent back empty although the type no longer has them', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/old.yaml': 'id: 9\ntype: article\ntitle: Old\nregions: { footer: [] }\n',
    });
    const put = async (regions: object): Promise<string> =>
      refusalOf(await site.ask('PUT /admin/pages/9', { as: 'editor', body: { regions } }));
    expect(await put({ footer: [], content: [{ blockTypeSlug: 'text' }] })).toBe('200');
    expect(await put({ footer: [{ blockTypeSlug: 'text' }] })).toBe('400 VALIDATION regions.footer');
    expect(await put({ content: [] })).toBe('200');
    expect(await put({ footer: [] })).toBe('400 VALIDATION regions.footer');
    expect(site.newCommits()).toHaveLength(2);
  });

  it('refuse a block type that the region does not allow', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'block-types/video.yaml': 'id: 3\nname: Video\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    const put = async (region: string) =>
      refusalOf(
        await site.ask('PUT /admin/pages/1', { as: 'editor', body: { regions: { [region]: [{ blockTypeId: 3 }] } } }),
      );
    expect(await put('content')).toBe('400 VALIDATION regions.content.0.blockTypeSlug');
    expect(await put('aside')).toBe('200');
  });
});

describe('reusable blocks that are too large together', () => {
  const LONG = `id: 5\ntype: text\ntitle: Long\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  body: ${'x'.repeat(650_000)}\n  more: ${'x'.repeat(650_000)}\n`;
  const place = (id: number, what = 'block: long'): string => `    - { id: ${id}, ${what} }\n`;
  const SITE = {
    ...SMALL_SITE,
    'block-types/text.yaml':
      'id: 1\nname: Text\nfieldsSchema:\n  - { name: body, type: textarea }\n  - { name: more, type: textarea }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    'blocks/long.yaml': LONG,
    'pages/en/tall.yaml': `id: 9\ntype: article\ntitle: Tall\nstatus: published\nfields: { summary: Long }\nregions:\n  content:\n${[20, 21, 22, 23].map((id) => place(id)).join('')}${place(24, 'type: text')}${place(25, 'block: motto')}`,
  };
  const send = (site: Site, call: string, body?: unknown) =>
    site.ask(call, { as: 'editor', ...(body !== undefined && { body }) });

  it('are refused where they are placed', async () => {
    const site = await makeSite(SITE);
    const content = [{ blockId: 5 }, { blockId: 5 }, { blockTypeSlug: 'text' }, { blockId: 5 }];
    expect(refusalOf(await send(site, 'PUT /admin/pages/1', { regions: { content } }))).toBe('200');
    for (const [call, body, refusal] of [
      ['PUT /admin/pages/1', { regions: { content: [...content, { blockId: 5 }] } }, 'regions.content.4.blockId'],
      ['POST /admin/pages/1/blocks', { region: 'content', blockId: 5 }, 'blockId'],
      [
        'POST /admin/pages',
        { title: 'New', type: 'article', regions: { aside: [...content, { blockId: 5 }] } },
        'regions.aside.4.blockId',
      ],
    ] as const)
      expect([call, refusalOf(await send(site, call, body))]).toEqual([call, `400 VALIDATION ${refusal}`]);
    expect(site.newCommits()).toEqual(['Update page "Home" (en/home)']);
  });

  long.it('are refused where one grows', async () => {
    const site = await makeSite(SITE);
    await send(site, 'PUT /admin/pages/1', { regions: { content: Array(3).fill({ blockId: 5 }) } });
    await send(site, 'DELETE /admin/pages/9');
    const put = async (length: number): Promise<string> =>
      refusalOf(
        await send(site, 'PUT /admin/blocks/5', { fields: { body: 'x'.repeat(700_000), more: 'x'.repeat(length) } }),
      );
    expect(await put(690_000)).toBe('200');
    expect(await put(700_000)).toBe('400 VALIDATION fields');
    expect(await put(10)).toBe('200');
  });

  long.it('that files place are shown up to the limit, and reported', async () => {
    const site = await makeSite(SITE);
    const ids = (regions: { content: readonly { id: string }[] }) => regions.content.map(({ id }) => id);
    const shown = ['pb_20', 'pb_21', 'pb_22', 'pb_24'];
    expect(ids((await site.ask('GET /content/pages/tall')).body.data.regions)).toEqual(shown);
    expect(ids((await send(site, 'GET /admin/pages/9')).body.data.regions)).toEqual(shown);
    const query = '{ page(slug: "tall") { regions } }';
    expect(ids((await site.ask('POST /content/graphql', { body: { query } })).body.data.page.regions)).toEqual(shown);
    expect(errorsOf((await send(site, 'GET /admin/problems')).body.data)).toEqual([
      expect.objectContaining({ path: 'pages/en/tall.yaml', code: 'LIMIT' }),
    ]);
  });

  long.it('that files place can be removed one by one', async () => {
    const site = await makeSite(SITE);
    expect(refusalOf(await send(site, 'PUT /admin/pages/9', { title: 'Still tall' }))).toBe('200');
    expect(refusalOf(await send(site, 'POST /admin/pages/9/blocks', { region: 'aside', blockId: 1 }))).toBe(
      '400 VALIDATION regions.content.3.blockId',
    );
    expect(refusalOf(await send(site, 'DELETE /admin/pages/9/blocks/25'))).toBe('200');
    expect(brokenReferences(site.cms.store)).toHaveLength(1);
    expect(refusalOf(await send(site, 'DELETE /admin/pages/9/blocks/20'))).toBe('200');
    expect(brokenReferences(site.cms.store)).toEqual([]);
  });
});
