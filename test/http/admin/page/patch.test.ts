import { beforeEach, expect, it } from 'vitest';
import { long } from '../../../long.ts';
import { makeSite, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

let site: Site;
beforeEach(async () => {
  site = await makeSite(SMALL_SITE);
});

const patch = (path: string, body: unknown, headers: Readonly<Record<string, string>> = MERGE_PATCH): Promise<Reply> =>
  site.ask(`PATCH /admin/${path}`, { as: 'admin', body, headers });

it('merges into fields, removes nulls, replaces lists and leaves the rest of a page', async () => {
  await patch('pages/1', { fields: { rating: 4, facts: [{ title: 'One' }] } }, {});
  const reply = await patch('pages/1', { fields: { rating: null, facts: [{ title: 'Two' }] }, metaTitle: null });
  expect(reply.body.data).toMatchObject({ title: 'Home', metaTitle: null });
  expect(reply.body.data.fields).toEqual({ summary: 'Where it begins.', related: 3, facts: [{ title: 'Two' }] });
  expect(reply.body.data.regions.content).toHaveLength(2);
  expect(site.newCommits()).toEqual(['Update page "Home" (en/home)', 'Update page "Home" (en/home)']);
});

const STALE = { 'If-Match': '"0000000000000000000000000000000000000000"' };

it('checks If-Match', async () => {
  expect(refusalOf(await patch('pages/1', { title: 'X' }, STALE))).toBe('412 PRECONDITION_FAILED');
  const etag = (await site.ask('GET /admin/pages/1', { as: 'viewer' })).headers.get('etag')!;
  expect((await patch('pages/1', { title: 'X' }, { 'If-Match': etag })).status).toBe(200);
  expect(refusalOf(await patch('pages/1', { title: 'Y' }, { 'If-Match': etag }))).toBe('412 PRECONDITION_FAILED');
  expect(site.newCommits()).toEqual(['Update page "X" (en/home)']);
});

long.it('loses nothing that others write meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `name${index}`);
  const replies = await Promise.all([
    ...names.map((name) => patch('pages/1', { fields: { [name]: 1 } })),
    site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Meanwhile' } }),
    site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug: 'company' } }),
    ...names.map((name) => patch('menus/1/items/1', { attributes: { [name]: 'x' } })),
    patch('users/2', { name: 'Edith' }),
    patch('users/2', { email: 'edith@example.org' }),
  ]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const { title, fields } = (await site.ask('GET /admin/pages/1', { as: 'viewer' })).body.data;
  expect(title).toBe('Meanwhile');
  expect(fields).toEqual({
    summary: 'Where it begins.',
    related: 3,
    ...Object.fromEntries(names.map((one) => [one, 1])),
  });
  const [item] = (await site.ask('GET /admin/menus/1', { as: 'viewer' })).body.data.items;
  expect(Object.keys(item.attributes).sort()).toEqual([...names].sort());
  expect((await site.ask('GET /admin/users/2', { as: 'admin' })).body.data).toMatchObject({
    name: 'Edith',
    email: 'edith@example.org',
  });
});

it('checks the result as PUT does', async () => {
  expect(refusalOf(await patch('pages/1', { title: null }))).toBe('400 VALIDATION title');
  expect(refusalOf(await patch('pages/1', { fields: { summary: null } }))).toBe('400 VALIDATION fields.summary');
  expect(refusalOf(await patch('pages/1', { fields: 'x' }))).toBe('400 VALIDATION fields');
  expect(refusalOf(await patch('pages/1', ['x']))).toBe('400 VALIDATION');
  expect(refusalOf(await patch('pages/99', { title: 'x' }))).toBe('404 NOT_FOUND');
  expect(site.newCommits()).toEqual([]);
});

it('merges parts of records and the settings', async () => {
  await patch('menus/1/items/1', { attributes: { rel: 'me', id: 'x' } });
  expect((await patch('menus/1/items/1', { attributes: { id: null } })).body.data).toMatchObject({
    attributes: { rel: 'me' },
  });
  await patch('taxonomies/1/terms/1', { fields: { a: { b: 1, c: 2 } } });
  expect((await patch('taxonomies/1/terms/1', { fields: { a: { b: null } } })).body.data.fields).toEqual({
    a: { c: 2 },
  });
  expect((await patch('pages/1/blocks/3', { overrides: { text: 'New' } })).body.data.overrides).toEqual({
    tone: 'loud',
    text: 'New',
  });
  await patch('config', { social: { x: '/x', y: '/y' } });
  expect((await patch('config', { social: { x: null } })).body.data.social).toEqual({ y: '/y' });
  expect((await patch('blocks/1', { fields: { tone: 'loud' } })).body.data.fields).toEqual({
    text: 'Look twice.',
    tone: 'loud',
  });
});

