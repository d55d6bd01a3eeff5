import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const TYPE = `name: Bird
fieldsSchema:
  - { name: rating, type: integer }
  - { name: colours, type: multiselect, options: [grey, white] }
  - { name: partner, type: page }
regions: []
createdAt: 2026-01-01T00:00:00.000Z
`;
const page = (title: string, more = ''): string =>
  `title: ${title}\ntype: bird\ncreatedAt: 2026-01-09T00:00:00.000Z\nstatus: draft\n${more}`;
const LATER = new Date(Date.parse(NOW) + 3_600_000).toISOString();
const EARLIER = new Date(Date.parse(NOW) - 3_600_000).toISOString();
const GROUP = 'translationGroup: 7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001\n';

const SITE = {
  'content-types/bird.yaml': TYPE,
  'pages/en/log.yaml': page('Log', `id: 1\nfields: { rating: 4 }\n${GROUP}`),
  'pages/en/log/heron.yaml': page('Heron', 'id: 2\nfields: { rating: 5, colours: [grey] }\n'),
  'pages/en/log/gull.yaml': page(
    'Gull',
    `id: 3\nscheduledAt: ${LATER}\nfields: { rating: 3, partner: en/log/heron }\n`,
  ),
  'pages/en/log-book.yaml': page('Log book', `id: 4\nunpublishAt: ${EARLIER}\n`),
  'pages/en/plans/pier/piles.yaml': page('Piles', 'id: 5\n'),
  'pages/es/log.yaml': page('Diario', `id: 6\n${GROUP}`),
};

async function idsOf(site: Site, query: string): Promise<readonly number[]> {
  const { status, body } = await site.ask(`GET /admin/pages?${query}&sort=slug`, { as: 'viewer' });
  expect([query, status]).toEqual([query, 200]);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: number }) => id);
}

describe('the list of pages of any status', () => {
  it.each([
    ['filter[rating][gte]=4', [1, 2]],
    ['filter[rating][gte]=4&search=her', [2]],
    ['filter[rating]=3&locale=en', [3]],
    ['filter[colours]=grey', [2]],
    ['filter[partner]=2', [3]],
    ['filter[rating][lt]=5&filter[rating][gt]=3', [1]],
    ['waiting=true', [3]],
    ['waiting=false&locale=es', [6]],
    ['author=Nobody', []],
    ['type=bird,fish&locale=es', [6]],
    ['type=fish,boat', []],
    ['author=A%20Developer&locale=es', [6]],
  ])('is filtered: %s', async (query, ids) => {
    expect(await idsOf(await makeSite(SITE), query)).toEqual(ids);
  });

  it('finds a draft by what it refers to, which the public list does not', async () => {
    const site = await makeSite(SITE);
    expect((await site.ask('GET /content/pages?filter[partner]=2')).body.meta.total).toBe(0);
    expect(await idsOf(site, 'filter[partner]=2')).toEqual([3]);
  });

  it.each([
    ['filter[wings]=2', '400 VALIDATION filter.wings'],
    ['type=bird&filter[rating]=many', '400 VALIDATION filter.rating.eq'],
    ['filter[rating][like]=4', '400 VALIDATION filter.rating.like'],
    ['filter[rating]=4&filter[rating]=5', '400 VALIDATION filter.rating'],
    ['waiting=perhaps', '400 VALIDATION waiting'],
  ])('refuses %s', async (query, refusal) => {
    const site = await makeSite(SITE);
    expect(refusalOf(await site.ask(`GET /admin/pages?${query}`, { as: 'viewer' }))).toBe(refusal);
  });

  it('lists the other locales of each page', async () => {
    const site = await makeSite(SITE);
    const { body } = await site.ask('GET /admin/pages?sort=slug&locale=en', { as: 'viewer' });
    expect(body.data[0].translations).toEqual([{ id: 6, locale: 'es', status: 'draft' }]);
    expect(body.data[1].translations).toEqual([]);
  });
});

