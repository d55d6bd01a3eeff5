import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const TYPE = `id: 1
name: Article
fieldsSchema:
  # The line below the title
  - name: subtitle
    type: text
    label: Subtitle
  - { name: standfirst, type: text }
  - { name: price, type: text }
  - { name: text, type: markdown, body: true }
  - name: hero
    type: object
    fields: [{ name: line, type: text }]
regions: [main, aside]
`;
const page = (id: number, fields: string, rest = '') =>
  `id: ${id}\ntype: article\ntitle: Page ${id}\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n${fields}${rest}`;
const FILES = {
  'content-types/article.yaml': TYPE,
  'block-types/card.yaml': 'id: 2\nname: Card\nfieldsSchema: [{ name: head, type: text }]\n',
  'block-types/quote.yaml': 'id: 3\nname: Quote\nfieldsSchema: [{ name: head, type: text }]\n',
  'pages/en/one.yaml': page(11, '  # said below the title\n  subtitle: "One"   # short\n  price: "5"\n'),
  'pages/en/two.yaml': page(12, '  subtitle: Two\n  standfirst: Taken\n'),
  'pages/en/note.md':
    '---\nid: 13\ntype: article\ntitle: Note\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  subtitle: Three\n---\n\nThe *body*.\n',
  'pages/en/blocks.yaml': page(
    14,
    '  kicker: Gone\n',
    'regions:\n  main:\n    - { id: 31, type: card, fields: { head: Stay } }\n    - { id: 32, type: quote, fields: { head: Q } }\n    - { id: 33, type: card, fields: { head: Stay } }\n',
  ),
  'blocks/shared.yaml': 'id: 41\ntype: card\ntitle: Shared\nfields: { head: All }\n',
};

