import { describe, expect, it } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { PDF, picture, upload } from '../media/samples.ts';
import { walkSite } from './site.ts';

const walked = walkSite();
const { admin: ask, write } = {
  admin: (...call: Parameters<typeof walked.admin>) => walked.admin(...call),
  write: (...call: Parameters<typeof walked.write>) => walked.write(...call),
};
const ids = (name: string): number => walked.ids[name]!;

/** The ids in a whole list. */
const idsOf = async (path: string): Promise<readonly number[]> => {
  const { body } = await ask(`GET ${path}`);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: number }) => id);
};

/** Records that are read back, changed, and deleted. */
async function expectDeleted(path: string): Promise<void> {
  const { status, body } = await ask(`DELETE ${path}`);
  expect([status, body.data]).toEqual([200, { deleted: true }]);
  expect(refusalOf(await ask(`GET ${path}`))).toBe('404 NOT_FOUND');
}

describe('Block', () => {
  const makeBlock = (body: object = {}) =>
    write('POST /blocks', { typeId: ids('hero'), title: 'B', fields: { heading: 'H' }, ...body });

  it('fields: typeId, title, fields, isReusable', async () => {
    const { id } = await makeBlock({ isReusable: true });
    const shown = { id, typeId: ids('hero'), title: 'B', fields: { heading: 'H' }, isReusable: true };
    expect(await write(`GET /blocks/${id}`)).toMatchObject(shown);
    for (const [body, path] of [
      [{ typeId: 99 }, 'typeId'],
      [{ typeId: undefined }, 'typeId'],
      [{ title: 7 }, 'title'],
      [{ fields: { heading: 7 } }, 'fields.heading'],
      [{ isReusable: 'yes' }, 'isReusable'],
    ] as const)
      expect(refusalOf(await ask('POST /blocks', { typeId: ids('hero'), title: 'B', fields: {}, ...body }))).toBe(
        `400 VALIDATION ${path}`,
      );
  });

  it('isReusable: optional', async () => {
    expect(await makeBlock()).toMatchObject({ isReusable: true });
  });

  it('GET /blocks: filters type, search, reusable', async () => {
    const { id } = await makeBlock({ title: 'Lighthouse' });
    const { id: words } = await write('POST /blocks', { typeId: ids('text'), title: 'Words', fields: {} });
    const { id: single } = await makeBlock({ title: 'Lonely', isReusable: false });
    expect(await idsOf('/blocks?search=LIGHTHOUSE')).toEqual([id]);
    expect(await idsOf('/blocks?type=text')).toEqual([words]);
    expect(await idsOf('/blocks?reusable=false')).toEqual(expect.arrayContaining([single]));
    expect(await idsOf('/blocks?reusable=false')).not.toContain(id);
    expect(await idsOf('/blocks?reusable=true')).toContain(id);
    expect(await idsOf('/blocks?reusable=true')).not.toContain(single);
  });

  it('GET /blocks/:id: block with usage info (where it is used)', async () => {
    const used = { pageId: ids('home'), pageTitle: 'Home', pageSlug: 'home', locale: 'en', region: 'aside' };
    expect((await write(`GET /blocks/${ids('shared')}`)).usage).toContainEqual(used);
    expect(await write(`GET /blocks/${(await makeBlock()).id}`)).toMatchObject({ usage: [] });
  });

  it('POST /blocks', async () => {
    const { status } = await ask('POST /blocks', { typeId: ids('hero'), title: 'B', fields: {} });
    expect(status).toBe(201);
  });

  it('PUT /blocks/:id', async () => {
    const { id } = await makeBlock();
    expect(await write(`PUT /blocks/${id}`, { title: 'C' })).toMatchObject({ title: 'C', fields: { heading: 'H' } });
  });

  it('DELETE /blocks/:id: fails with HTTP 409 while the block is in use', async () => {
    expect(refusalOf(await ask(`DELETE /blocks/${ids('shared')}`))).toBe('409 IN_USE');
    expect((await ask(`GET /blocks/${ids('shared')}`)).status).toBe(200);
    await expectDeleted(`/blocks/${(await makeBlock()).id}`);
  });

  it('DELETE /blocks/:id: so it does for a block that POST /pages/:id/blocks has made', async () => {
    const body = { region: 'main', blockTypeSlug: 'hero', fields: { heading: 'Placed' } };
    const { id, blockId } = await write(`POST /pages/${ids('home')}/blocks`, body);
    expect(refusalOf(await ask(`DELETE /blocks/${blockId}`))).toBe('409 IN_USE');
    await write(`DELETE /pages/${ids('home')}/blocks/${id}`);
    expect(refusalOf(await ask(`DELETE /blocks/${blockId}`))).toBe('404 NOT_FOUND');
  });
});