const HARBOUR = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'taxonomies/places.yaml':
    'id: 1\nname: Places\nterms:\n  - { id: 1, slug: a, name: Zealand }\n  - { id: 2, slug: b, name: Ärø }\n',
  'content-types/event.yaml': `id: 1
name: Event
fieldsSchema:
  - { name: begins, type: datetime }
  - { name: seats, type: integer }
  - { name: size, type: select, options: [small, large] }
  - { name: host, type: page }
  - { name: place, type: term }
  - { name: extra, type: json }
  - { name: summary, type: text }
`,
  'pages/en/one.yaml': event('Estación después', 1, {
    ...{ begins: '2026-05-02T10:00:00+02:00', seats: 9, size: 'large', host: 'en/two', place: 'places/a' },
  }),
  'pages/en/two.yaml': event('Two', 2, {
    ...{ begins: '2026-05-02T07:00:00Z', seats: 10, size: 'small', host: 'en/one', place: 'places/b' },
    summary: 'An anchor near the granite',
  }),
  'pages/en/three.yaml': event('Three', 3, { summary: 'Anchored here' }),
};

function event(title: string, id: number, fields: object, more: object = {}): string {
  const times = { createdAt: '2026-01-01T00:00:00.000Z' };
  return JSON.stringify({ id, type: 'event', title, status: 'draft', ...times, ...more, fields });
}

describe('the order by a field of the type', () => {
  const orderOf = async (site: Site, sort: string, more = ''): Promise<readonly number[]> =>
    (await site.ask(`GET /admin/pages?type=event&sort=${sort}${more}`, { as: 'viewer' })).body.data.map(
      ({ id }: { id: number }) => id,
    );

  it.each([
    ['fields.begins:desc', [1, 2, 3]],
    ['fields.begins', [2, 1, 3]],
    ['fields.seats:asc', [1, 2, 3]],
    ['fields.size:asc', [2, 1, 3]],
    ['fields.host:asc', [2, 1, 3]],
    ['fields.place:asc', [2, 1, 3]],
    ['fields.summary:desc', [3, 2, 1]],
  ])(
    'is by times, numbers, choices and the titles of what is pointed at, pages without a value last: %s',
    async (sort, ids) => {
      expect(await orderOf(await makeSite(HARBOUR), sort)).toEqual(ids);
    },
  );

  it('follows later writes, also to what is pointed at and to the type', async () => {
    const site = await makeSite(HARBOUR);
    const put = (path: string, body: object) => site.ask(`PUT /admin/${path}`, { as: 'admin', body });
    expect(await orderOf(site, 'fields.seats', '&limit=2')).toEqual([1, 2]);
    await put('pages/3', { fields: { seats: 1 } });
    expect(await orderOf(site, 'fields.seats')).toEqual([3, 1, 2]);
    await site.ask('DELETE /admin/pages/1', { as: 'admin' });
    expect(await orderOf(site, 'fields.seats')).toEqual([3, 2]);
    await put('pages/3', { fields: { host: 2, seats: 1 } });
    await put('pages/2', { fields: { host: 3, seats: 2 } });
    expect(await orderOf(site, 'fields.host')).toEqual([2, 3]);
    await put('pages/3', { title: 'Zebra' });
    expect(await orderOf(site, 'fields.host')).toEqual([3, 2]);
    await put('content-types/1', { fieldsSchema: [{ name: 'begins', type: 'datetime' }] });
    expect((await site.ask('GET /admin/pages?type=event&sort=fields.seats', { as: 'viewer' })).status).toBe(400);
  });

  it.each([
    ['sort=fields.begins', '400 VALIDATION sort'],
    ['type=event&sort=fields.wings', '400 VALIDATION sort'],
    ['type=event&sort=fields.extra', '400 VALIDATION sort'],
    ['type=event&sort=begins', '400 VALIDATION sort'],
    ['sort=relevance:asc', '400 VALIDATION sort'],
    ['state=lost', '400 VALIDATION state'],
  ])('refuses %s', async (query, refusal) => {
    const site = await makeSite(HARBOUR);
    expect(refusalOf(await site.ask(`GET /admin/pages?${query}`, { as: 'viewer' }))).toBe(refusal);
  });
});

