import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const STRICT = { Prefer: 'respond-async, Handling = "strict"; q=1' };

let site: Site;

const ignoredIn = ({ body }: Reply): readonly string[] | undefined =>
  body.meta?.ignored?.map((path: readonly string[]) => path.join('.'));
const complaintsOf = ({ body }: Reply): readonly string[] =>
  body.errors.map(({ code, path, message }: { code: string; path: readonly string[]; message: string }) =>
    [code, path.join('.'), message].join(' '),
  );

/** A write of each kind with one unknown key, and the paths that are reported. */
const WRITES: readonly (readonly [string, object | readonly unknown[], readonly string[]])[] = [
  ['POST /admin/pages', { title: 'New', type: 'plain', titel: 'x' }, ['titel']],
  ['POST /admin/pages/upsert', { title: 'About', slug: 'about', statsu: 'draft' }, ['statsu']],
  ['PUT /admin/pages/1', { fields: { summary: 'x', covr: 'y' } }, ['fields.covr']],
  ['PUT /admin/pages/1', { fields: { summary: 'x', facts: [{ title: 'x', titel: 'y' }] } }, ['fields.facts.0.titel']],
  [
    'PUT /admin/pages/1',
    {
      regions: {
        content: [
          { id: 2, fields: { body: 'x', bdoy: 'y' }, x: 1 },
          { id: 'pb_3', overrides: { ton: 'y' } },
        ],
      },
    },
    ['regions.content.0.x', 'regions.content.0.fields.bdoy', 'regions.content.1.overrides.ton'],
  ],
  ['POST /admin/pages/bulk', { ids: [3], action: 'publish', revisionNot: 'x' }, ['revisionNot']],
  ['POST /admin/pages/3/translate', { locale: 'es', title: 'x' }, ['title']],
  ['POST /admin/pages/1/blocks', { region: 'aside', blockTypeSlug: 'text', fields: { x: 1 } }, ['fields.x']],
  ['PUT /admin/pages/1/blocks/2', { postion: 0, fields: { x: 1 } }, ['postion', 'fields.x']],
  ['PUT /admin/pages/1/blocks-order', { region: 'content', order: [3, 2], ordr: [] }, ['ordr']],
  ['PUT /admin/pages/1/terms', { termIds: [1], terms: [] }, ['terms']],
  ['POST /admin/pages/3/terms', { termId: 1, weight: 2 }, ['weight']],
  ['POST /admin/blocks', { title: 'One', type: 'text', fields: { x: 1 }, resuable: true }, ['resuable', 'fields.x']],
  ['PUT /admin/blocks/1', { fields: { text: 'x', x: 1 } }, ['fields.x']],
  ['PUT /admin/blocks/2', { fields: { x: 1 }, x: 1 }, ['x', 'fields.x']],
  ['POST /admin/menus', { name: 'Footer', itmes: [] }, ['itmes']],
  ['POST /admin/menus', { name: 'Sidebar', id: 9, items: [{ title: 'x', url: '/x' }] }, ['items']],
  ['POST /admin/taxonomies', { name: 'Places', terms: [{ name: 'x' }] }, ['terms']],
  ['PUT /admin/menus/1', { nmae: 'x' }, ['nmae']],
  ['PUT /admin/menus/1', { name: 'Main', items: [] }, ['items']],
  ['PUT /admin/menus/1/items-order', { items: [{ id: 2, titel: 'x', title: 'x' }, { id: 1 }] }, ['items.0.titel']],
  ['POST /admin/menus/1/items', { title: 'x', url: '/x', traget: '_blank' }, ['traget']],
  ['PUT /admin/menus/1/items/1', { titel: 'x', attributes: { any: 1 } }, ['titel']],
  ['POST /admin/taxonomies', { name: 'Moods', hierarchial: true }, ['hierarchial']],
  ['PUT /admin/taxonomies/1', { nmae: 'x' }, ['nmae']],
  ['PUT /admin/taxonomies/1', { terms: [{ name: 'x' }] }, ['terms']],
  ['POST /admin/taxonomies/1/terms', { name: 'x', wieght: 1, fields: { any: 1 } }, ['wieght']],
  ['PUT /admin/taxonomies/1/terms/1', { nmae: 'x' }, ['nmae']],
  [
    'POST /admin/content-types',
    { name: 'Review', fieldsSchema: [{ name: 'stars', type: 'intger', reqired: true }] },
    ['fieldsSchema.0.type', 'fieldsSchema.0.reqired'],
  ],
  [
    'POST /admin/block-types',
    { name: 'Cards', fieldsSchema: { cards: { type: 'repeater', fields: [{ name: 'text', type: 'text', maxx: 1 }] } } },
    ['fieldsSchema.cards.fields.0.maxx'],
  ],
  ['PUT /admin/content-types/2', { feildsSchema: [], settings: { any: 1 } }, ['feildsSchema']],
  [
    'PUT /admin/content-types/2',
    { defaultBlocks: [{ region: 'a', blockTypeSlug: 'text', x: 1 }] },
    ['defaultBlocks.0.x'],
  ],
  ['PUT /admin/block-types/1', { icn: 'x' }, ['icn']],
  ['POST /admin/redirects', { fromPath: '/a', toPath: '/b', status: 302 }, ['status']],
  ['POST /admin/redirects/import', [{ fromPath: '/c', toPath: '/d', x: 1 }], ['0.x']],
  ['POST /admin/tracking-scripts', { name: 'x', code: 'x', positon: 'body' }, ['positon']],
  ['POST /admin/webhooks', { url: 'https://example.org/x', event: ['*'] }, ['event']],
  ['POST /admin/users', { name: 'X', email: 'x@example.org', password: 'long enough', rol: 'admin' }, ['rol']],
  ['PUT /admin/users/2', { nmae: 'x' }, ['nmae']],
  ['POST /admin/api-keys', { name: 'x', permissions: 'content:read', expires: null }, ['expires']],
  ['POST /admin/changes', { title: 'x', form: 'main' }, ['form']],
  ['PUT /admin/changes/held', { titel: 'x' }, ['titel']],
  ['POST /admin/changes/held/update', { reslove: [] }, ['reslove']],
  ['POST /admin/auth/preview-session', { pageid: 1, ref: 'main' }, ['pageid']],
  ['POST /admin/content-types/1/check', { feildsSchema: [] }, ['feildsSchema']],
  ['POST /admin/pages/1/preview', { titel: 'x' }, ['titel']],
  ['PUT /admin/config', { tagline: 'x', footer: { txt: 'x' }, social: { any: '/x' }, x: 1 }, ['footer.txt', 'x']],
];

