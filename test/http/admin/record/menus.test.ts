import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProblems } from '../../../../src/write/problems.ts';
import { arrangeNodes } from '../../../../src/write/record/menu.ts';
import { runs } from '../../../effort.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const MAIN = SMALL_SITE['menus/main.yaml'] ?? '';
const DEEP = `id: 2
name: Deep   # in the footer
createdAt: 2026-01-01T00:00:00.000Z
items:
  - id: 10
    title: A
    children:
      - { id: 11, title: B, page: en/about }   # the best one
      - id: 12
        title: C
        children:
          - { id: 13, title: D, url: /d }
  - { id: 14, title: E }
`;
const SITE = { ...SMALL_SITE, 'menus/deep.yaml': DEEP };

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }) });

interface Item {
  readonly id: number;
  readonly parentId: number | null;
  readonly position: number;
  readonly depth: number;
  readonly children: readonly Item[];
}

const outline = (items: readonly Item[]): string =>
  items.map(({ id, children }) => (children.length > 0 ? `${id}(${outline(children)})` : `${id}`)).join(' ');

/** A menu's items in short form: `10(11 12(13)) 14`. */
const outlineOf = async (site: Site, id: number): Promise<string> =>
  outline((await send(site, `GET /admin/menus/${id}`)).body.data.items);