describe('the search in the list of pages', () => {
  it.each([
    ['estacion despues', [1]],
    ['despues ESTA', [1]],
    ['granite anchor', [2]],
    ['anch', [2, 3]],
    ['near the', [2]],
    ['hree', [3]],
    ['anchor two', [2]],
    ['granite three', []],
    ['.*', []],
    [' ', [1, 2, 3]],
  ])('finds words of titles, slugs and texts, in any order, without accents: %s', async (search, ids) => {
    const site = await makeSite(HARBOUR);
    expect([...(await idsOf(site, `search=${encodeURIComponent(search)}`))].sort()).toEqual(ids);
  });

  it('puts pages that are called so before those that mention it, equally good ones by their last change', async () => {
    const site = await makeSite({
      ...HARBOUR,
      'content-types/note.yaml': 'id: 2\nname: Note\nfieldsSchema: []\n',
      'pages/en/four.yaml': event('Four tides', 4, {}),
      'pages/en/tides.yaml': event('Tides', 5, {}, { type: 'note' }),
    });
    const touch = (id: number, body: object) => site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body });
    await touch(2, { fields: { summary: 'What tides do' } });
    const orderOf = async (query: string): Promise<readonly number[]> =>
      (await site.ask(`GET /admin/pages?${query}`, { as: 'viewer' })).body.data.map(({ id }: { id: number }) => id);
    expect(await orderOf('search=tides')).toEqual([2, 4, 5]);
    expect(await orderOf('search=tides&sort=relevance')).toEqual([5, 4, 2]);
    expect(await orderOf('search=tides&sort=relevance&type=event,note&limit=1')).toEqual([5]);
    expect(await orderOf('search=tides&sort=relevance&type=event')).toEqual([4, 2]);
    expect(await orderOf('sort=relevance&type=event')).toEqual([2, 1, 3, 4]);
  });

  it('follows writes, in a change too', async () => {
    const site = await makeSite(HARBOUR);
    expect(await idsOf(site, 'search=walrus')).toEqual([]);
    await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Zoo' } });
    const headers = { 'Quire-Change': 'zoo' };
    await site.ask('PUT /admin/pages/3', { as: 'editor', headers, body: { fields: { summary: 'A walrus' } } });
    const inChange = await site.ask('GET /admin/pages?search=walrus', { as: 'viewer', headers });
    expect(inChange.body.meta.total).toBe(1);
    expect(await idsOf(site, 'search=walrus')).toEqual([]);
    await site.ask('PUT /admin/pages/2', { as: 'editor', body: { fields: { summary: 'Walrus' }, title: 'Ice' } });
    expect(await idsOf(site, 'search=walrus')).toEqual([2]);
  });
});