describe.each([
  ['Content type', '/content-types', { regions: [{ name: 'main' }] }],
  ['Block type', '/block-types', { icon: 'star' }],
])('%s', (_, path, own) => {
  let made = 0;
  const body = () => {
    made += 1;
    const fieldsSchema = [{ name: 'words', type: 'text' }];
    return { name: 'Thing', slug: `thing-${made}`, fieldsSchema, description: 'A thing', ...own };
  };

  it('fields, POST, GET and GET /:id', async () => {
    const sent = body();
    const { status, body: answer } = await ask(`POST ${path}`, sent);
    expect([status, answer.data]).toEqual([201, expect.objectContaining({ ...sent, id: expect.any(Number) })]);
    expect(await write(`GET ${path}/${answer.data.id}`)).toEqual(answer.data);
    expect((await ask(`GET ${path}`)).body.data).toContainEqual(answer.data);
  });

  it('fieldsSchema is given back as it was sent', async () => {
    for (const fieldsSchema of [
      [{ name: 'a', type: 'text', label: 'A', unknown: [1] }],
      { a: { type: 'text', required: true } },
      { type: 'object', properties: { a: { type: 'string' } } },
    ])
      expect(await write(`POST ${path}`, { ...body(), fieldsSchema })).toMatchObject({ fieldsSchema });
  });

  it('name and slug: a missing one and a taken one', async () => {
    expect(refusalOf(await ask(`POST ${path}`, { ...body(), name: undefined }))).toBe('400 VALIDATION name');
    const { slug } = await write(`POST ${path}`, body());
    expect(refusalOf(await ask(`POST ${path}`, { ...body(), slug }))).toBe('409 CONFLICT slug');
  });

  it('PUT /:id', async () => {
    const { id, slug } = await write(`POST ${path}`, body());
    expect(await write(`PUT ${path}/${id}`, { name: 'New' })).toMatchObject({ id, slug, name: 'New' });
  });

  it('DELETE /:id', async () => {
    const { id } = await write(`POST ${path}`, body());
    await expectDeleted(`${path}/${id}`);
    const used = path === '/content-types' ? ids('article') : ids('hero');
    expect(refusalOf(await ask(`DELETE ${path}/${used}`))).toBe('409 IN_USE');
  });
});

