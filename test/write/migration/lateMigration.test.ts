import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const page = (id: number, fields: string) =>
  `id: ${id}\ntype: article\ntitle: Page ${id}\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n${fields}`;
const FILES = {
  'content-types/article.yaml': `id: 1
name: Article
fieldsSchema:
  - { name: subtitle, type: text }
  - { name: text, type: markdown, body: true }
  - { name: lead, type: text }
regions: [main]
`,
  'block-types/card.yaml': 'id: 2\nname: Card\nfieldsSchema: [{ name: head, type: text }]\n',
  'pages/en/one.yaml': page(11, '  # said below\n  subtitle: One\n  lead: First\n'),
  'pages/en/two.yaml': page(12, '  subtitle: Two\n'),
  'pages/en/three.yaml': `${page(13, '  subtitle: Three\n')}regions:\n  main:\n    - { id: 31, type: card, fields: { head: Stay } }\n`,
  'pages/en/note.md':
    '---\nid: 14\ntype: article\ntitle: Note\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  subtitle: Four\n---\n\nThe *body*.\n',
};

describe('what was begun before a migration', () => {
  let site: Site;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    site = await makeSite(FILES, { whenDone: (stop) => void ends.push(stop) });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const article = { kind: 'contentType', slug: 'article' };
  const send = async (call: string, body?: object, change?: string) => {
    const headers = change === undefined ? {} : { 'quire-change': change };
    const reply = await site.ask(call, { as: 'admin', headers, ...(body && { body }) });
    expect({ call, status: reply.status, errors: reply.body.errors }).toEqual({
      call,
      status: call.startsWith('POST /admin/pages') || call === 'POST /admin/changes' ? 201 : 200,
      errors: undefined,
    });
    return reply.body;
  };
  const begin = async (title: string): Promise<string> => (await send('POST /admin/changes', { title })).data.name;
  const fieldsOf = async (id: number) => (await send(`GET /admin/pages/${id}`)).data.fields;
  const migrate = async (...operations: readonly object[]): Promise<string> =>
    (await send('POST /admin/migrations', { type: article, operations })).data.commit;

  let late: string;
  let updated: string;
  let commit: string;

  it('is migrated when it is published', async () => {
    late = await begin('Late');
    updated = await begin('Updated');
    await send('PATCH /admin/pages/11', { fields: { subtitle: 'One, later', lead: 'Second' } }, late);
    await send('POST /admin/pages', { title: 'New', type: 'article', slug: 'new', fields: { subtitle: 'Five' } }, late);
    await send('PATCH /admin/pages/14', { fields: { text: 'The new *body*.' } }, late);
    await send('PATCH /admin/pages/12', { fields: { subtitle: 'Two, later' } }, updated);
    commit = await migrate(
      { rename: { from: 'subtitle', to: 'standfirst' } },
      { rename: { from: 'text', to: 'story' } },
    );
    const forecast = await send('POST /admin/migrations', {
      type: article,
      operations: [{ rename: { from: 'standfirst', to: 'deck' } }],
      dryRun: true,
    });
    expect(forecast.data.openChanges).toEqual([
      { name: late, title: 'Late', records: 2 },
      { name: updated, title: 'Updated', records: 1 },
    ]);
    await send(`POST /admin/changes/${late}/publish`, {});
    expect(await fieldsOf(11)).toEqual({ standfirst: 'One, later', lead: 'Second' });
    expect(site.read('pages/en/one.yaml')).toContain('  # said below\n  standfirst: One, later\n');
    expect(site.read('pages/en/new.yaml')).toContain('standfirst: Five');
    expect(await fieldsOf(14)).toEqual({ standfirst: 'Four', story: 'The new *body*.' });
    expect(site.read('pages/en/note.md')).toContain('\nThe new *body*.\n');
    expect(site.git('show', '--stat', '--format=', 'HEAD')).not.toContain('content-types');
  });

  it('is migrated when what is live comes into it', async () => {
    await send(`POST /admin/changes/${updated}/update`, {});
    expect((await send('GET /admin/pages/12', undefined, updated)).data.fields).toEqual({ standfirst: 'Two, later' });
    await send(`POST /admin/changes/${updated}/publish`, {});
    expect(await fieldsOf(12)).toEqual({ standfirst: 'Two, later' });
  });

  it('is kept by a revert of the migration, under the old names', async () => {
    await send(`POST /admin/commits/${commit}/revert`, {});
    expect(await fieldsOf(11)).toEqual({ subtitle: 'One, later', lead: 'Second' });
    expect(await fieldsOf(12)).toEqual({ subtitle: 'Two, later' });
    expect(await fieldsOf(14)).toEqual({ subtitle: 'Four', text: 'The new *body*.' });
    expect(site.read('pages/en/new.yaml')).toContain('subtitle: Five');
    expect(site.git('diff', `${commit}~1`, 'HEAD', '--', 'content-types', 'pages/en/three.yaml')).toBe('');
  });

  it('is migrated both ways where each side has migrated something', async () => {
    const both = await begin('Both');
    await send(
      'POST /admin/migrations',
      { type: { kind: 'blockType', slug: 'card' }, operations: [{ rename: { from: 'head', to: 'title' } }] },
      both,
    );
    await send('PATCH /admin/pages/13', { fields: { subtitle: 'Three, later' } }, both);
    await migrate(
      { convert: { field: 'lead', from: 'text', to: 'richtext' } },
      { rename: { from: 'subtitle', to: 'deck' } },
    );
    await send('PUT /admin/pages/11', { fields: { deck: 'One again' } });
    await send(`POST /admin/changes/${both}/publish`, {});
    const { fields, regions } = (await send('GET /admin/pages/13')).data;
    expect(fields).toEqual({ deck: 'Three, later' });
    expect(regions.main[0].fields).toEqual({ title: 'Stay' });
    expect(site.read('pages/en/three.yaml')).toContain('{ id: 31, type: card, fields: { title: Stay } }');
  });

  it('is migrated when it is saved late, and when an old version is restored', async () => {
    const { etag, revision } = await (async () => {
      const read = await site.ask('GET /admin/pages/12', { as: 'admin' });
      const { data } = (await site.ask('GET /admin/pages/12/revisions', { as: 'admin' })).body;
      return { etag: read.headers.get('etag') ?? '', revision: data[0].id as string };
    })();
    await migrate({ rename: { from: 'deck', to: 'teaser' } });
    const saved = await site.ask('PUT /admin/pages/12', {
      as: 'admin',
      headers: { 'if-match': etag, prefer: 'merge' },
      body: { fields: { deck: 'Saved late' } },
    });
    expect(saved.body.data.fields).toEqual({ teaser: 'Saved late' });
    const restored = await site.ask(`POST /admin/pages/12/revisions/${revision}/restore`, { as: 'admin', body: {} });
    expect(restored.body.data.fields).toEqual({ teaser: 'Two, later' });
  });
});