describe('the states in the list of pages', () => {
  const BEFORE = { publishedAt: '2026-01-05T00:00:00.000Z' };
  const STATES = {
    ...HARBOUR,
    'pages/en/live.yaml': event('Live', 11, {}, { status: 'published', ...BEFORE }),
    'pages/en/ends.yaml': event('Ends', 12, {}, { status: 'published', ...BEFORE, unpublishAt: LATER }),
    'pages/en/over.yaml': event('Over', 13, {}, { status: 'published', ...BEFORE, unpublishAt: EARLIER }),
    'pages/en/soon.yaml': event('Soon', 14, {}, { scheduledAt: LATER }),
    'pages/en/old.yaml': event('Old', 15, {}, { status: 'archived' }),
    'pages/en/taken.yaml': event('Taken off', 16, {}, BEFORE),
    'pages/en/shelved.yaml': event('Shelved', 18, {}, { status: 'archived', scheduledAt: LATER }),
    'pages/en/idea.yaml': event('Idea', 19, {}, { unpublishAt: LATER }),
    'pages/en/coming.yaml': event('Coming', 17, {}, { status: 'published', scheduledAt: LATER }),
  };
  const stateOf = async (site: Site, query: string): Promise<readonly number[]> =>
    [...(await idsOf(site, query))].sort((a, b) => a - b);

  it('are live, draft or offline, and scheduled besides', async () => {
    const site = await makeSite(STATES);
    expect(await stateOf(site, 'state=live')).toEqual([11, 12]);
    expect(await stateOf(site, 'state=draft')).toEqual([1, 2, 3, 14, 17, 19]);
    expect(await stateOf(site, 'state=offline')).toEqual([13, 15, 16, 18]);
    expect(await stateOf(site, 'state=scheduled')).toEqual([12, 14, 17]);
    expect(await stateOf(site, 'waiting=true')).toEqual([12, 14, 17]);
    expect(await stateOf(site, 'state=waiting')).toEqual([]);
  });

  it('tell live pages with a draft, and what a scheduled change will alter', async () => {
    const site = await makeSite(STATES);
    const { name } = (await site.ask('POST /admin/pages/11/draft', { as: 'editor' })).body.data;
    expect(await stateOf(site, 'state=waiting')).toEqual([11]);
    expect(await stateOf(site, 'mine=true')).toEqual([]);
    const mine = async () => (await site.ask('GET /admin/pages?mine=true', { as: 'editor' })).body.data;
    expect((await mine()).map(({ id }: { id: number }) => id)).toEqual([11]);
    const headers = { 'Quire-Change': name };
    await site.ask('PUT /admin/pages/11', { as: 'editor', headers, body: { title: 'Livelier' } });
    expect(await stateOf(site, 'state=scheduled')).toEqual([12, 14, 17]);
    const planned = await site.ask(`POST /admin/changes/${name}/publish`, {
      as: 'editor',
      body: { scheduledAt: LATER },
    });
    expect(planned.status).toBe(200);
    expect(await stateOf(site, 'state=scheduled')).toEqual([11, 12, 14, 17]);
  });
});

describe('GET /admin/page-tree', () => {
  const branch = (segment: string, path: string, count: number, page: object | null) => ({
    segment,
    path,
    count,
    page,
  });
  const leaf = (id: number, title: string, scheduledAt: string | null = null) => ({
    id,
    title,
    type: 'bird',
    status: 'draft',
    scheduledAt,
  });

  it('shows the first parts of all addresses of a locale', async () => {
    const site = await makeSite(SITE);
    const { body } = await site.ask('GET /admin/page-tree', { as: 'viewer' });
    expect(body.data).toEqual([
      branch('log', 'log', 2, leaf(1, 'Log')),
      branch('log-book', 'log-book', 0, leaf(4, 'Log book')),
      branch('plans', 'plans', 1, null),
    ]);
    expect(body.meta).toEqual({ total: 3 });
    const spanish = await site.ask('GET /admin/page-tree?locale=ES', { as: 'viewer' });
    expect(spanish.body.data).toEqual([branch('log', 'log', 0, leaf(6, 'Diario'))]);
  });

  it('shows what is below an address, whether or not there is a page at it', async () => {
    const site = await makeSite(SITE);
    const under = async (path: string) =>
      (await site.ask(`GET /admin/page-tree?under=${path}`, { as: 'viewer' })).body.data;
    expect(await under('log')).toEqual([
      branch('gull', 'log/gull', 0, leaf(3, 'Gull', LATER)),
      branch('heron', 'log/heron', 0, leaf(2, 'Heron')),
    ]);
    expect(await under('plans/pier')).toEqual([branch('piles', 'plans/pier/piles', 0, leaf(5, 'Piles'))]);
    expect(await under('nothing')).toEqual([]);
  });
});