describe('Menu', () => {
  const makeMenu = async () => {
    const { id } = await write('POST /menus', { name: 'Menu', slug: `menu-${(await idsOf('/menus')).length}` });
    return id as number;
  };
  const treeOf = async (menu: number) => (await write(`GET /menus/${menu}`)).items;

  it('GET /menus: all menus', async () => {
    expect((await ask('GET /menus')).body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: ids('main'), name: 'Main', slug: 'main' })]),
    );
  });

  it('GET /menus/:id: menu with item tree', async () => {
    const about = { id: ids('aboutItem'), title: 'About', pageId: ids('about'), depth: 0 };
    const deep = { id: ids('deepItem'), parentId: ids('aboutItem'), target: '_blank', depth: 1 };
    const deeper = { id: ids('deeperItem'), url: '/deeper', depth: 2, children: [] };
    expect((await treeOf(ids('main')))[0]).toMatchObject({
      ...about,
      children: [{ ...deep, children: [deeper] }],
    });
  });

  it('POST /menus: { name, slug }', async () => {
    const { status, body } = await ask('POST /menus', { name: 'Side', slug: 'side' });
    expect([status, body.data]).toEqual([201, expect.objectContaining({ name: 'Side', slug: 'side' })]);
    expect(refusalOf(await ask('POST /menus', { name: 'Side', slug: 'side' }))).toBe('409 CONFLICT slug');
    expect(refusalOf(await ask('POST /menus', { slug: 'x' }))).toBe('400 VALIDATION name');
  });

  it('PUT /menus/:id', async () => {
    const id = await makeMenu();
    expect(await write(`PUT /menus/${id}`, { name: 'Renamed' })).toMatchObject({ id, name: 'Renamed' });
  });

  it('DELETE /menus/:id: cascades to its items', async () => {
    const id = await makeMenu();
    const { id: item } = await write(`POST /menus/${id}/items`, { title: 'I', url: '/' });
    await expectDeleted(`/menus/${id}`);
    expect(refusalOf(await ask(`PUT /menus/${id}/items/${item}`, { title: 'J' }))).toBe('404 NOT_FOUND');
  });

  it('POST /menus/:id/items: { title, url?, pageId?, parentId?, target?, position?, depth? }', async () => {
    const id = await makeMenu();
    const first = await write(`POST /menus/${id}/items`, { title: 'First', url: '/one', depth: 0, position: 0 });
    expect(first).toMatchObject({ menuId: id, title: 'First', url: '/one', position: 0, depth: 0, parentId: null });
    const body = { title: 'Below', pageId: ids('about'), parentId: first.id, target: '_blank', position: 0, depth: 1 };
    const { status, body: answer } = await ask(`POST /menus/${id}/items`, body);
    expect([status, answer.data]).toEqual([201, expect.objectContaining(body)]);
    for (const [wrong, path] of [
      [{}, 'title'],
      [{ title: 'T', pageId: 9999 }, 'pageId'],
      [{ title: 'T', parentId: 9999 }, 'parentId'],
      [{ title: 'T', target: 'elsewhere' }, 'target'],
    ] as const)
      expect(refusalOf(await ask(`POST /menus/${id}/items`, wrong))).toBe(`400 VALIDATION ${path}`);
  });

  it('PUT /menus/:id/items/:itemId', async () => {
    const id = await makeMenu();
    const { id: item } = await write(`POST /menus/${id}/items`, { title: 'I', url: '/' });
    const changed = { title: 'J', pageId: ids('about'), url: null };
    expect(await write(`PUT /menus/${id}/items/${item}`, changed)).toMatchObject({ id: item, ...changed });
    expect(refusalOf(await ask(`PUT /menus/${id}/items/${item}`, { parentId: item }))).toBe('400 VALIDATION parentId');
  });

  it('DELETE /menus/:id/items/:itemId', async () => {
    const id = await makeMenu();
    const { id: item } = await write(`POST /menus/${id}/items`, { title: 'I', url: '/' });
    expect((await ask(`DELETE /menus/${id}/items/${item}`)).body.data).toEqual({ deleted: true });
    expect(await treeOf(id)).toEqual([]);
  });

  it('PUT /menus/:id/items-order: { items: [{ id, parentId, position, depth }] }', async () => {
    const id = await makeMenu();
    const [a, b] = [
      (await write(`POST /menus/${id}/items`, { title: 'A', url: '/a' })).id,
      (await write(`POST /menus/${id}/items`, { title: 'B', url: '/b' })).id,
    ];
    const items = [
      { id: b, parentId: null, position: 0, depth: 0 },
      { id: a, parentId: b, position: 0, depth: 1 },
    ];
    const { status, body } = await ask(`PUT /menus/${id}/items-order`, { items });
    expect([status, body.data]).toEqual([200, await treeOf(id)]);
    expect(body.data).toMatchObject([{ id: b, depth: 0, children: [{ id: a, parentId: b, depth: 1 }] }]);
    expect((await ask(`PUT /menus/${id}/items-order`, { items: items.slice(1) })).status).toBe(400);
  });
});