describe('a migration', () => {
  let site: Site;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    site = await makeSite(FILES, { whenDone: (stop) => void ends.push(stop) });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const article = { kind: 'contentType', slug: 'article' };
  const card = { kind: 'blockType', slug: 'card' };
  const ask = (body: object, as: 'admin' | 'editor' = 'admin') => site.ask('POST /admin/migrations', { as, body });
  const rename = { type: article, operations: [{ rename: { from: 'subtitle', to: 'standfirst' } }] };
  /** The changed lines of the last commit. */
  const changed = () =>
    site
      .git('show', '--format=', '-U0')
      .split('\n')
      .filter((line) => /^[-+](?![-+]{2})/.test(line));

  it('is seen before it is made, with what stands in its way first', async () => {
    const { status, body } = await ask({ ...rename, dryRun: true, limit: 2 });
    expect({ status, meta: body.meta }).toEqual({ status: 200, meta: { total: 4, limit: 2, offset: 0 } });
    expect(body.data).toMatchObject({
      commit: null,
      counts: { contentType: 1, page: 2 },
      notes: { occupied: 1, unfit: 0, lost: 0, leftOver: 0 },
      refused: 0,
    });
    expect(body.data.records[0]).toMatchObject({
      key: 'en/two',
      notes: [{ reason: 'occupied', path: ['fields', 'subtitle'], value: 'Two' }],
      values: [],
    });
    expect(site.newCommits()).toEqual([]);
  });

  it('is for admins', async () => {
    expect((await ask(rename, 'editor')).status).toBe(403);
    expect(site.newCommits()).toEqual([]);
  });

  it('is one commit that changes as few lines as possible', async () => {
    const { status, body, headers } = await ask(rename);
    expect({ status, counts: body.data.counts }).toEqual({ status: 200, counts: { contentType: 1, page: 2 } });
    expect(headers.get('x-commit')).toBe(body.data.commit);
    expect(site.newCommits()).toEqual(['Migrate content type "article": rename subtitle to standfirst']);
    expect(changed()).toEqual([
      '-  - name: subtitle',
      '+  - name: standfirst',
      '-  - { name: standfirst, type: text }',
      '+migrations:',
      expect.stringMatching(/^\+ {2}- id: "?\w{10}"?$/),
      '+    rename:',
      '+      from: subtitle',
      '+      to: standfirst',
      '-  subtitle: Three',
      '+  standfirst: Three',
      '-  subtitle: "One"   # short',
      '+  standfirst: "One"   # short',
    ]);
    expect(site.read('pages/en/note.md')).toContain('The *body*.');
  });

  it('is undone by a revert, byte for byte', async () => {
    const commit = site.git('rev-parse', 'HEAD').trim();
    expect((await site.ask(`POST /admin/commits/${commit}/revert`, { as: 'admin', body: {} })).status).toBe(200);
    expect(site.git('diff', `${commit}~1`, 'HEAD')).toBe('');
  });

  it('takes the body of Markdown files along', async () => {
    const body = {
      type: article,
      operations: [
        { rename: { from: 'text', to: 'story' } },
        { convert: { field: 'story', from: 'markdown', to: 'richtext' } },
      ],
    };
    expect((await ask(body)).status).toBe(200);
    expect(site.read('content-types/article.yaml')).toContain('name: story');
    expect(site.read('pages/en/note.md')).toContain('The *body*.');
    const read = await site.ask('GET /admin/pages/13', { as: 'admin' });
    expect(read.body.data.fields.story).toMatchObject({ type: 'doc' });
  });

  it('is refused as a whole where the result would be wrong, naming the records', async () => {
    const commits = site.newCommits().length;
    const request = { type: article, operations: [{ convert: { field: 'price', from: 'text', to: 'date' } }] };
    const { status, body } = await ask(request);
    expect(status).toBe(400);
    expect(body.errors[0].path).toEqual(['page', 'en/one', 'fields', 'price']);
    expect(site.newCommits()).toHaveLength(commits);
    expect((await ask({ ...request, dryRun: true })).body.data).toMatchObject({ refused: 1 });
  });

  it.each([
    [{ type: article, operations: [{ what: {} }] }, ['operations', '0']],
    [{ type: article, operations: [{ rename: { from: 'a..b', to: 'c' } }] }, ['operations', '0', 'rename', 'from']],
    [{ type: card, operations: [{ moveBlocks: { from: 'a', to: 'b' } }] }, ['operations', '0']],
    [
      { type: article, operations: [{ convert: { field: 'price', from: 'text', to: 'gallery' } }] },
      ['operations', '0'],
    ],
    [{ type: article, operations: [{ absorb: { type: 'nothing' } }] }, ['operations', '0']],
    [{ operations: [] }, ['type']],
  ])('is refused if it does not fit: %j', async (request, path) => {
    const { status, body } = await ask(request);
    expect({ status, path: body.errors[0].path }).toEqual({ status: 400, path });
  });

  it('turns equal inline blocks into a reusable one', async () => {
    expect(
      (await ask({ type: card, operations: [{ reuse: { block: 'stay', of: 'pb_31' } }] })).body.data.counts,
    ).toEqual({ blockType: 1, block: 1, page: 1 });
    expect(site.read('pages/en/blocks.yaml')).toContain('{ id: 31, block: stay }');
    expect(site.read('pages/en/blocks.yaml')).toContain('{ id: 33, block: stay }');
    expect(site.read('blocks/stay.yaml')).toContain('head: Stay');
  });

  it('makes one block type of two, and removes one from all pages', async () => {
    expect((await ask({ type: card, operations: [{ absorb: { type: 'quote' } }] })).body.data.counts).toEqual({
      blockType: 2,
      page: 1,
    });
    expect(site.read('pages/en/blocks.yaml')).toContain('{ id: 32, type: card,');
    const removed = await ask({ type: card, removes: true });
    expect(removed.body.data.counts).toEqual({ blockType: 1, contentType: 1, block: 2, page: 1 });
    expect(site.read('pages/en/blocks.yaml')).not.toContain('regions');
    expect(site.read('content-types/article.yaml')).toContain('removeBlocks:');
  });

  it('lists values that no type knows, and brings them back or takes them away', async () => {
    const list = () => site.ask('GET /admin/migrations/left-over', { as: 'admin' });
    expect((await list()).body.data).toMatchObject([
      { type: article, field: 'kicker', records: 1, looksLike: 'text', first: [{ id: 14, value: 'Gone' }] },
    ]);
    expect((await ask({ type: article, operations: [{ remove: { field: 'kicker' } }] })).status).toBe(200);
    expect((await list()).body.data).toEqual([]);
  });
});