describe('menus', () => {
  it('are created, renamed, listed and deleted, one commit each', async () => {
    const site = await makeSite(SMALL_SITE);
    const created = await send(site, 'POST /admin/menus', { name: 'Füße', items: [{ title: 'x' }] });
    expect([created.status, created.body.data]).toEqual([
      201,
      { id: 2, name: 'Füße', slug: 'fusse', items: [], draft: null, work: null },
    ]);
    const renamed = await send(site, 'PUT /admin/menus/1', { slug: 'top' });
    expect(renamed.body.data).toMatchObject({ id: 1, slug: 'top', items: [{ id: 1 }, { id: 2 }] });
    expect(site.read('menus/top.yaml')).toBe(MAIN);
    expect((await site.ask('GET /admin/menus', { as: 'viewer' })).body).toEqual({
      data: [
        { id: 1, name: 'Main', slug: 'top' },
        { id: 2, name: 'Füße', slug: 'fusse' },
      ],
      meta: { total: 2 },
    });
    expect((await send(site, 'DELETE /admin/menus/1')).body).toEqual({ data: { deleted: true } });
    expect(site.newCommits()).toEqual([
      'Delete menu "Main" (top)',
      'Update menu "Main" (top)',
      'Create menu "Füße" (fusse)',
    ]);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('show their items as a tree', async () => {
    const site = await makeSite(SITE);
    const { body, headers } = await site.ask('GET /admin/menus/2', { as: 'viewer' });
    expect(body.data.items[0].children[1]).toEqual({
      id: 12,
      menuId: 2,
      parentId: 10,
      title: 'C',
      url: null,
      pageId: null,
      pageSlug: null,
      target: '_self',
      position: 1,
      depth: 1,
      isExpanded: false,
      attributes: null,
      children: [expect.objectContaining({ id: 13, parentId: 12, position: 0, depth: 2, url: '/d', children: [] })],
    });
    expect(body.data.items[0].children[0]).toMatchObject({ pageId: 3, pageSlug: 'about', position: 0 });
    expect(headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:menus/deep.yaml').trim()}"`);
  });

  it('refuse invalid bodies', async () => {
    const site = await makeSite(SITE);
    for (const [call, body, refusal] of [
      ['POST /admin/menus', {}, '400 VALIDATION name'],
      ['POST /admin/menus', { name: '!' }, '400 VALIDATION slug'],
      ['POST /admin/menus', { name: 'Main' }, '409 CONFLICT slug'],
      ['PUT /admin/menus/1', { slug: 'deep' }, '409 CONFLICT slug'],
      ['PUT /admin/menus/9', { name: 5 }, '404 NOT_FOUND'],
      ['POST /admin/menus/9/items', { title: 'x' }, '404 NOT_FOUND'],
      ['POST /admin/menus/1/items', {}, '400 VALIDATION title'],
      [
        'POST /admin/menus/1/items',
        { title: 'x', pageId: 99, parentId: 10, target: '_new', url: 'javascript:alert(1)', position: -1 },
        '400 VALIDATION url VALIDATION target VALIDATION position VALIDATION parentId VALIDATION pageId',
      ],
      ['PUT /admin/menus/1/items/10', { title: 'x' }, '404 NOT_FOUND'],
      ['PUT /admin/menus/2/items/10', { title: '' }, '400 VALIDATION title'],
      ['PUT /admin/menus/2/items/10', { parentId: 10 }, '400 VALIDATION parentId'],
      ['PUT /admin/menus/2/items/10', { parentId: 13 }, '400 VALIDATION parentId'],
      ['DELETE /admin/menus/1/items/10', undefined, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    expect(refusalOf(await site.ask('POST /admin/menus/1/items', { as: 'viewer', body: {} }))).toBe('403 FORBIDDEN');
    expect(site.newCommits()).toEqual([]);
  });
});

describe('items of a menu', () => {
  it('are added at the given place, and nothing else in the file changes', async () => {
    const site = await makeSite(SITE);
    const added = await send(site, 'POST /admin/menus/2/items', {
      title: 'New',
      pageId: '3',
      parentId: 12,
      position: 0,
      target: '_blank',
      attributes: { rel: 'me' },
      depth: 9,
    });
    expect(added.status).toBe(201);
    expect(added.body.data).toMatchObject({
      id: 15,
      parentId: 12,
      pageId: 3,
      pageSlug: 'about',
      position: 0,
      depth: 2,
    });
    expect(added.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:menus/deep.yaml').trim()}"`);
    expect(await outlineOf(site, 2)).toBe('10(11 12(15 13)) 14');
    expect(site.git('show', '--format=', '--numstat', 'HEAD')).toMatch(/^\d\t0\tmenus\/deep.yaml\n$/);

    await send(site, 'POST /admin/menus/2/items', { title: 'Last', url: 'mailto:a@example.org' });
    expect(await outlineOf(site, 2)).toBe('10(11 12(15 13)) 14 16');
    expect(site.newCommits()).toEqual(Array(2).fill('Update menu "Deep" (deep)'));
  });

  it('change one line, keep what is left out and clear nulls', async () => {
    const site = await makeSite(SITE);
    const reply = await send(site, 'PUT /admin/menus/2/items/11', { title: 'Bee' });
    expect(reply.body.data).toMatchObject({ id: 11, title: 'Bee', pageId: 3 });
    expect(site.read('menus/deep.yaml')).toBe(DEEP.replace('title: B,', 'title: Bee,'));
    const cleared = await send(site, 'PUT /admin/menus/2/items/11', { pageId: null, url: '/b', target: null });
    expect(cleared.body.data).toMatchObject({ pageId: null, url: '/b', target: '_self' });
    await send(site, 'PUT /admin/menus/2/items/11', { url: '/b', parentId: 10, position: 0 });
    expect(site.newCommits()).toHaveLength(2);
    const stale = await site.ask('PUT /admin/menus/2/items/11', {
      as: 'editor',
      body: {},
      headers: { 'if-match': '"0"' },
    });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
  });

  it('keep a reference to a missing page when they are sent back as they were read', async () => {
    const site = await makeSite(SITE);
    await send(site, 'DELETE /admin/pages/3');
    const { items } = (await send(site, 'GET /admin/menus/2')).body.data;
    const [item] = items[0].children;
    expect(item).toMatchObject({ id: 11, url: null, pageId: null, pageSlug: null });
    await send(site, 'PUT /admin/menus/2/items/11', { ...item, title: 'Bee' });
    expect(site.read('menus/deep.yaml')).toBe(DEEP.replace('title: B,', 'title: Bee,'));
    await send(site, 'PUT /admin/menus/2/items/11', { ...item, url: '/b' });
    expect(site.read('menus/deep.yaml')).not.toContain('en/about');
  });

  it('move with everything below them', async () => {
    const site = await makeSite(SITE);
    const move = async (item: number, body: object) => {
      await send(site, `PUT /admin/menus/2/items/${item}`, body);
      return outlineOf(site, 2);
    };
    expect(await move(12, { position: 0 })).toBe('10(12(13) 11) 14');
    expect(await move(12, { parentId: null, position: 1 })).toBe('10(11) 12(13) 14');
    expect(await move(10, { parentId: 13 })).toBe('12(13(10(11))) 14');
    expect(await move(14, { parentId: '12', position: 99 })).toBe('12(13(10(11)) 14)');
    expect(await move(11, { parentId: null })).toBe('12(13(10) 14) 11');
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('leave their children in their place', async () => {
    const site = await makeSite(SITE);
    const reply = await send(site, 'DELETE /admin/menus/2/items/10');
    expect(reply.body).toEqual({ data: { deleted: true } });
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(await outlineOf(site, 2)).toBe('11 12(13) 14');
    await send(site, 'DELETE /admin/menus/2/items/12');
    expect(await outlineOf(site, 2)).toBe('11 13 14');
    expect(site.read('menus/deep.yaml')).toContain('name: Deep   # in the footer\n');
    expect(site.newCommits()).toHaveLength(2);
  });
});

describe('the order of a menu', () => {
  it('is set for all items at once', async () => {
    const site = await makeSite(SITE);
    const reply = await send(site, 'PUT /admin/menus/2/items-order', {
      items: [
        { id: 13, parentId: null, position: 1, depth: 0 },
        { id: 14, parentId: null, position: 0, depth: 0 },
        { id: 12, parentId: 14, position: 0, depth: 1 },
        { id: 10, parentId: 12, position: 0, depth: 2 },
        { id: 11, parentId: 12, position: 0, depth: 2 },
      ],
    });
    expect(outline(reply.body.data)).toBe('14(12(10 11)) 13');
    expect(reply.body.data[0].children[0].children[1]).toMatchObject({ id: 11, parentId: 12, position: 1, depth: 2 });
    expect(site.newCommits()).toEqual(['Update menu "Deep" (deep)']);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('must name every item exactly once, with existing parents and without a cycle', async () => {
    const site = await makeSite(SITE);
    const root = (id: number) => ({ id, parentId: null });
    for (const [items, refusal] of [
      [undefined, '400 VALIDATION items'],
      [[], '400 VALIDATION items'],
      [[10, 11, 12, 13].map(root), '400 VALIDATION items'],
      [[10, 11, 12, 13, 14, 14].map(root), '400 VALIDATION items.5.id'],
      [[10, 11, 12, 13, 14, 1].map(root), '400 VALIDATION items.5.id'],
      [[...[10, 11, 12, 13].map(root), { id: 14, parentId: 99 }], '400 VALIDATION items.4.parentId'],
      [
        [...[10, 11, 12].map(root), { id: 13, parentId: 14 }, { id: 14, parentId: 13 }],
        '400 VALIDATION items.3.parentId VALIDATION items.4.parentId',
      ],
      [[...[10, 11, 12, 13].map(root), { id: 14, position: 'x' }], '400 VALIDATION items.4.position'],
    ] as const) {
      const reply = await send(site, 'PUT /admin/menus/2/items-order', items && { items });
      expect([items, refusalOf(reply)]).toEqual([items, refusal]);
    }
    expect(site.newCommits()).toEqual([]);
  });

  const MANY = [...Array(10_000).keys()];
  it.each<[string, (at: number) => number | null]>([
    ['unknown', () => null],
    ['in one chain', (at) => at + 11],
    ['below a cycle', (at) => (at === 0 ? 11 : 10)],
  ])('is refused quickly, however many items are named: %s', async (_, parentOf) => {
    const site = await makeSite(SITE);
    const items = MANY.map((at) => ({ id: at + 10, parentId: parentOf(at) }));
    expect((await send(site, 'PUT /admin/menus/2/items-order', { items })).status).toBe(400);
  });

  it('may not nest deeper than files may', async () => {
    const ids = Array.from({ length: 900 }, (_, index) => index + 1);
    const items = ids.map((id) => `  - { id: ${id}, title: T }\n`).join('');
    const site = await makeSite({ 'menus/long.yaml': `id: 1\nname: Long\nitems:\n${items}` });
    const nest = async (levels: number) => {
      const order = ids.map((id) => ({ id, parentId: id === 1 || id > levels ? null : id - 1 }));
      return refusalOf(await send(site, 'PUT /admin/menus/1/items-order', { items: order }));
    };
    expect(await nest(900)).toBe('400 VALIDATION items');
    expect(await nest(24)).toBe('200');
    const added = await send(site, 'POST /admin/menus/1/items', { title: 'Deeper', parentId: 24 });
    expect(refusalOf(added)).toBe('400 VALIDATION parentId');
    expect(site.newCommits()).toHaveLength(1);
  });

  it('never loses or duplicates an item', () => {
    interface Node {
      readonly id: number;
      readonly children: readonly Node[];
    }
    const count = (nodes: readonly Node[]): readonly number[] =>
      nodes.flatMap(({ id, children }) => [id, ...count(children)]);
    const nodes: readonly Node[] = [1, 2, 3, 4].map((id) => ({ id, children: [] }));
    const entry = fc.record({
      id: fc.integer({ min: 0, max: 5 }),
      parentId: fc.option(fc.integer({ min: 0, max: 5 })),
      position: fc.nat(3),
    });
    const whole = fc.tuple(...[1, 2, 3, 4].map((id) => entry.map((one) => ({ ...one, id }))));
    fc.assert(
      fc.property(fc.oneof(fc.array(entry, { maxLength: 6 }), whole), (order) => {
        const problems = createProblems();
        const arranged = arrangeNodes(nodes, order, problems);
        expect([...count(arranged)].sort()).toEqual([1, 2, 3, 4]);
        if (problems.has(['items', '0', 'id'])) expect(arranged).toBe(nodes);
      }),
      { numRuns: runs(300) },
    );
  });
});
