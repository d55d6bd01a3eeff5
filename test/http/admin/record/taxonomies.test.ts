import { describe, expect, it } from 'vitest';
import { brokenReferences } from '../../../brokenReferences.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const HOME = SMALL_SITE['pages/en/home.yaml'] ?? '';
const TOPICS = SMALL_SITE['taxonomies/topics.yaml'] ?? '';

const PLACES = `id: 2
name: Places   # where things are
hierarchical: true
createdAt: 2026-01-01T00:00:00.000Z
terms:
  - id: 10
    slug: europe
    name: Europe
    children:
      - { id: 11, slug: spain, name: Spain, weight: 2 }
      - id: 12
        slug: france
        name: France
        children:
          - { id: 13, slug: paris, name: Paris, fields: { people: 2 } }
  - { id: 14, slug: asia, name: Asia }
`;

/** Pages and blocks that refer to terms in every possible way. */
const SITE = {
  ...SMALL_SITE,
  'taxonomies/places.yaml': PLACES,
  'content-types/trip.yaml':
    'id: 3\nname: Trip\nfieldsSchema:\n  - { name: to, type: term }\n  - { name: via, type: repeater, fields: [{ name: stop, type: term }] }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'block-types/map.yaml':
    'id: 3\nname: Map\nfieldsSchema:\n  - { name: centre, type: term }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'blocks/atlas.yaml':
    'id: 9\ntype: map\ntitle: Atlas\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  centre: places/paris\n',
  'pages/en/trip.yaml': `id: 8
type: trip
title: A trip      # by train
status: published
createdAt: 2026-01-09T00:00:00.000Z
terms:
  topics: [news]
  places: [spain, paris]   # in this order
fields:
  to: places/paris
  via:
    - { stop: places/spain }
    - { stop: places/paris }
`,
};
const TRIP = SITE['pages/en/trip.yaml'];

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }) });

interface Term {
  readonly slug: string;
  readonly children?: readonly Term[];
}
const outline = (terms: readonly Term[]): string =>
  terms.map(({ slug, children = [] }) => (children.length > 0 ? `${slug}(${outline(children)})` : slug)).join(' ');
const outlineOf = async (site: Site, id = 2): Promise<string> =>
  outline((await send(site, `GET /admin/taxonomies/${id}`)).body.data.terms);

const changedFiles = (site: Site): readonly string[] =>
  site.git('show', '--format=', '--name-only', '--no-renames', 'HEAD').split('\n').filter(Boolean);
const isClean = (site: Site): boolean => site.git('fsck', '--strict') + site.git('status', '--porcelain') === '';