it('is migrated as unfinished work of a form that was open, and as a document that is imported', async () => {
  const site = await makeSite(FILES);
  const ask = (call: string, body?: object) => site.ask(call, { as: 'admin', ...(body && { body }) });
  const migrate = (kind: string, slug: string, from: string, to: string) =>
    ask('POST /admin/migrations', { type: { kind, slug }, operations: [{ rename: { from, to } }] });
  const { regions } = (await ask('GET /admin/pages/13')).body.data;
  const values = { title: 'Thr', fields: { subtitle: 'Half a sen', own: 1 }, regions };
  await ask('PUT /admin/work/page/13', { base: { rev: 'r1', values: { title: 'Three' } }, values });
  const { pages } = (await ask('GET /admin/export')).body;
  await migrate('contentType', 'article', 'subtitle', 'standfirst');
  await migrate('blockType', 'card', 'head', 'title');
  const work = (await ask('GET /admin/work/page/13')).body.data;
  expect(work.base).toEqual({ rev: 'r1', values: { title: 'Three' } });
  expect(work.values).toMatchObject({ title: 'Thr', fields: { standfirst: 'Half a sen', own: 1 } });
  expect(work.values.fields).not.toHaveProperty('subtitle');
  expect(work.values.regions.main[0].fields).toEqual({ title: 'Stay' });
  const imported = pages.map((page: { slug: string }) => ({ ...page, slug: `${page.slug}-again`, id: undefined }));
  expect((await ask('POST /admin/import', { quire: 1, pages: imported })).status).toBe(200);
  expect(site.read('pages/en/one-again.yaml')).toContain('  standfirst: One\n');
  expect(site.read('pages/en/three-again.yaml')).toMatch(/type: card\n\s+fields:\n\s+title: Stay\n/);
  const before = site.newCommits().length;
  expect((await ask('POST /admin/import', { quire: 1, pages })).status).toBe(200);
  expect(site.newCommits().length).toBe(before);
});

it('keeps the text of Markdown files where a block type of the same slug was migrated', async () => {
  const site = await makeSite({
    'content-types/card.yaml':
      'id: 1\nname: Card page\nfieldsSchema: [{ name: text, type: markdown, body: true }, { name: lead, type: text }]\nregions: [main]\n',
    'block-types/card.yaml': 'id: 2\nname: Card\nfieldsSchema: [{ name: head, type: markdown, body: true }]\n',
    'pages/en/note.md':
      '---\nid: 14\ntype: card\ntitle: Note\ncreatedAt: 2026-01-01T00:00:00.000Z\nregions:\n  main: [{ id: 31, type: card, fields: { head: Stay } }]\n---\n\nThe *body*.\n',
  });
  const ask = (call: string, body: object, headers = {}) => site.ask(call, { as: 'admin', body, headers });
  const { name } = (await ask('POST /admin/changes', { title: 'Late' })).body.data;
  await ask('PATCH /admin/pages/14', { fields: { lead: 'Late' } }, { 'quire-change': name });
  const type = { kind: 'blockType', slug: 'card' };
  await ask('POST /admin/migrations', { type, operations: [{ rename: { from: 'head', to: 'title' } }] });
  expect((await ask(`POST /admin/changes/${name}/publish`, {})).status).toBe(200);
  const { fields, regions } = (await site.ask('GET /admin/pages/14', { as: 'admin' })).body.data;
  expect({ fields, blocks: regions.main }).toMatchObject({
    fields: { lead: 'Late', text: 'The *body*.' },
    blocks: [{ fields: { title: 'Stay' } }],
  });
  expect(site.read('pages/en/note.md')).toMatch(/---\n\nThe \*body\*\.\n$/);
});

it('keeps what records said themselves when a filling is reverted', async () => {
  const site = await makeSite(FILES);
  const ask = (call: string, body: object) => site.ask(call, { as: 'admin', body });
  const operations = [{ fill: { field: 'lead', value: 'First' } }];
  const type = { kind: 'contentType', slug: 'article' };
  const { commit } = (await ask('POST /admin/migrations', { type, operations })).body.data;
  expect(site.read('pages/en/two.yaml')).toContain('lead: First');
  expect((await ask(`POST /admin/commits/${commit}/revert`, {})).status).toBe(200);
  expect(site.git('diff', `${commit}~1`, 'HEAD')).toBe('');
});