/** One site for all tests of a group: none depends on the changes of another. */
const shareSite = (): void =>
  beforeAll(async () => {
    site = await makeSite(SMALL_SITE, { whenDone: afterAll });
    await site.ask('POST /admin/changes', { as: 'admin', body: { title: 'Held' } });
  });

describe('unknown names', () => {
  shareSite();

  it.each(WRITES)('are reported, and refused on request: %s %j', async (call, body, paths) => {
    const before = site.newCommits();
    const strict = await site.ask(call, { as: 'admin', body, headers: STRICT });
    expect([strict.status, strict.body.errors.map(({ path }: { path: string[] }) => path.join('.'))]).toEqual([
      400,
      paths,
    ]);
    expect(strict.headers.get('preference-applied')).toBe('handling=strict');
    expect(site.newCommits()).toEqual(before);
    expect(site.git('status', '--porcelain')).toBe('');

    const told = await site.ask(call, { as: 'admin', body });
    expect(told.status).toBeLessThan(300);
    expect(ignoredIn(told)).toEqual(paths);
    expect(told.headers.get('preference-applied')).toBeNull();
  });
});

describe('unknown names, on a site of their own,', () => {
  beforeEach(async () => {
    site = await makeSite(SMALL_SITE);
  });

  it('are reported with all other problems, naming the nearest known key', async () => {
    const body = { titel: 'x', typeId: 1, status: 'publishd', fields: { summry: 'x', rating: 'high' }, qqqqqq: 1 };
    const strict = await site.ask('POST /admin/pages', { as: 'editor', body, headers: STRICT });
    expect(complaintsOf(strict).toSorted()).toEqual([
      'VALIDATION fields.rating must be a whole number',
      'VALIDATION fields.summry is unknown; did you mean "summary"?',
      'VALIDATION qqqqqq is unknown',
      'VALIDATION status must be one of draft, published, archived',
      'VALIDATION titel is unknown; did you mean "title"?',
      'VALIDATION title is required',
    ]);
    const bulk = { ids: [1], action: 'publsh', actoin: 'publish' };
    expect(
      complaintsOf(await site.ask('POST /admin/pages/bulk', { as: 'editor', body: bulk, headers: STRICT })),
    ).toEqual([
      'VALIDATION action must be one of publish, unpublish, archive, delete',
      'VALIDATION actoin is unknown; did you mean "action"?',
    ]);
  });

  it('are kept in fields and dropped elsewhere', async () => {
    await site.ask('PUT /admin/pages/1', {
      as: 'editor',
      body: { fields: { summary: 'x', covr: 'y' }, statsu: 'draft' },
    });
    expect(site.read('pages/en/home.yaml')).toContain('covr: "y"');
    expect(site.read('pages/en/home.yaml')).not.toContain('statsu');
  });

  it('are shortened in the report if they are long', async () => {
    const reply = await site.ask('PUT /admin/menus/1', { as: 'admin', body: { ['x'.repeat(20_000)]: 1 } });
    expect([reply.status, ignoredIn(reply)]).toEqual([200, [`${'x'.repeat(1_000)}…`]]);
  });

  it('do not occur in a list item or placement that is sent back', async () => {
    const { data } = (await site.ask('GET /admin/blocks', { as: 'editor' })).body;
    const block = await site.ask('PUT /admin/blocks/1', { as: 'editor', body: data[0], headers: STRICT });
    const [listed] = (await site.ask('GET /admin/pages?type=article', { as: 'editor' })).body.data;
    const page = await site.ask(`PUT /admin/pages/${listed.id}`, { as: 'editor', body: listed, headers: STRICT });
    const regions = (await site.ask('GET /admin/pages/1/blocks', { as: 'editor' })).body.data;
    const placement = await site.ask('PUT /admin/pages/1/blocks/2', {
      as: 'editor',
      body: regions.content[0],
      headers: STRICT,
    });
    expect([block.status, page.status, placement.status]).toEqual([200, 200, 200]);
  });

  it('are reported for a form, and refused before its file is kept', async () => {
    const upload = async (headers: object): Promise<{ status: number; body: { meta?: object; errors?: object[] } }> => {
      const form = new FormData();
      form.set('file', new Blob(['Hello'], { type: 'text/plain' }), 'hello.txt');
      form.set('titel', 'Hello');
      const { token } = (
        await site.ask('POST /admin/auth/login', { body: { email: 'editor@example.org', password: 'correct horse' } })
      ).body.data;
      const answer = await fetch(`${site.url}/api/admin/media`, {
        method: 'POST',
        body: form,
        headers: { Authorization: `Bearer ${token}`, ...headers },
      });
      return { status: answer.status, body: (await answer.json()) as { meta?: object; errors?: object[] } };
    };
    const strict = await upload(STRICT);
    expect([strict.status, strict.body.errors]).toEqual([
      400,
      [{ code: 'VALIDATION', path: ['titel'], message: 'is unknown; did you mean "title"?' }],
    ]);
    expect(site.git('status', '--porcelain')).toBe('');
    const told = await upload({ Prefer: 'handling=lenient' });
    expect([told.status, told.body.meta]).toEqual([201, { ignored: [['titel']] }]);
  });
});

describe('unknown names, on a shared site,', () => {
  shareSite();

  it.each([
    'pages/1',
    'blocks/1',
    'blocks/2',
    'menus/1',
    'taxonomies/1',
    'taxonomies/1/terms/1',
    'content-types/1',
    'block-types/1',
    'users/2',
    'config',
    'changes/held',
  ])('do not occur in a record that is sent back as it was read: %s', async (path) => {
    const { body } = await site.ask(`GET /admin/${path}`, { as: 'admin' });
    const reply = await site.ask(`PUT /admin/${path}`, { as: 'admin', body: body.data, headers: STRICT });
    expect([reply.status, ignoredIn(reply)]).toEqual([200, undefined]);
    expect(reply.headers.get('preference-applied')).toBe('handling=strict');
  });
});