it('reports unknown names in the patch, not those in the record', async () => {
  await patch('pages/1', { fields: { covr: 'x' } });
  expect((await patch('pages/1', { titel: 'x', fields: { rating: 1, x: 1 } })).body.meta).toEqual({
    ignored: [['titel'], ['fields', 'x']],
  });
  expect((await patch('pages/1', { fields: { covr: null, x: null } }, { Prefer: 'handling=strict' })).status).toBe(200);
});

it('replaces the regions it names, matching entries by id', async () => {
  const content = [
    { id: 'pb_3', overrides: { tone: null } },
    { id: 2 },
    { blockTypeSlug: 'text', fields: { body: 'New' } },
  ];
  const { regions } = (await patch('pages/1', { regions: { content } })).body.data;
  expect(regions.content.map(({ pb_id, fields }: Record<string, unknown>) => [pb_id, fields])).toEqual([
    [3, { text: 'Look twice.', tone: null }],
    [2, { body: 'Hello there.' }],
    [expect.any(Number), { body: 'New' }],
  ]);
  await patch('pages/1', { regions: { aside: [{ blockTypeSlug: 'text', fields: { body: 'Beside' } }] } });
  const { regions: both } = (await patch('pages/1', { regions: { content: null } })).body.data;
  expect(both.content ?? []).toEqual([]);
  expect(both.aside).toHaveLength(1);
});

it('keeps values of other fields in the file although they cannot be shown', async () => {
  await site.ask('DELETE /admin/pages/3', { as: 'editor' });
  await patch('pages/1', { fields: { rating: 2 } });
  expect(site.read('pages/en/home.yaml')).toMatch(/^ {2}related: en\/about\n {2}rating: 2$/m);
});

it('leaves a redirect when it renames a page, unless the request says otherwise', async () => {
  const leaving = async (slug: string, more: object): Promise<readonly string[]> => {
    await patch('pages/3', { slug, ...more });
    const { data } = (await site.ask('GET /admin/redirects', { as: 'admin' })).body;
    return data.map(({ fromPath, toPath }: Record<string, string>) => `${fromPath} ${toPath}`);
  };
  expect(await leaving('company', { redirect: false })).toEqual([]);
  expect(await leaving('firm', {})).toEqual(['/company /firm']);
});

it('accepts merge patches and plain JSON, and says so', async () => {
  const accepted = 'application/merge-patch+json, application/json';
  for (const type of ['application/json-patch+json', 'text/plain', 'application/merge-patch+json; charset=latin1']) {
    const reply = await patch('pages/1', { title: 'X' }, { 'content-type': type });
    expect([type, refusalOf(reply), reply.headers.get('accept-patch')]).toEqual([
      type,
      '415 UNSUPPORTED_MEDIA_TYPE',
      accepted,
    ]);
  }
  for (const type of ['application/json', 'Application/Merge-Patch+JSON; charset=utf-8'])
    expect((await patch('pages/1', { title: 'X' }, { 'content-type': type })).status).toBe(200);
  const options = await site.ask('OPTIONS /admin/pages/1', { as: 'editor' });
  expect(options.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, PUT');
  expect(options.headers.get('accept-patch')).toBe(accepted);
  const terms = await site.ask('PATCH /admin/pages/1/terms', { as: 'editor', body: {} });
  expect([terms.status, terms.headers.get('accept-patch')]).toEqual([405, null]);
});

it('is described beside PUT, which replaces what PATCH merges', async () => {
  const { paths } = (await site.ask('GET /openapi.json')).body;
  const { put, patch: merge } = paths['/api/admin/pages/{id}'];
  expect(put.description).toBe(
    'Editors and admins. These keys are replaced whole if sent: `fields`, `translation`, `regions`, `terms`; PATCH merges them.',
  );
  expect(merge.description).toContain('JSON Merge Patch (RFC 7396)');
  expect(Object.keys(merge.requestBody.content)).toEqual(['application/merge-patch+json', 'application/json']);
  const patched = Object.entries(paths).flatMap(([path, one]) => ('patch' in (one as object) ? [path] : []));
  expect(patched).toHaveLength(25);
});