describe('Media', () => {
  const send = async (name: string, fields: Record<string, string> = {}) => {
    const { status, body } = await upload(walked.site, name, await picture(), { fields });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.data;
  };

  it('GET /media: filters type, search, folder', async () => {
    const { body } = await upload(walked.site, 'paper.pdf', PDF, { fields: { title: 'Papers', folder: 'files' } });
    const { id } = body.data;
    expect(await idsOf('/media?type=application/pdf')).toEqual([id]);
    expect(await idsOf('/media?type=document')).toEqual([id]);
    expect(await idsOf('/media?type=image')).toContain(ids('picture'));
    expect(await idsOf('/media?search=papers')).toEqual([id]);
    expect(await idsOf('/media?folder=views')).toEqual([ids('picture')]);
  });

  it('GET /media: sort and order', async () => {
    const [b, a] = [
      (await send('b.png', { folder: 'sorted', title: 'B' })).id,
      (await send('a.png', { folder: 'sorted', title: 'A' })).id,
    ];
    expect(await idsOf('/media?folder=sorted&sort=title&order=asc')).toEqual([a, b]);
    expect(await idsOf('/media?folder=sorted&sort=title&order=desc')).toEqual([b, a]);
    for (const query of ['sort=shoes', 'order=up']) expect((await ask(`GET /media?${query}`)).status).toBe(400);
  });

  it('GET /media/folders: distinct folders', async () => {
    await send('c.png', { folder: 'views' });
    const { body } = await ask('GET /media/folders');
    const names = body.data.map((folder: unknown) => JSON.stringify(folder));
    expect(new Set(names).size).toBe(names.length);
    expect(JSON.stringify(body.data)).toContain('views');
  });

  it('GET /media/:id: single media with URLs', async () => {
    const shown = await write(`GET /media/${ids('picture')}`);
    expect(shown).toMatchObject({ title: 'The harbour', altText: 'Ships at dawn', folder: 'views' });
    for (const url of [shown.url, ...Object.values(shown.variantUrls as Record<string, string>)])
      expect((await fetch(new URL(url.replace(/^https?:\/\/[^/]+/, ''), walked.site.url))).status).toBe(200);
    expect(Object.keys(shown.variantUrls)).toEqual(expect.arrayContaining(['thumbnail', 'medium', 'large']));
  });

  it('POST /media: file (required), title, altText, folder', async () => {
    const fields = { title: 'T', altText: 'A', folder: 'F' };
    expect(await send('d.png', fields)).toMatchObject({ ...fields, originalName: 'd.png', mimeType: 'image/png' });
    const form = new FormData();
    form.set('title', 'No file');
    const { body } = await walked.site.ask('POST /admin/auth/login', {
      body: { email: 'editor@example.org', password: 'correct horse' },
    });
    const headers = { authorization: `Bearer ${body.data.token}` };
    const response = await fetch(`${walked.site.url}/api/admin/media`, { method: 'POST', headers, body: form });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ code: 'VALIDATION', path: ['file'] }] },
    ]);
  });

  it('A client example of an upload sends the alt text in a form field named alt', async () => {
    expect(await send('e.png', { alt: 'Words' })).toMatchObject({ altText: 'Words' });
  });

  it('PUT /media/:id: { altText?, title?, folder?, metadata? }', async () => {
    const { id } = await send('f.png');
    const body = { altText: 'A', title: 'T', folder: 'F', metadata: { credit: 'Ada' } };
    expect(await write(`PUT /media/${id}`, body)).toMatchObject(body);
    expect(await write(`PUT /media/${id}`, { title: 'U' })).toMatchObject({ ...body, title: 'U' });
  });

  it('DELETE /media/:id: deletes file and all variants', async () => {
    const { id, url, variantUrls } = await send('g.png');
    const urls = [url, ...(Object.values(variantUrls) as string[])].map((one) => one.replace(/^https?:\/\/[^/]+/, ''));
    const statuses = () => Promise.all(urls.map(async (one) => (await fetch(walked.site.url + one)).status));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    await expectDeleted(`/media/${id}`);
    expect(new Set(await statuses())).toEqual(new Set([404]));
    expect(walked.site.git('ls-files', '*g-*.png', '*g.png')).toBe('');
  });
});

