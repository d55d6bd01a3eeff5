import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const send = (site: Site, call: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }), ...(headers && { headers }) });
const expectClean = (site: Site): void =>
  expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');

/** The blocks of a page in short form: `region: ids`. */
async function blocksOf(site: Site, id = 1): Promise<Readonly<Record<string, string>>> {
  const { body } = await site.ask(`GET /admin/pages/${id}/blocks`, { as: 'viewer' });
  return Object.fromEntries(
    Object.entries(body.data as Record<string, { pb_id: number }[]>).map(([name, blocks]) => [
      name,
      blocks.map((block) => block.pb_id).join(' '),
    ]),
  );
}

describe('the blocks of a page', () => {
  it('are listed by region as the page shows them', async () => {
    const site = await makeSite(SMALL_SITE);
    const list = await site.ask('GET /admin/pages/1/blocks', { as: 'viewer' });
    const page = await site.ask('GET /admin/pages/1', { as: 'viewer' });
    expect(list.body.data).toEqual(page.body.data.regions);
    expect(list.headers.get('etag')).toBe(page.headers.get('etag'));
    expect(refusalOf(await site.ask('GET /admin/pages/99/blocks', { as: 'viewer' }))).toBe('404 NOT_FOUND');
  });

  it('may be hidden: on the page for admins, nowhere for the public, and as they were once they are shown', async () => {
    const site = await makeSite(SMALL_SITE);
    const shownIds = async (call: string): Promise<readonly string[]> =>
      ((await site.ask(call)).body.data.regions.content ?? []).map((block: { readonly id: string }) => block.id);
    const hidden = await send(site, 'PUT /admin/pages/1/blocks/2', { hidden: true });
    expect(hidden.body.data).toMatchObject({ id: 2, hidden: true });
    expect(site.git('show', 'HEAD:pages/en/home.yaml')).toMatch(/Hello there\. }\n\s+hidden: true/);
    const { body } = await site.ask('GET /admin/pages/1', { as: 'viewer' });
    expect(body.data.regions.content).toMatchObject([{ id: 'pb_2', hidden: true }, { id: 'pb_3' }]);
    expect(await shownIds('GET /content/pages/home')).toEqual(['pb_3']);
    expect(await shownIds('GET /content/pages/en/home.json')).toEqual(['pb_3']);
    const query = '{ page(slug: "home") { regions } }';
    const { body: graph } = await site.ask('POST /content/graphql', { body: { query } });
    expect(graph.data.page.regions.content.map(({ id }: { readonly id: string }) => id)).toEqual(['pb_3']);
    expect((await site.ask('GET /content/search?q=hello&in=all')).body.data).toEqual([]);
    const regions = { content: [{ id: 'pb_2' }, { id: 'pb_3', hidden: true }] };
    await send(site, 'PUT /admin/pages/1', { regions });
    expect(await shownIds('GET /content/pages/home')).toEqual([]);
    await send(site, 'PUT /admin/pages/1', { regions: { content: [{ id: 'pb_2', hidden: false }, { id: 'pb_3' }] } });
    expect(await shownIds('GET /content/pages/home')).toEqual(['pb_2']);
    expect(site.git('show', 'HEAD:pages/en/home.yaml')).not.toMatch(/Hello there\. }\n\s+hidden/);
    expectClean(site);
  });

  it('may be unfinished while they are hidden, and are checked once they are shown', async () => {
    const site = await makeSite(SMALL_SITE);
    const quote = { region: 'content', blockTypeSlug: 'quote', fields: {} };
    expect(refusalOf(await send(site, 'POST /admin/pages/1/blocks', quote))).toMatch(/^400 VALIDATION/);
    const { status, body } = await send(site, 'POST /admin/pages/1/blocks', { ...quote, hidden: true });
    expect(status).toBe(201);
    const show = await send(site, `PUT /admin/pages/1/blocks/${body.data.id}`, { hidden: false });
    expect(refusalOf(show)).toMatch(/^400 VALIDATION/);
  });

  it('may mention what does not exist while they are hidden, in a write of the whole page too', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'block-types/teaser.yaml': 'id: 3\nname: Teaser\nfieldsSchema:\n  - { name: target, type: page }\n',
    });
    const teaser = { blockTypeSlug: 'teaser', fields: { target: 99 } };
    const aside = (more: object) => ({ regions: { aside: [{ ...teaser, ...more }] } });
    const refused = '400 VALIDATION regions.aside.0.fields.target';
    expect(refusalOf(await send(site, 'PUT /admin/pages/1', aside({})))).toBe(refused);
    const { status, body } = await send(site, 'PUT /admin/pages/1', aside({ hidden: true }));
    expect(status).toBe(200);
    const { id } = body.data.regions.aside[0];
    const again = { id, fields: { target: 98 } };
    expect((await send(site, 'PUT /admin/pages/1', { regions: { aside: [again] } })).status).toBe(200);
    const shown = await send(site, 'PUT /admin/pages/1', { regions: { aside: [{ ...again, hidden: false }] } });
    expect(refusalOf(shown)).toBe(refused);
    const show = await send(site, `PUT /admin/pages/1/blocks/${id}`, { hidden: false });
    expect(refusalOf(show)).toBe('400 VALIDATION fields.target');
  });

  it('are refused for the known reason', async () => {
    const site = await makeSite(SMALL_SITE);
    const quote = { region: 'content', blockTypeSlug: 'quote', fields: {} };
    const reasonOf = async (call: string, body: object) =>
      (await send(site, call, body, { Prefer: 'reasons' })).body.errors.map(
        ({ path, reason }: { path: string[]; reason: string }) => `${path.join('.')} ${reason}`,
      );
    expect(await reasonOf('POST /admin/pages/1/blocks', quote)).toEqual(['fields.text required']);
    const placed = await send(site, 'POST /admin/pages/1/blocks', { ...quote, fields: { text: 'Look.' } });
    expect(await reasonOf(`PUT /admin/blocks/${placed.body.data.id}`, { fields: { text: '' } })).toEqual([
      'fields.text required',
    ]);
  });

  it('may be shared only if the block is reusable or already placed there', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'blocks/single.yaml': 'id: 60\ntype: text\ntitle: Single\nisReusable: false\n',
      'pages/en/about.yaml': `${SMALL_SITE['pages/en/about.yaml']}regions:\n  main:\n    - { id: 61, block: single }\n`,
    });
    const place = async (call: string, body: object): Promise<readonly string[] | undefined> => {
      const { body: answer } = await send(site, call, body);
      return answer.errors?.map(
        ({ path, message }: { path: string[]; message: string }) => `${path.join('.')} ${message}`,
      );
    };
    const words = 'blockId There is no such reusable block';
    expect(await place('POST /admin/pages/1/blocks', { region: 'content', blockId: 60 })).toEqual([words]);
    const regions = { main: [{ id: 'pb_61' }, { blockId: 60 }] };
    expect(await place('PUT /admin/pages/3', { regions })).toEqual([`regions.main.1.${words}`]);
    expect(site.newCommits()).toEqual([]);
    const kept = { regions: { main: [{ id: 'pb_61', blockId: 60, overrides: { body: 'Other' } }] } };
    expect((await send(site, 'PUT /admin/pages/3', kept)).body.data.regions.main).toMatchObject([{ block_id: 60 }]);
    const copy = await send(site, 'POST /admin/pages/3/duplicate');
    expect(copy.body.data.regions.main).toMatchObject([{ block_id: 60, fields: { body: 'Other' } }]);
  });

  it('are placed at the end of a region or at a given position, inline or shared, one commit each', async () => {
    const site = await makeSite(SMALL_SITE);
    const inline = await send(site, 'POST /admin/pages/1/blocks', {
      region: 'content',
      blockTypeSlug: 'text',
      fields: { body: 'Last' },
      title: 'Named',
    });
    expect(inline.status).toBe(201);
    expect(inline.body.data).toEqual({
      id: 4,
      pageId: 1,
      blockId: 4,
      region: 'content',
      position: 2,
      isShared: false,
      overrides: null,
    });
    expect(inline.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(inline.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/en/home.yaml').trim()}"`);
    expect(site.read('pages/en/home.yaml')).toBe(
      `${SMALL_SITE['pages/en/home.yaml']}    - id: 4\n      type: text\n      title: Named\n      fields:\n        body: Last\n`,
    );
    const shared = { region: 'aside', blockId: 1, overrides: { tone: 'soft' } };
    expect((await send(site, 'POST /admin/pages/1/blocks', shared)).body.data).toEqual({
      id: 5,
      pageId: 1,
      blockId: 1,
      region: 'aside',
      position: 0,
      isShared: true,
      overrides: { tone: 'soft' },
    });
    const first = { region: 'content', blockTypeId: 1, position: 0 };
    expect((await send(site, 'POST /admin/pages/1/blocks', first)).body.data).toMatchObject({ id: 6, position: 0 });
    const far = { region: 'aside', blockTypeSlug: 'text', position: 99 };
    expect((await send(site, 'POST /admin/pages/1/blocks', far)).body.data).toMatchObject({ id: 7, position: 1 });
    expect(await blocksOf(site)).toEqual({ content: '6 2 3 4', aside: '5 7' });
    expect(site.newCommits()).toEqual(Array(4).fill('Update page "Home" (en/home)'));
    expectClean(site);
  });

  it('move, close ranks and change, under both spellings of their id', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (id: string, body: object) =>
      (await send(site, `PUT /admin/pages/1/blocks/${id}`, body)).body.data;
    expect(await put('pb_3', { position: 0 })).toMatchObject({ id: 3, region: 'content', position: 0 });
    expect(await blocksOf(site)).toEqual({ content: '3 2' });
    expect(await put('2', { region: 'aside' })).toMatchObject({ region: 'aside', position: 0, isShared: false });
    expect(await put('2', { fields: { body: 'New' }, title: 'T' })).toMatchObject({ region: 'aside', position: 0 });
    expect(await put('3', { overrides: { tone: 'soft' } })).toMatchObject({ overrides: { tone: 'soft' } });
    expect(await put('3', { overrides: null })).toMatchObject({ overrides: null });
    expect(await put('3', { region: 'aside', position: 0 })).toMatchObject({ position: 0 });
    const { data } = (await site.ask('GET /admin/pages/1/blocks', { as: 'viewer' })).body;
    expect(data.aside).toMatchObject([
      { id: 'pb_3', fields: { text: 'Look twice.' } },
      { id: 'pb_2', title: 'T', fields: { body: 'New' } },
    ]);
    expect(site.newCommits()).toHaveLength(6);
    expectClean(site);
  });

  it('are removed from the page: inline ones for good, shared ones as placements', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await send(site, 'DELETE /admin/pages/1/blocks/pb_2');
    expect([reply.status, reply.body]).toEqual([200, { data: { deleted: true } }]);
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    await send(site, 'DELETE /admin/pages/1/blocks/3');
    expect(refusalOf(await site.ask('GET /admin/blocks/2', { as: 'viewer' }))).toBe('404 NOT_FOUND');
    expect((await site.ask('GET /admin/blocks/1', { as: 'viewer' })).body.data.usage).toEqual([]);
    expect(refusalOf(await send(site, 'DELETE /admin/pages/1/blocks/3'))).toBe('404 NOT_FOUND');
    expect(await blocksOf(site)).toEqual({ content: '' });
    expect(site.newCommits()).toHaveLength(2);
    expectClean(site);
  });

  it('are reordered at once, also across regions', async () => {
    const site = await makeSite(SMALL_SITE);
    const order = async (region: string, ids: readonly unknown[]) =>
      send(site, 'PUT /admin/pages/1/blocks-order', { region, order: ids });
    await send(site, 'POST /admin/pages/1/blocks', { region: 'aside', blockTypeSlug: 'text' });
    expect((await order('content', ['pb_4', 3, '2'])).body).toEqual({ data: { reordered: true } });
    expect(await blocksOf(site)).toEqual({ content: '4 3 2', aside: '' });
    await order('aside', [3]);
    expect(await blocksOf(site)).toEqual({ content: '4 2', aside: '3' });
    for (const [ids, refusal] of [
      [[4], '400 VALIDATION order'],
      [[4, 2, 9], '400 VALIDATION order.2'],
      [[4, 2, 4], '400 VALIDATION order.2'],
      [[4, 2, 'x'], '400 VALIDATION order.2'],
      ['4', '400 VALIDATION order'],
    ] as const)
      expect([ids, refusalOf(await order('content', ids as readonly unknown[]))]).toEqual([ids, refusal]);
    expect(refusalOf(await order('footer', [2, 4, 3]))).toBe('400 VALIDATION region');
    expect(refusalOf(await send(site, 'PUT /admin/pages/1/blocks-order', {}))).toMatch(/^400 VALIDATION/);
    expect(site.newCommits()).toHaveLength(3);
    expectClean(site);
  });

  it('make a revision of their page even if nothing changes', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/1/blocks/2', {});
    await send(site, 'PUT /admin/pages/1/blocks-order', { region: 'content', order: [2, 3] });
    expect(site.newCommits()).toHaveLength(2);
    expect(site.read('pages/en/home.yaml')).toBe(SMALL_SITE['pages/en/home.yaml']);
  });

  it('are refused if invalid, with paths of the body', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'block-types/video.yaml': 'id: 3\nname: Video\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
      'blocks/clip.yaml': 'id: 60\ntype: video\ntitle: Clip\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    const asideVideo = { region: 'aside', blockTypeSlug: 'video' };
    const { id } = (await send(site, 'POST /admin/pages/1/blocks', asideVideo)).body.data;
    for (const [call, body, refusal] of [
      ['POST blocks', {}, '400 VALIDATION region VALIDATION blockTypeSlug'],
      ['POST blocks', { region: 'content', blockTypeSlug: 'nope' }, '400 VALIDATION blockTypeSlug'],
      ['POST blocks', { region: 'content' }, '400 VALIDATION blockTypeSlug'],
      ['POST blocks', { region: 'footer', blockTypeId: 99 }, '400 VALIDATION blockTypeId VALIDATION region'],
      ['POST blocks', { region: 'footer', blockId: 99 }, '400 VALIDATION blockId VALIDATION region'],
      ['POST blocks', { region: 'content', blockTypeId: 99 }, '400 VALIDATION blockTypeId'],
      ['POST blocks', { region: 'content', blockId: 99 }, '400 VALIDATION blockId'],
      ['POST blocks', { region: 'footer', blockTypeSlug: 'text' }, '400 VALIDATION region'],
      ['POST blocks', { region: '__proto__', blockTypeSlug: 'text' }, '400 VALIDATION region'],
      ['POST blocks', { region: 'constructor', blockTypeSlug: 'text' }, '400 VALIDATION region'],
      ['POST blocks', { region: 'toString', blockTypeSlug: 'text' }, '400 VALIDATION region'],
      ['POST blocks', { region: 'content', blockTypeSlug: 'video' }, '400 VALIDATION blockTypeSlug'],
      ['POST blocks', { region: 'content', blockId: 60 }, '400 VALIDATION blockId'],
      ['POST blocks', { region: 'content', blockTypeSlug: 'text', fields: { body: 5 } }, '400 VALIDATION fields.body'],
      ['POST blocks', { region: 'content', blockTypeSlug: 'quote' }, '400 VALIDATION fields.text'],
      ['POST blocks', { region: 'content', blockId: 1, overrides: { tone: 5 } }, '400 VALIDATION overrides.tone'],
      [
        'POST blocks',
        { region: 'content', blockTypeSlug: 'text', position: -1, fields: { body: 5 } },
        '400 VALIDATION position VALIDATION fields.body',
      ],
      ['POST blocks', { region: 5, blockTypeSlug: 'text' }, '400 VALIDATION region'],
      [`PUT blocks/${id}`, { region: 'content' }, '400 VALIDATION region'],
      ['PUT blocks/3', { overrides: { text: 5 } }, '400 VALIDATION overrides.text'],
      ['PUT blocks/2', { fields: { body: [] } }, '400 VALIDATION fields.body'],
      ['PUT blocks/2', { fields: 5 }, '400 VALIDATION fields'],
      ['PUT blocks/99', {}, '404 NOT_FOUND'],
      ['PUT blocks/pb_x', {}, '404 NOT_FOUND'],
      ['DELETE blocks/1', undefined, '404 NOT_FOUND'],
      ['PUT blocks-order', { region: 'content', order: [2, 3, id] }, '400 VALIDATION order.2'],
      ['PUT blocks-order', { region: 'none', order: [] }, '400 VALIDATION region'],
    ] as const) {
      const [method, rest] = call.split(' ');
      const reply = await send(site, `${method} /admin/pages/1/${rest}`, body);
      expect([call, body, refusalOf(reply)]).toEqual([call, body, refusal]);
    }
    const stale = { 'if-match': '"0"' };
    for (const [call, body] of [
      ['POST /admin/pages/1/blocks', { region: 'content', blockTypeSlug: 'text' }],
      ['PUT /admin/pages/1/blocks/2', { position: 0 }],
      ['DELETE /admin/pages/1/blocks/2', undefined],
      ['PUT /admin/pages/1/blocks-order', { region: 'content', order: [3, 2] }],
    ] as const)
      expect([call, refusalOf(await send(site, call, body, stale))]).toEqual([call, '412 PRECONDITION_FAILED']);
    expect(site.newCommits()).toHaveLength(1);
    expectClean(site);
  });

  it('ignore and report what their kind cannot have: fields of a reusable block, overrides of an inline one', async () => {
    const site = await makeSite(SMALL_SITE);
    const page = (await site.ask('GET /admin/pages/1', { as: 'viewer' })).body.data;
    const [inline, shared] = page.regions.content;
    expect([inline.is_shared, shared.is_shared]).toEqual([false, true]);
    const other = { ...shared.fields, text: 'Other' };
    for (const [call, body, refusal] of [
      ['PUT pages/1/blocks/3', { fields: other, title: 'T' }, '400 VALIDATION title VALIDATION fields'],
      ['PUT pages/1/blocks/3', { fields: { text: 5 } }, '400 VALIDATION fields'],
      ['PUT pages/1/blocks/2', { overrides: { body: 'x' } }, '400 VALIDATION overrides'],
      ['POST pages/1/blocks', { region: 'aside', blockId: 1, fields: other }, '400 VALIDATION fields'],
      [
        'POST pages/1/blocks',
        { region: 'aside', blockTypeSlug: 'text', overrides: { body: 'x' } },
        '400 VALIDATION overrides',
      ],
      [
        'PUT pages/1',
        { regions: { content: [{ id: 2, overrides: { body: 'x' } }] } },
        '400 VALIDATION regions.content.0.overrides',
      ],
    ] as const) {
      const [method, path] = call.split(' ');
      const reply = await send(site, `${method} /admin/${path}`, body);
      expect([call, body, refusalOf(reply)]).toEqual([call, body, refusal]);
    }
    expect(site.newCommits()).toEqual([]);
    for (const { id, title, fields, overrides } of [inline, shared])
      expect((await send(site, `PUT /admin/pages/1/blocks/${id}`, { title, fields, overrides })).status).toBe(200);
    const softer = { fields: shared.fields, overrides: { tone: 'soft' } };
    expect((await send(site, 'PUT /admin/pages/1/blocks/3', softer)).body.data.overrides).toEqual({ tone: 'soft' });
    expect((await send(site, 'PUT /admin/pages/1', { regions: page.regions })).status).toBe(200);
    const copy = {
      region: 'aside',
      blockId: 1,
      title: shared.title,
      fields: shared.fields,
      overrides: shared.overrides,
    };
    expect((await send(site, 'POST /admin/pages/1/blocks', copy)).status).toBe(201);
    expect(site.newCommits()).toHaveLength(5);
    expectClean(site);
  });

  it('may be in regions of any name if the type declares none', async () => {
    const site = await makeSite(SMALL_SITE);
    const regions = ['toString', 'länger', 'a/b'];
    for (const region of regions)
      expect((await send(site, 'POST /admin/pages/3/blocks', { region, blockTypeSlug: 'text' })).status).toBe(201);
    expect(Object.keys(await blocksOf(site, 3))).toEqual(regions);
    const unsafe = { region: '__proto__', blockTypeSlug: 'text' };
    expect(refusalOf(await send(site, 'POST /admin/pages/3/blocks', unsafe))).toBe('400 VALIDATION region');
    await site.restart();
    expect(Object.keys(await blocksOf(site, 3))).toEqual(regions);
  });
});
