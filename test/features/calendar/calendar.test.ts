import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { makeSite, type Site } from '../../makeSite.ts';

const page = (id: number, more: string): string =>
  `id: ${id}\ntype: article\ntitle: Page ${id}\ncreatedAt: 2026-01-04T16:20:11.204Z\n${more}`;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en, de]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  'content-types/event.yaml': 'id: 2\nname: Event\nfieldsSchema: []\n',
  'pages/en/one.yaml': page(1, 'status: draft\n'),
  'pages/en/two.yaml': page(2, 'status: published\n'),
  'pages/en/three.yaml': page(3, 'status: draft\nscheduledAt: 2026-02-10T08:00:00.000Z\n'),
  'pages/de/four.yaml': page(4, 'status: published\nunpublishAt: 2026-02-11T08:00:00.000Z\n'),
  'pages/en/five.yaml': page(5, 'status: published\nscheduledAt: 2026-01-15T08:00:00.000Z\n'),
  'pages/en/six.yaml': `id: 6\ntype: event\ntitle: Page 6\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\n`,
};

let site: Site;
const ask = (call: string, body?: unknown, change?: string) =>
  site.ask(call, {
    as: 'editor',
    ...(body !== undefined && { body }),
    ...(change && { headers: { 'Quire-Change': change } }),
  });

interface Entry {
  readonly at: string;
  readonly event: string;
  readonly isDone: boolean;
  readonly title: string;
}
async function list(query: string): Promise<readonly string[]> {
  const { data, meta } = (await ask(`GET /admin/calendar?${query}`)).body;
  expect(meta.total).toBe(data.length);
  return data.map(({ at, event, isDone, title }: Entry) => `${at.slice(0, 13)} ${event}${isDone ? '' : '?'} ${title}`);
}
const FEBRUARY = 'from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z';

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  site.setTime('2026-02-02T10:00:00.000Z');
  await ask('PUT /admin/pages/1', { status: 'published' });
  site.setTime('2026-02-02T11:00:00.000Z');
  await ask('PUT /admin/pages/2', { title: 'Page 2, edited' });
  await ask('POST /admin/changes', { title: 'Menu' });
  await ask('PUT /admin/pages/6', { title: 'Page 6, edited' }, 'menu');
  site.setTime('2026-02-03T10:00:00.000Z');
  await ask('POST /admin/changes/menu/publish', {});
  site.setTime('2026-02-04T10:00:00.000Z');
  await ask('POST /admin/pages/bulk', { ids: [1], action: 'unpublish' });
  await ask('DELETE /admin/pages/2');
  await ask('POST /admin/changes', { title: 'Spring' });
  await ask('PUT /admin/pages/6', { metaTitle: 'Spring' }, 'spring');
  await ask('POST /admin/changes/spring/publish', { scheduledAt: '2026-02-12T08:00:00.000Z' });
});

it('lists what was and what will be published and taken offline, by type and language', async () => {
  expect(await list(FEBRUARY)).toEqual([
    '2026-02-02T10 published Page 1',
    '2026-02-03T10 published Menu',
    '2026-02-04T10 takenOff Page 1',
    '2026-02-04T10 takenOff Page 2, edited',
    '2026-02-10T08 published? Page 3',
    '2026-02-11T08 takenOff? Page 4',
    '2026-02-12T08 published? Spring',
  ]);
  expect(await list(`${FEBRUARY}&type=event`)).toEqual([
    '2026-02-03T10 published Menu',
    '2026-02-12T08 published? Spring',
  ]);
  expect(await list(`${FEBRUARY}&locale=de`)).toEqual(['2026-02-11T08 takenOff? Page 4']);
  expect(await list('from=2026-02-03T00:00:00Z&to=2026-02-04T00:00:00Z')).toEqual(['2026-02-03T10 published Menu']);
  // Nothing was published by the first commit, which has what was there already.
  const first = Date.parse(site.git('log', '-1', '--max-parents=0', '--format=%cI').trim());
  const around = [first - 60_000, first + 60_000].map((at) => new Date(at).toISOString());
  expect((await list(`from=${around[0]}&to=${around[1]}`)).filter((line) => line.includes(' published '))).toEqual([]);
  expect(await list('from=2026-01-10T00:00:00Z&to=2026-01-20T00:00:00Z')).toEqual(['2026-01-15T08 published Page 5']);
  const { data } = (await ask(`GET /admin/calendar?${FEBRUARY}`)).body;
  expect(data[1]).toMatchObject({ page: null, change: null, pages: [{ id: 6, type: 'event', locale: 'en' }] });
  expect(data[6]).toMatchObject({ change: 'spring', draftOf: null, pages: [{ id: 6, type: 'event', locale: 'en' }] });
});

it.each([
  '',
  'from=2026-02-01T00:00:00Z',
  'from=2026-03-01T00:00:00Z&to=2026-02-01T00:00:00Z',
  'from=2026-02-01T00:00:00Z&to=2027-02-01T00:00:00Z',
  'from=spring&to=summer',
])('refuses %j', async (query) => {
  expect((await ask(`GET /admin/calendar?${query}`)).status).toBe(400);
});

it('tells of what is done by itself when it is done', async () => {
  site.setTime('2026-02-13T08:00:00.000Z');
  await until(async () => (await list(FEBRUARY)).every((line) => !line.includes('?')));
  expect(
    (await list(FEBRUARY))
      .slice(4)
      .map((line) => line.slice(14))
      .sort(),
  ).toEqual(['published Page 3', 'published Spring', 'takenOff Page 4']);
});
