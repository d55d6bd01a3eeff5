import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../http/makeServer.ts';
import { type Login, makeSite, type Site } from '../makeSite.ts';

const page = (id: number, more: string): string =>
  `id: ${id}\ntype: article\ntitle: Page ${id}\ncreatedAt: 2026-01-04T16:20:11.204Z\n${more}`;
const SUMMARY = 'fields:\n  summary: Here.\n';
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text, required: true }\n',
  'pages/en/live.yaml': page(1, `status: published\n${SUMMARY}`),
  'pages/en/edited.yaml': page(2, `status: published\n${SUMMARY}`),
  'pages/en/soon.yaml': page(3, `status: draft\nscheduledAt: 2026-02-03T08:00:00.000Z\n${SUMMARY}`),
  'pages/en/over.yaml': page(4, `status: published\nunpublishAt: 2026-02-04T08:00:00.000Z\n${SUMMARY}`),
  'pages/en/unfit.yaml': page(5, 'status: draft\nscheduledAt: 2026-02-03T08:00:00.000Z\n'),
  'pages/en/brief.yaml': page(
    6,
    `status: draft\nscheduledAt: 2026-02-03T08:00:00.000Z\nunpublishAt: 2026-02-05T08:00:00.000Z\n${SUMMARY}`,
  ),
};

let site: Site;
const ask = (call: string, body?: unknown, change?: string, as: Login = 'editor') =>
  site.ask(call, { as, ...(body !== undefined && { body }), ...(change && { headers: { 'Quire-Change': change } }) });

async function schedule(title: string, at: string, edits: readonly (readonly [page: number, body: object])[]) {
  const { name } = (await ask('POST /admin/changes', { title })).body.data;
  for (const [id, body] of edits) expect((await ask(`PUT /admin/pages/${id}`, body, name)).status).toBe(200);
  expect((await ask(`POST /admin/changes/${name}/publish`, { scheduledAt: at })).status).toBe(200);
}

async function showAt(query = '') {
  const answer = await ask(`GET /content/pages?sort=title:asc${query}`, undefined, undefined, 'viewer');
  const titles = answer.body.data.map((one: { title: string }) => one.title);
  return { titles, leftOut: answer.headers.get('quire-left-out'), page: answer.body.data };
}
const at = (time: string) => showAt(`&at=${time}`);

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  await schedule('First', '2026-02-03T10:00:00.000Z', [[2, { title: 'Page 2, first' }]]);
  await schedule('Second', '2026-02-03T12:00:00.000Z', [[2, { title: 'Page 2, second', metaTitle: 'Beside' }]]);
  await schedule('Third', '2026-02-03T14:00:00.000Z', [
    [2, { metaDescription: 'Merged' }],
    [3, { title: 'Page 3, renamed' }],
  ]);
});

it('shows what will be live on a day, without what will clash, and commits nothing', async () => {
  const refs = site.git('for-each-ref');
  expect(await showAt()).toMatchObject({ titles: ['Page 1', 'Page 2', 'Page 4'], leftOut: null });
  expect(await at('2026-02-03T09:00:00Z')).toMatchObject({
    ...{ titles: ['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 6'], leftOut: null },
  });
  expect(await at('2026-02-03T11:00:00Z')).toMatchObject({
    titles: ['Page 1', 'Page 2, first', 'Page 3', 'Page 4', 'Page 6'],
  });
  expect(await at('2026-02-03T13:00:00Z')).toMatchObject({
    ...{ titles: ['Page 1', 'Page 2, first', 'Page 3', 'Page 4', 'Page 6'], leftOut: 'second' },
  });
  const later = await at('2026-02-04T09:00:00Z');
  expect(later).toMatchObject({
    ...{ titles: ['Page 1', 'Page 2, first', 'Page 3, renamed', 'Page 6'], leftOut: 'second' },
  });
  expect(later.page[2].meta.published_at).toBe('2026-02-03T08:00:00.000Z');
  const single = await ask('GET /content/pages/edited?at=2026-02-04T09:00:00Z');
  expect(single.body.data).toMatchObject({ title: 'Page 2, first', seo: { meta_description: 'Merged' } });
  expect((await at('2026-02-06T09:00:00Z')).titles).toEqual(['Page 1', 'Page 2, first', 'Page 3, renamed']);
  expect((await site.ask('GET /content/pages?at=2026-02-06T09:00:00Z')).status).toBe(401);
  expect([site.git('for-each-ref'), site.newCommits()]).toEqual([refs, []]);
});

it('names to editors the pages of a day, how they differ from now, and what is left out', async () => {
  const time = '2026-02-04T09:00:00Z';
  const readDay = (query = '', as: Login = 'viewer') =>
    ask(`GET /admin/calendar/pages?at=${time}${query}`, undefined, undefined, as);
  const { data, meta } = (await readDay()).body;
  const differences = (pages: readonly { title: string; difference: string | null }[]) =>
    pages.map(({ title, difference }) => `${title}: ${difference}`);
  expect(differences(data)).toEqual([
    'Page 1: null',
    'Page 2, first: edited',
    'Page 3, renamed: published',
    'Page 6: published',
  ]);
  expect(meta).toMatchObject({
    ...{ total: 4, differing: 4, leftOut: [{ name: 'second', title: 'Second' }] },
    unpublished: [{ id: 5, title: 'Page 5' }],
  });
  const differing = await readDay('&differs=true&search=page%203&limit=1');
  expect([differences(differing.body.data), differing.body.meta.total]).toEqual([['Page 3, renamed: published'], 1]);
  expect(differences((await readDay('&differs=true')).body.data)).toContain('Page 4: takenOff');
  const page = await ask(`GET /admin/calendar/pages/2?at=${time}&richtext=html`);
  expect(page.body.data).toMatchObject({ title: 'Page 2, first', seo: { meta_description: 'Merged' } });
  const gone = [`GET /admin/calendar/pages/4?at=${time}`, `GET /admin/calendar/pages/5?at=${time}`];
  for (const call of gone) expect((await ask(call)).status).toBe(404);
  const past = (await ask('GET /admin/calendar/pages?at=2000-01-01T00:00:00Z')).status;
  expect([past, (await ask('GET /admin/calendar/pages?at=soon')).status]).toEqual([404, 400]);
});

it('shows what the site then is', async () => {
  const time = '2026-02-04T09:00:00.000Z';
  const foreseen = (await at(time)).page;
  site.setTime(time);
  await until(async () => (await showAt()).titles.includes('Page 3, renamed') && (await showAt()).titles.length === 4);
  const is = (await showAt()).page;
  const withoutEdits = (pages: readonly { meta: object }[]) =>
    pages.map((one) => ({ ...one, meta: { ...one.meta, updated_at: null, published_at: null } }));
  expect(withoutEdits(foreseen)).toEqual(withoutEdits(is));
  expect((await at(time)).leftOut).toBeNull();
});