describe('Taxonomy and term', () => {
  let made = 0;
  const makeTaxonomy = (body: object = {}) => {
    made += 1;
    return write('POST /taxonomies', { name: 'Things', slug: `things-${made}`, ...body });
  };

  it('GET /taxonomies', async () => {
    const { body } = await ask('GET /taxonomies');
    expect(body.data).toContainEqual(expect.objectContaining({ id: ids('topics'), name: 'Topics', slug: 'topics' }));
  });

  it('GET /taxonomies/:id: taxonomy with terms tree', async () => {
    expect(await write(`GET /taxonomies/${ids('places')}`)).toMatchObject({
      hierarchical: true,
      terms: [{ slug: 'north', children: [{ slug: 'cape', parentId: ids('north'), children: [] }] }],
    });
    const flat = await write(`GET /taxonomies/${ids('topics')}`);
    expect(flat).toMatchObject({ hierarchical: false, terms: [{ slug: 'birds' }, { slug: 'news' }] });
  });

  it('POST /taxonomies: { name, slug, hierarchical?, description? }', async () => {
    const body = { name: 'N', slug: 'n', hierarchical: true, description: 'D' };
    const { status, body: answer } = await ask('POST /taxonomies', body);
    expect([status, answer.data]).toEqual([201, expect.objectContaining(body)]);
    expect(await makeTaxonomy()).toMatchObject({ hierarchical: false, description: null });
    expect(refusalOf(await ask('POST /taxonomies', body))).toBe('409 CONFLICT slug');
  });

  it('PUT /taxonomies/:id', async () => {
    const { id, slug } = await makeTaxonomy();
    expect(await write(`PUT /taxonomies/${id}`, { description: 'New' })).toMatchObject({ slug, description: 'New' });
  });

  it('DELETE /taxonomies/:id: cascades to terms', async () => {
    const { id, slug } = await makeTaxonomy();
    const { id: term } = await write(`POST /taxonomies/${id}/terms`, { name: 'T', slug: 't' });
    const page = await write('POST /pages', { title: 'Termed', typeId: ids('article') });
    await write(`PUT /pages/${page.id}/terms`, { termIds: [term] });
    await expectDeleted(`/taxonomies/${id}`);
    expect((await write(`GET /pages/${page.id}`)).terms).toEqual([]);
    expect((await walked.read(`/taxonomies/${slug}/terms`)).status).toBe(404);
  });

  it('POST /taxonomies/:id/terms: { name, slug, parentId?, weight?, fields? }', async () => {
    const { id } = await makeTaxonomy({ hierarchical: true });
    const above = await write(`POST /taxonomies/${id}/terms`, { name: 'A', slug: 'a' });
    expect(above).toMatchObject({ taxonomyId: id, parentId: null, weight: 0, fields: null });
    const body = { name: 'B', slug: 'b', parentId: above.id, weight: 3, fields: { any: [{ thing: 1 }] } };
    const { status, body: answer } = await ask(`POST /taxonomies/${id}/terms`, body);
    expect([status, answer.data]).toEqual([201, expect.objectContaining(body)]);
    for (const [wrong, refusal] of [
      [{ slug: 'x' }, '400 VALIDATION name'],
      [{ name: 'X', parentId: 9999 }, '400 VALIDATION parentId'],
      [{ name: 'X', weight: 1.5 }, '400 VALIDATION weight'],
      [{ name: 'X', fields: 'x' }, '400 VALIDATION fields'],
      [{ name: 'B', slug: 'b' }, '409 CONFLICT slug'],
    ] as const)
      expect(refusalOf(await ask(`POST /taxonomies/${id}/terms`, wrong))).toBe(refusal);
  });

  it('hierarchical: when true, terms may have parents', async () => {
    const { id } = await makeTaxonomy();
    const above = await write(`POST /taxonomies/${id}/terms`, { name: 'A', slug: 'a' });
    const below = { name: 'B', slug: 'b', parentId: above.id };
    expect(refusalOf(await ask(`POST /taxonomies/${id}/terms`, below))).toBe('400 VALIDATION parentId');
    await write(`PUT /taxonomies/${id}`, { hierarchical: true });
    expect((await ask(`POST /taxonomies/${id}/terms`, below)).status).toBe(201);
  });

  it('PUT /taxonomies/:id/terms/:termId', async () => {
    const { id } = await makeTaxonomy();
    const { id: term } = await write(`POST /taxonomies/${id}/terms`, { name: 'A', slug: 'a' });
    expect(await write(`PUT /taxonomies/${id}/terms/${term}`, { name: 'B', weight: 2 })).toMatchObject({
      ...{ id: term, name: 'B', slug: 'a', weight: 2 },
    });
  });

  it('DELETE /taxonomies/:id/terms/:termId', async () => {
    const { id } = await makeTaxonomy();
    const { id: term } = await write(`POST /taxonomies/${id}/terms`, { name: 'A', slug: 'a' });
    expect((await ask(`DELETE /taxonomies/${id}/terms/${term}`)).body.data).toEqual({ deleted: true });
    expect((await write(`GET /taxonomies/${id}`)).terms).toEqual([]);
  });
});

describe('Site config', () => {
  it('name, tagline, social links, logo, defaultLocale, supportedLocales', async () => {
    const body = {
      siteName: 'Harbour',
      tagline: 'Ships',
      logo: 'https://example.org/logo.png',
      social: { mastodon: 'https://example.social/@harbour' },
      defaultLocale: 'en',
      supportedLocales: ['en', 'es', 'fr'],
    };
    await write('PUT /config', body);
    expect(await write('GET /config')).toMatchObject(body);
    expect((await walked.read('/config')).body.data).toMatchObject(body);
  });
});
