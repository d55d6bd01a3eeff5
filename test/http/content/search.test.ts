import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const page = (id: number, title: string, more = '') =>
  `id: ${id}\ntype: article\ntitle: ${title}\nstatus: published\npublishedAt: 2026-01-10T00:00:00.000Z\n${more}createdAt: 2026-01-09T00:00:00.000Z\n`;

const SITE = {
  ...SMALL_SITE,
  'pages/en/harbour.yaml': page(10, 'The harbour', 'fields: { summary: Boats and gulls. }\n'),
  'pages/en/walks/harbour-walk.yaml': page(11, 'A walk', 'seo: { metaDescription: Along the water. }\n'),
  'pages/en/boats.yaml': page(
    12,
    'Boats',
    'regions: { content: [{ id: 50, type: text, fields: { body: They lie in the harbour. } }] }\n',
  ),
  'pages/es/puerto.yaml': page(13, '"Puerto y harbóur"'),
  'pages/ja/minato.yaml': page(14, '横浜の港'),
};

const idsOf = async (site: Site, query: string): Promise<readonly number[]> =>
  (await site.ask(`GET /content/search?${query}`)).body.data.map(({ id }: { id: number }) => id);

describe('GET /content/search', () => {
  it('finds public pages in exactly this form', async () => {
    const site = await makeSite(SITE);
    const { status, body, headers } = await site.ask('GET /content/search?q=walk');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: 11,
          type: 'article',
          title: 'A walk',
          slug: 'walks/harbour-walk',
          locale: 'en',
          description: 'Along the water.',
          meta: {
            created_at: '2026-01-09T00:00:00.000Z',
            updated_at: '2026-01-01T00:00:00.000Z',
            published_at: '2026-01-10T00:00:00.000Z',
          },
        },
      ],
      meta: { total: 1, query: 'walk' },
    });
    expect(headers.get('cache-control')).toContain('public, max-age=60');
  });

  it('searches titles and slugs, titles first, and all text on request', async () => {
    const site = await makeSite(SITE);
    for (const [query, ids] of [
      ['q=harbour', [10, 13, 11]],
      ['q=HARBÓUR', [10, 13, 11]],
      ['q=ha', [10, 13, 11]],
      ['q=harbour+walk', [11]],
      ['q=gulls', []],
      ['q=gulls&in=all', [10]],
      ['q=water&in=all', [11]],
      ['q=lie&in=all', [12]],
      ['q=boats+gulls&in=all', [10]],
      ['q=の港', [14]],
      ['q=横浜', [14]],
      ['q=harbour&locale=ES', [13]],
      ['q=harbour&locale=fr', []],
      ['q=boats&type=article', [12]],
      ['q=boats&type=plain', []],
      ['q=boats&type=', [12]],
      ['q=!!', []],
    ] as const)
      expect([query, await idsOf(site, query)]).toEqual([query, ids]);
  });

  it('counts all matches, and limits the result', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`pages/en/g${n}.yaml`, page(100 + n, 'Gulls')]),
    );
    const site = await makeSite({ ...SITE, ...many });
    for (const [limit, shown] of [
      ['', 20],
      ['&limit=5', 5],
      ['&limit=1000', 50],
    ] as const) {
      const { body } = await site.ask(`GET /content/search?q=gulls${limit}`);
      expect([body.data.length, body.meta.total]).toEqual([shown, 60]);
    }
    for (const [query, refusal] of [
      ['', '400 VALIDATION q'],
      ['q=a', '400 VALIDATION q'],
      ['q=港', '400 VALIDATION q'],
      ['q=%20a%20', '400 VALIDATION q'],
      [`q=${'a'.repeat(201)}`, '400 VALIDATION q'],
      ['q=ab&q=cd', '400 VALIDATION q'],
      ['q=ab&limit=0', '400 VALIDATION limit'],
      ['q=ab&in=everything', '400 VALIDATION in'],
      ['q=ab&locale=..', '400 VALIDATION locale'],
    ] as const)
      expect([query, refusalOf(await site.ask(`GET /content/search?${query}`))]).toEqual([query, refusal]);
  });

  it('follows every change at once, and never finds hidden pages', async () => {
    const site = await makeSite({
      ...SITE,
      'pages/en/later.yaml': page(20, 'Later gulls', 'scheduledAt: 2026-02-01T12:00:30.000Z\n'),
      'pages/en/draft.yaml': page(21, 'Draft gulls').replace('published\n', 'draft\n'),
    });
    expect(await idsOf(site, 'q=gulls')).toEqual([]);
    const { headers } = await site.ask('GET /content/search?q=gulls');
    expect(headers.get('cache-control')).toContain('max-age=30');
    site.setTime('2026-02-01T12:00:30.000Z');
    expect(await idsOf(site, 'q=gulls')).toEqual([20]);
    await site.ask('PUT /admin/pages/21', { as: 'editor', body: { fields: { summary: 'Now.' }, status: 'published' } });
    await site.ask('PUT /admin/pages/20', { as: 'editor', body: { fields: { summary: 'Now.' }, title: 'Terns' } });
    expect(await idsOf(site, 'q=gulls')).toEqual([21]);
    expect(await idsOf(site, 'q=terns')).toEqual([20]);
    await site.ask('DELETE /admin/pages/21', { as: 'editor' });
    expect(await idsOf(site, 'q=gulls')).toEqual([]);
    expect(await idsOf(site, 'q=once&in=all')).toEqual([]);
    await site.ask('PUT /admin/blocks/1', { as: 'editor', body: { fields: { text: 'Look once.' } } });
    expect(await idsOf(site, 'q=once&in=all')).toEqual([1]);
  });
});