describe('taxonomies', () => {
  it('are created, listed, changed and deleted, one commit each', async () => {
    const site = await makeSite(SMALL_SITE);
    const created = await send(site, 'POST /admin/taxonomies', {
      name: 'Größe',
      hierarchical: true,
      settings: { icon: 'x' },
      terms: [{ name: 'dropped' }],
    });
    const shown = {
      id: 2,
      name: 'Größe',
      slug: 'grosse',
      description: null,
      hierarchical: true,
      settings: { icon: 'x' },
    };
    expect([created.status, created.body.data]).toEqual([201, { ...shown, terms: [], draft: null, work: null }]);
    const changed = await send(site, 'PUT /admin/taxonomies/2', { description: 'S to L', hierarchical: null });
    expect(changed.body.data).toMatchObject({ description: 'S to L', hierarchical: false });
    expect((await site.ask('GET /admin/taxonomies', { as: 'viewer' })).body.data).toEqual([
      { id: 1, name: 'Topics', slug: 'topics', description: null, hierarchical: false, settings: null },
      { ...shown, description: 'S to L', hierarchical: false },
    ]);
    expect((await send(site, 'DELETE /admin/taxonomies/2')).body).toEqual({ data: { deleted: true } });
    expect(site.newCommits()).toEqual([
      'Delete taxonomy "Größe" (grosse)',
      'Update taxonomy "Größe" (grosse)',
      'Create taxonomy "Größe" (grosse)',
    ]);
    expect(isClean(site)).toBe(true);
  });

  it('show their terms by weight and name, nested if hierarchical', async () => {
    const site = await makeSite(SITE);
    const { body, headers } = await site.ask('GET /admin/taxonomies/2', { as: 'viewer' });
    expect(outline(body.data.terms)).toBe('asia europe(france(paris) spain)');
    const paris = {
      id: 13,
      taxonomyId: 2,
      parentId: 12,
      name: 'Paris',
      slug: 'paris',
      weight: 0,
      fields: { people: 2 },
    };
    expect(body.data.terms[1].children[0].children).toEqual([{ ...paris, children: [] }]);
    expect(headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:taxonomies/places.yaml').trim()}"`);
    expect((await send(site, 'GET /admin/taxonomies/2/terms/13')).body.data).toEqual(paris);
    const flat = await send(site, 'GET /admin/taxonomies/1/terms');
    expect(flat.body).toEqual({
      data: [
        { id: 1, taxonomyId: 1, parentId: null, name: 'News', slug: 'news', weight: 0, fields: null },
        { id: 2, taxonomyId: 1, parentId: null, name: 'Events', slug: 'events', weight: 5, fields: null },
      ],
      meta: { total: 2 },
    });
  });

  it('rename their slug in pages, in one commit', async () => {
    const site = await makeSite(SITE);
    await send(site, 'PUT /admin/taxonomies/2', { slug: 'locations' });
    expect(site.newCommits()).toEqual(['Update taxonomy "Places" (locations)']);
    expect(changedFiles(site)).toEqual([
      'blocks/atlas.yaml',
      'pages/en/trip.yaml',
      'taxonomies/locations.yaml',
      'taxonomies/places.yaml',
    ]);
    expect(site.read('blocks/atlas.yaml')).toBe(SITE['blocks/atlas.yaml'].replace('places/', 'locations/'));
    const trip = site.read('pages/en/trip.yaml');
    expect(trip).toContain(TRIP.slice(TRIP.indexOf('fields:')).replaceAll('places/', 'locations/'));
    expect(trip).toMatch(/^terms:\n {2}topics: \[news\]\n {2}locations:/m);
    const { body } = await site.ask('GET /content/pages/trip');
    expect(body.data.terms.map(({ taxonomy, term }: { taxonomy: string; term: string }) => [taxonomy, term])).toEqual([
      ['topics', 'news'],
      ['locations', 'spain'],
      ['locations', 'paris'],
    ]);
    expect(body.data.fields).toMatchObject({ to: 13, via: [{ stop: 11 }, { stop: 13 }] });
    expect((await send(site, 'GET /admin/pages?term=locations:paris')).body.meta.total).toBe(1);
    expect(brokenReferences(site.cms.store)).toEqual([]);
    expect(isClean(site)).toBe(true);
  });

  it('remove their terms from all pages when they are deleted', async () => {
    const site = await makeSite(SITE);
    await send(site, 'DELETE /admin/taxonomies/1');
    expect(changedFiles(site)).toEqual(['pages/en/home.yaml', 'pages/en/trip.yaml', 'taxonomies/topics.yaml']);
    expect(site.read('pages/en/home.yaml')).toBe(HOME.replace('terms:\n  topics: [news, events]\n', ''));
    expect(site.read('pages/en/trip.yaml')).toBe(TRIP.replace('  topics: [news]\n', ''));
    expect(site.newCommits()).toEqual(['Delete taxonomy "Topics" (topics)']);
    expect(isClean(site)).toBe(true);
  });

  it('refuse invalid bodies', async () => {
    const site = await makeSite(SITE);
    for (const [call, body, refusal] of [
      ['POST /admin/taxonomies', {}, '400 VALIDATION name'],
      ['POST /admin/taxonomies', { name: '!', hierarchical: 'yes' }, '400 VALIDATION hierarchical VALIDATION slug'],
      ['POST /admin/taxonomies', { name: 'Topics' }, '409 CONFLICT slug'],
      ['PUT /admin/taxonomies/2', { slug: 'topics' }, '409 CONFLICT slug'],
      ['PUT /admin/taxonomies/2', { hierarchical: false }, '400 VALIDATION hierarchical'],
      ['PUT /admin/taxonomies/9', { name: 5 }, '404 NOT_FOUND'],
      ['POST /admin/taxonomies/9/terms', { name: 'x' }, '404 NOT_FOUND'],
      ['POST /admin/taxonomies/1/terms', {}, '400 VALIDATION name'],
      ['POST /admin/taxonomies/1/terms', { name: '?', weight: 1.5 }, '400 VALIDATION weight VALIDATION slug'],
      ['POST /admin/taxonomies/1/terms', { name: 'X', slug: 'a/b' }, '400 VALIDATION slug'],
      ['POST /admin/taxonomies/1/terms', { name: 'Constructor' }, '400 VALIDATION slug'],
      ['POST /admin/taxonomies/1/terms', { name: 'Nul', weight: 1.5 }, '400 VALIDATION weight VALIDATION slug'],
      ['POST /admin/taxonomies/1/terms', { name: 'News' }, '409 CONFLICT slug'],
      ['POST /admin/taxonomies/1/terms', { name: 'X', parentId: 1 }, '400 VALIDATION parentId'],
      ['POST /admin/taxonomies/2/terms', { name: 'X', parentId: 1 }, '400 VALIDATION parentId'],
      ['PUT /admin/taxonomies/2/terms/12', { parentId: 13 }, '400 VALIDATION parentId'],
      ['PUT /admin/taxonomies/2/terms/12', { parentId: 12 }, '400 VALIDATION parentId'],
      ['PUT /admin/taxonomies/2/terms/12', { slug: 'asia' }, '409 CONFLICT slug'],
      ['PUT /admin/taxonomies/2/terms/1', { name: 'X' }, '404 NOT_FOUND'],
      ['DELETE /admin/taxonomies/2/terms/1', undefined, '404 NOT_FOUND'],
      ['GET /admin/taxonomies/2/terms/1', undefined, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    expect(refusalOf(await site.ask('POST /admin/taxonomies', { as: 'viewer', body: {} }))).toBe('403 FORBIDDEN');
    expect(site.newCommits()).toEqual([]);
  });
});

describe('terms', () => {
  it('are added, and nothing else in the file changes', async () => {
    const site = await makeSite(SITE);
    const added = await send(site, 'POST /admin/taxonomies/1/terms', { name: 'Über uns', weight: 3, fields: { a: 1 } });
    expect(added.status).toBe(201);
    expect(added.body.data).toEqual({
      id: 15,
      taxonomyId: 1,
      parentId: null,
      name: 'Über uns',
      slug: 'uber-uns',
      weight: 3,
      fields: { a: 1 },
    });
    expect(site.read('taxonomies/topics.yaml').startsWith(TOPICS)).toBe(true);
    const nested = await send(site, 'POST /admin/taxonomies/2/terms', { name: 'Lyon', parentId: 12 });
    expect(nested.body.data).toMatchObject({ id: 16, parentId: 12, slug: 'lyon' });
    expect(await outlineOf(site)).toBe('asia europe(france(lyon paris) spain)');
    expect(site.newCommits()).toEqual(['Update taxonomy "Places" (places)', 'Update taxonomy "Topics" (topics)']);
  });

  it('rename their slug in terms and fields of pages, in one commit', async () => {
    const site = await makeSite(SITE);
    const reply = await send(site, 'PUT /admin/taxonomies/2/terms/13', { slug: 'paname' });
    expect(reply.body.data).toMatchObject({ id: 13, slug: 'paname', parentId: 12 });
    expect(site.newCommits()).toEqual(['Update taxonomy "Places" (places)']);
    expect(changedFiles(site)).toEqual(['blocks/atlas.yaml', 'pages/en/trip.yaml', 'taxonomies/places.yaml']);
    expect(site.read('pages/en/trip.yaml')).toBe(TRIP.replaceAll('paris', 'paname'));
    expect(site.read('blocks/atlas.yaml')).toBe(SITE['blocks/atlas.yaml'].replace('paris', 'paname'));
    expect(site.read('taxonomies/places.yaml')).toBe(PLACES.replace('slug: paris', 'slug: paname'));
    expect(isClean(site)).toBe(true);
  });

  it('change one line if their slug stays the same', async () => {
    const site = await makeSite(SITE);
    await send(site, 'PUT /admin/taxonomies/2/terms/11', { name: 'España' });
    expect(site.read('taxonomies/places.yaml')).toBe(PLACES.replace('name: Spain', 'name: España'));
    await send(site, 'PUT /admin/taxonomies/2/terms/11', { name: 'España', parentId: 10, weight: 2, fields: null });
    expect(site.newCommits()).toHaveLength(1);
    expect(changedFiles(site)).toEqual(['taxonomies/places.yaml']);
    const stale = await site.ask('PUT /admin/taxonomies/2/terms/11', {
      as: 'editor',
      body: { name: 'X' },
      headers: { 'if-match': '"0"' },
    });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
  });

  it('move with everything below them', async () => {
    const site = await makeSite(SITE);
    const move = async (term: number, body: object) => {
      await send(site, `PUT /admin/taxonomies/2/terms/${term}`, body);
      return outlineOf(site);
    };
    expect(await move(12, { parentId: 14 })).toBe('asia(france(paris)) europe(spain)');
    expect(await move(12, { parentId: null })).toBe('asia europe(spain) france(paris)');
    expect(await move(14, { parentId: 13, weight: 7 })).toBe('europe(spain) france(paris(asia))');
    expect(changedFiles(site)).toEqual(['taxonomies/places.yaml']);
    expect(isClean(site)).toBe(true);
  });

  it('are removed from pages and leave their children in place when deleted, in one commit', async () => {
    const site = await makeSite(SITE);
    expect((await send(site, 'DELETE /admin/taxonomies/1/terms/1')).body).toEqual({ data: { deleted: true } });
    expect(site.read('pages/en/home.yaml')).toBe(HOME.replace('[news, events]', '[events]'));
    expect(site.read('pages/en/trip.yaml')).toBe(TRIP.replace('  topics: [news]\n', ''));
    expect(site.read('taxonomies/topics.yaml')).toBe(TOPICS.replace('  - { id: 1, slug: news, name: News }\n', ''));
    expect(site.newCommits()).toEqual(['Update taxonomy "Topics" (topics)']);

    await send(site, 'DELETE /admin/taxonomies/2/terms/12');
    expect(await outlineOf(site)).toBe('asia europe(paris spain)');
    expect(changedFiles(site)).toEqual(['taxonomies/places.yaml']);
    expect(isClean(site)).toBe(true);
  });

  it('stay in fields after deletion and are reported there', async () => {
    const site = await makeSite(SITE);
    await send(site, 'DELETE /admin/taxonomies/2/terms/13');
    expect(site.read('pages/en/trip.yaml')).toBe(TRIP.replace('[spain, paris]', '[spain]'));
    expect(site.read('blocks/atlas.yaml')).toBe(SITE['blocks/atlas.yaml']);
    expect([...new Set(brokenReferences(site.cms.store).map(({ path }) => path))].sort()).toEqual([
      'blocks/atlas.yaml',
      'pages/en/trip.yaml',
    ]);
    expect(site.git('log', '-1', '--format=%(trailers:key=Quire-Record,valueonly)').trim().split('\n')).toEqual([
      'taxonomy/2 places',
      'page/8 en/trip',
    ]);
  });
});

describe('reordering all terms', () => {
  const treeOf = (terms: readonly { name: string; children?: readonly never[] }[]): unknown =>
    terms.map(({ name, children = [] }) => (children.length === 0 ? name : [name, treeOf(children)]));

  async function makeVocabulary(site: Site, hierarchical: boolean) {
    const ask = (call: string, body: object) => site.ask(call, { as: 'editor', body });
    const { id } = (await ask('POST /admin/taxonomies', { name: 'Shores', hierarchical })).body.data;
    const ids: number[] = [];
    for (const name of ['Sand', 'Rock', 'Mud'])
      ids.push((await ask(`POST /admin/taxonomies/${id}/terms`, { name })).body.data.id);
    const order = (items: readonly object[]) => ask(`PUT /admin/taxonomies/${id}/terms-order`, { items });
    return { id, ids, order };
  }

  it('nests and orders them in one commit, in the order that the site lists', async () => {
    const site = await makeSite(SMALL_SITE);
    const { id, ids, order } = await makeVocabulary(site, true);
    const [sand, rock, mud] = ids;
    const before = site.newCommits().length;
    const { status, body } = await order([
      { id: mud, parentId: null, position: 0 },
      { id: rock, parentId: mud, position: 1 },
      { id: sand, parentId: mud, position: 0 },
    ]);
    expect([status, treeOf(body.data), body.meta]).toEqual([200, [['Mud', ['Sand', 'Rock']]], { total: 1 }]);
    expect(site.newCommits()).toHaveLength(before + 1);
    const read = await site.ask(`GET /admin/taxonomies/${id}/terms`, { as: 'viewer' });
    expect(read.body.data).toEqual(body.data);
    const shown = await site.ask('GET /content/taxonomies/shores/terms');
    expect(treeOf(shown.body.data)).toEqual([['Mud', ['Sand', 'Rock']]]);
  });

  it('refuses missing and unknown terms, cycles, and nesting in flat vocabularies', async () => {
    const site = await makeSite(SMALL_SITE);
    const { ids, order } = await makeVocabulary(site, true);
    const [sand, rock, mud] = ids;
    const flat = await makeVocabulary(await makeSite(SMALL_SITE), false);
    const before = site.newCommits().length;
    for (const items of [
      [{ id: sand }, { id: rock }],
      [{ id: sand }, { id: rock }, { id: mud }, { id: 999 }],
      [{ id: sand, parentId: rock }, { id: rock, parentId: sand }, { id: mud }],
    ]) {
      const { status, body } = await order(items);
      expect([status, body.errors[0].path[0]]).toEqual([400, 'items']);
    }
    const nested = await flat.order(flat.ids.map((id, index) => ({ id, parentId: index > 0 ? flat.ids[0] : null })));
    expect([nested.status, nested.body.errors[0].path]).toEqual([400, ['items', '1', 'parentId']]);
    expect(site.newCommits()).toHaveLength(before);
  });
});
