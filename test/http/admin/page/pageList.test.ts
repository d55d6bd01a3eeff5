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
