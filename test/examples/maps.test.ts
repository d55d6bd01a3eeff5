import { expect, it } from 'vitest';
import { distance } from '../../examples/extensions/maps/index.ts';
import { makeExampleSite } from './exampleSite.ts';

const openMaps = () => makeExampleSite('maps', { fields: ['{ name: where, type: place }'] });

const ZURICH = { lat: 47.3769, lng: 8.5417 };
const BERN = { lat: 46.948, lng: 7.4474 };

it('measures distances on the globe', () => {
  expect(distance(ZURICH, BERN)).toBeCloseTo(95.5, 0);
  expect(distance({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(111.2, 1);
  expect(distance(ZURICH, ZURICH)).toBe(0);
  expect(distance({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBeCloseTo(20_015, 0);
});

it('holds places, refuses those that are not on the globe, and shows them with the address that phones open', async () => {
  const site = await openMaps();
  const write = (where: unknown) =>
    site.ask('PATCH /admin/pages/1', { as: 'editor', body: { fields: { where } }, headers: { prefer: 'reasons' } });
  expect((await write({ lat: 91, lng: 200 })).body.errors).toMatchObject([
    { path: ['fields', 'where', 'lat'], message: expect.stringContaining('must be within ±90') },
    { path: ['fields', 'where', 'lng'], message: expect.stringContaining('must be within ±180') },
  ]);
  expect((await write(ZURICH)).status).toBe(200);
  expect(site.read('pages/en/home.yaml')).toContain('lat: 47.3769');
  const { body } = await site.ask('GET /content/pages/home');
  expect(body.data.fields.where).toEqual({ ...ZURICH, geo: 'geo:47.3769,8.5417' });
});

it('finds the public pages that are near, the nearest first', async () => {
  const site = await openMaps();
  const place = async (id: number, where: object) =>
    expect((await site.ask(`PATCH /admin/pages/${id}`, { as: 'editor', body: { fields: { where } } })).status).toBe(
      200,
    );
  await place(1, BERN);
  await place(2, ZURICH);
  const near = async (query: string) => (await site.ask(`GET /x/maps/near?lat=47.4&lng=8.5${query}`)).body;
  expect(await near('&km=10')).toEqual({ data: [] });
  expect((await near('&km=100')).data).toEqual([
    {
      id: 1,
      type: 'article',
      title: 'Home',
      slug: 'home',
      place: { ...BERN, geo: 'geo:46.948,7.4474' },
      km: expect.any(Number),
    },
  ]);
  expect((await near('&locale=es')).data).toMatchObject([{ id: 2 }]);
  expect((await near('&type=plain&km=1000')).data).toEqual([]);
  expect((await near('&km=far')).errors).toMatchObject([{ path: ['km'] }]);
  await site.ask('PATCH /admin/pages/1', { as: 'editor', body: { status: 'draft' } });
  expect(await near('&km=100')).toEqual({ data: [] });
});
