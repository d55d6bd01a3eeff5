import { describe, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extend/extension.ts';
import { field } from '../../../src/extend/field.ts';
import { type Login, makeSite, type Site } from '../../makeSite.ts';

const maps = defineExtension({
  ...{ name: 'maps', version: '1.0.0' },
  fields: {
    place: field<{ lat: number; lng: number }>({
      base: 'object',
      fields: ['lat', 'lng'].map((name) => ({ name, type: 'number' as const })),
      summary: ({ lat, lng }) => `${lat}, ${lng}`,
    }),
    cost: field<number>({ base: 'integer', summary: (cents) => `${cents / 100} €` }),
  },
});

const FIELDS = [
  ...['fieldsSchema:', '  - { name: at, type: place }', '  - { name: price, type: cost }'],
  ...['  - { name: stops, type: repeater, fields: [{ name: at, type: place }] }', ''],
];
const FILES = {
  'site.yaml': 'siteName: Shop\ndefaultLocale: en\n',
  'content-types/shop.yaml': ['id: 1', 'name: Shop', ...FIELDS].join('\n'),
  'block-types/box.yaml': ['id: 1', 'name: Box', ...FIELDS].join('\n'),
  'pages/en/a.yaml': [
    ...['id: 1', 'type: shop', 'title: A', 'status: published', 'fields:'],
    ...['  at: { lat: 1, lng: 2 }', '  price: 250', '  stops:', '    - at: { lat: 3, lng: 4 }'],
    ...['regions:', '  main:', '    - id: 7', '      type: box', '      fields: { price: 100 }', ''],
  ].join('\n'),
};

const open = (isExtended = true): Promise<Site> => makeSite(FILES, { extensions: () => (isExtended ? [maps] : []) });
const save = (site: Site, body: object, headers = {}, as: Login = 'editor') =>
  site.ask('PUT /admin/pages/1', { as, body, headers });

const EDITED = {
  fields: { at: { lat: 5, lng: 2 }, price: null, stops: [{ at: { lat: 3, lng: 6 } }] },
  regions: { main: [{ id: 'pb_7', block_type: 'box', fields: { price: 120 } }] },
};

describe('a value that an extension says in a line', () => {
  it('is one value in history, with both lines', async () => {
    const site = await open();
    const first = site.git('rev-parse', 'HEAD').trim();
    expect((await save(site, EDITED)).status).toBe(200);
    const { body } = await site.ask(`GET /admin/pages/1/revisions/${first}/diff`, { as: 'viewer' });
    const list = await site.ask('GET /admin/pages/1/revisions', { as: 'viewer' });
    expect(list.body.data[0].changed).toEqual(['fields/at', 'fields/price', 'fields/stops', 'regions/main/pb_7']);
    expect(body.data).toEqual([
      {
        ...{ path: ['fields', 'at'], before: { lat: 1, lng: 2 }, after: { lat: 5, lng: 2 } },
        summaries: { before: '1, 2', after: '5, 2' },
      },
      { path: ['fields', 'price'], before: 250, after: null, summaries: { before: '2.5 €', after: null } },
      {
        ...{ path: ['fields', 'stops', '0', 'at'], before: { lat: 3, lng: 4 }, after: { lat: 3, lng: 6 } },
        summaries: { before: '3, 4', after: '3, 6' },
      },
      {
        ...{ path: ['regions', 'main', 'pb_7', 'fields', 'price'], before: 100, after: 120 },
        summaries: { before: '1 €', after: '1.2 €' },
      },
    ]);
  });

  it('is one value in the review of a change, with both lines', async () => {
    const site = await open();
    const made = await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Prices' } });
    expect((await save(site, EDITED, { 'quire-change': made.body.data.name })).status).toBe(200);
    const { body } = await site.ask(`GET /admin/changes/${made.body.data.name}`, { as: 'viewer' });
    expect(body.data.records[0].values).toEqual([
      {
        ...{ path: ['fields', 'at'], change: 'changed', before: { lat: 1, lng: 2 }, after: { lat: 5, lng: 2 } },
        summaries: { before: '1, 2', after: '5, 2' },
      },
      { path: ['fields', 'price'], change: 'removed', before: 250, summaries: { before: '2.5 €', after: null } },
      {
        ...{ path: ['fields', 'stops', 0, 'at'], change: 'changed' },
        ...{ before: { lat: 3, lng: 4 }, after: { lat: 3, lng: 6 }, summaries: { before: '3, 4', after: '3, 6' } },
      },
      {
        ...{ path: ['regions', 'main', 0, 'fields', 'price'], change: 'changed', before: 100, after: 120 },
        summaries: { before: '1 €', after: '1.2 €' },
      },
    ]);
  });

  it('has the lines of all sides where it clashes, in a change and in a late save', async () => {
    const site = await open();
    const made = await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Prices' } });
    const { name } = made.body.data;
    await save(site, { fields: { price: 300 } }, { 'quire-change': name });
    const etag = (await site.ask('GET /admin/pages/1', { as: 'editor' })).headers.get('etag') ?? '';
    await save(site, { fields: { price: 400 } });
    const summaries = { base: '2.5 €', ours: '4 €', theirs: '3 €' };
    const clash = { path: ['fields', 'price'], base: 250, ours: 400, theirs: 300, summaries };
    const change = await site.ask(`GET /admin/changes/${name}`, { as: 'viewer' });
    expect(change.body.data.clashes).toMatchObject([clash]);
    const late = await save(site, { fields: { price: 300 } }, { 'if-match': etag, prefer: 'merge' });
    expect([late.status, late.body.clashes]).toMatchObject([409, [clash]]);
    expect(site.newCommits()).toHaveLength(1);
  });

  it('has the lines of all sides where it clashes in a block that has moved, in a change, a late save and a revert', async () => {
    const site = await open();
    const price = (value: number, ...before: object[]) => ({
      regions: { main: [...before, { id: 'pb_7', block_type: 'box', fields: { price: value } }] },
    });
    const made = await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Prices' } });
    const { name } = made.body.data;
    await save(site, price(300), { 'quire-change': name });
    const etag = (await site.ask('GET /admin/pages/1', { as: 'editor' })).headers.get('etag') ?? '';
    const added = { blockTypeSlug: 'box', fields: { price: 5 } };
    const saved = await save(site, price(400, added));
    const path = ['regions', 'main', 1, 'fields', 'price'];
    const clash = { path, ours: 400, theirs: 300, summaries: { base: '1 €', ours: '4 €', theirs: '3 €' } };
    const change = await site.ask(`GET /admin/changes/${name}`, { as: 'viewer' });
    expect(change.body.data.clashes).toMatchObject([clash]);
    const late = await save(site, price(300), { 'if-match': etag, prefer: 'merge' });
    expect([late.status, late.body.clashes]).toMatchObject([409, [clash]]);
    await save(site, price(500, added));
    const commit = saved.headers.get('x-commit');
    const reverted = await site.ask(`POST /admin/commits/${commit}/revert`, { as: 'editor', body: {} });
    expect([reverted.status, reverted.body.clashes]).toMatchObject([
      409,
      [{ path, summaries: { base: '4 €', ours: '5 €', theirs: '1 €' } }],
    ]);
  });

  it('is compared as its base kind, without lines, when the extension is gone', async () => {
    const site = await open(false);
    const first = site.git('rev-parse', 'HEAD').trim();
    await save(site, { fields: { at: { lat: 5, lng: 2 }, price: 250, stops: [{ at: { lat: 3, lng: 4 } }] } });
    const { body } = await site.ask(`GET /admin/pages/1/revisions/${first}/diff`, { as: 'viewer' });
    expect(body.data).toEqual([{ path: ['fields', 'at', 'lat'], before: 1, after: 5 }]);
  });
});
